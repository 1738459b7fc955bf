import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DemoFailure, Program } from './programs.ts';
import type { Speech } from './speech.ts';

export const KEY = 'sk-demo';
/** Of what it receives, whatever rate the recording has. */
const RATE = 24_000;
/** About what models of this kind take. */
const LATENCY = { fixedMs: 100, perAudioSecondMs: 80 };
const POLL_MS = 20;
const LIMIT_MS = 30_000;

/** The stand-in for a speech provider, which hears just what is said. */
export class SpeechProvider {
  /** Up to and including `/v1`. */
  readonly baseUrl: string;
  readonly #program: Program;

  private constructor(baseUrl: string, program: Program) {
    this.baseUrl = baseUrl;
    this.#program = program;
  }

  static async start(root: string): Promise<SpeechProvider> {
    const main = join(root, 'sandbox', 'speech', 'main.ts');
    const program = Program.start(process.execPath, [main], { SPEECH_PORT: '0' });
    const [baseUrl] = await program.line(/http:\S+\/v1/);
    return new SpeechProvider(baseUrl, program);
  }

  /** Expects to hear it. */
  async expect({ wav, words }: Speech): Promise<void> {
    const scenario = { reference: { wavBase64: wav.toString('base64') }, words, latency: LATENCY };
    const response = await fetch(this.#control(), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(scenario),
    });
    if (!response.ok) throw new DemoFailure(`The speech provider refused: ${await response.text()}`);
  }

  /** Waits until it has heard so much since it was told what to expect. Resolves with when the microphone began, in milliseconds since 1970. */
  async heard(ms: number): Promise<number> {
    const limit = Date.now() + LIMIT_MS;
    let beganAtMs = Number.POSITIVE_INFINITY;
    while (Date.now() < limit) {
      const receivedMs = await this.#receivedMs();
      // Sound comes in at once where nothing is behind: the earliest of these times is the true one.
      if (receivedMs > 0) beganAtMs = Math.min(beganAtMs, Date.now() - receivedMs);
      if (receivedMs >= ms) return beganAtMs;
      await setTimeout(POLL_MS);
    }
    throw new DemoFailure('The app did not listen. Run it again on a machine with less to do.');
  }

  async end(): Promise<void> {
    await this.#program.end();
  }

  async #receivedMs(): Promise<number> {
    const response = await fetch(`${this.#control()}/sessions`);
    const { sessions } = (await response.json()) as { sessions: { receivedSamples: number }[] };
    return ((sessions.at(-1)?.receivedSamples ?? 0) / RATE) * 1_000;
  }

  #control(): URL {
    return new URL(`/control/scenarios/${KEY}`, this.baseUrl);
  }
}
