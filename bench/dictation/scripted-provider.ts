import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { asWavFile, type Recording } from './recordings.ts';

/** What the scripted provider takes for itself: about what batch models take, far more than it costs us. */
export const LATENCY = { fixedMs: 100, perAudioSecondMs: 80 };

/** A final as the provider saw it. */
interface Item {
  outcome: string;
  text: string | null;
  providerMs: number | null;
}

/** The sandbox's speech provider in a process of its own. */
export class ScriptedProvider {
  readonly #process: ChildProcess;
  readonly #origin: string;

  private constructor(process: ChildProcess, origin: string) {
    this.#process = process;
    this.#origin = origin;
  }

  static async start(): Promise<ScriptedProvider> {
    const port = await freePort();
    const main = join(import.meta.dirname, '..', '..', 'sandbox', 'speech', 'main.ts');
    const child = spawn(process.execPath, [main], {
      env: { ...process.env, SPEECH_PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(createInterface({ input: child.stdout }), 'line');
    return new ScriptedProvider(child, `http://localhost:${port}`);
  }

  get baseUrl(): string {
    return `${this.#origin}/v1`;
  }

  /** Lets the owner of a key say the recording. */
  async script(key: string, { samples, words }: Recording): Promise<void> {
    const wavBase64 = asWavFile(samples).toString('base64');
    await this.#control('PUT', key, { reference: { wavBase64 }, words, latency: LATENCY });
  }

  /** The time that the provider took for the last final of a key. */
  async lastProviderMs(key: string): Promise<number> {
    const response = await this.#control('GET', `${key}/sessions`);
    const { sessions } = (await response.json()) as { sessions: { items: Item[] }[] };
    return sessions.at(-1)?.items.at(-1)?.providerMs ?? Number.NaN;
  }

  stop(): void {
    this.#process.kill('SIGTERM');
  }

  async #control(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(`${this.#origin}/control/scenarios/${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    if (!response.ok) throw new Error(`The sandbox refused ${method} ${path}: ${await response.text()}`);
    return response;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
