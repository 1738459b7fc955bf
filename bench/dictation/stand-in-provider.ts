import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { wavFile } from '@workspace/speech/openai-compatible/wav-file';
import type { Recording } from './recordings.ts';

/** The stand-in provider's latency: about that of batch models, far more than ours. */
export const LATENCY = { fixedMs: 100, perAudioSecondMs: 80 };

/** The sandbox's speech provider in its own process. */
export class StandInProvider {
  readonly #process: ChildProcess;
  /** Such as `http://localhost:3003/v1`. */
  readonly baseUrl: string;

  private constructor(process: ChildProcess, baseUrl: string) {
    this.#process = process;
    this.baseUrl = baseUrl;
  }

  static async start(): Promise<StandInProvider> {
    const main = join(import.meta.dirname, '..', '..', 'sandbox', 'speech', 'main.ts');
    const child = spawn(process.execPath, [main], {
      env: { ...process.env, SPEECH_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const [baseUrl] = /http:\S+$/.exec(String(line)) ?? [];
    if (baseUrl === undefined) throw new Error(`The sandbox printed no address: ${line}`);
    return new StandInProvider(child, baseUrl);
  }

  /** Sets the recording as the speech of a key's owner. */
  async script(key: string, { samples, words }: Recording): Promise<void> {
    const wavBase64 = Buffer.from(wavFile(samples)).toString('base64');
    await this.#control('PUT', key, { reference: { wavBase64 }, words, latency: LATENCY });
  }

  /** Resolves with the provider's time for a key's last final, in milliseconds. */
  async lastProviderMs(key: string): Promise<number> {
    const response = await this.#control('GET', `${key}/sessions`);
    const { sessions } = (await response.json()) as { sessions: { items: { providerMs: number | null }[] }[] };
    return sessions.at(-1)?.items.at(-1)?.providerMs ?? Number.NaN;
  }

  stop(): void {
    this.#process.kill('SIGTERM');
  }

  async #control(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(new URL(`/control/scenarios/${path}`, this.baseUrl), {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    if (!response.ok) throw new Error(`The sandbox refused ${method} ${path}: ${await response.text()}`);
    return response;
  }
}
