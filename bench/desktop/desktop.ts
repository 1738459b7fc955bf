import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { Display } from '@workspace/desktop/x11/display';
import { wavFile } from '@workspace/speech/openai-compatible/wav-file';
import type { Recording } from '../dictation/recordings.ts';
import { StandInProvider } from '../dictation/stand-in-provider.ts';
import { AccountServer } from './account-server.ts';
import { makeLinkedHome } from './linked-home.ts';
import { Program } from './programs.ts';
import { TextField } from './text-field.ts';

const STARTER = join(import.meta.dirname, '..', '..', 'scripts', 'desktop.ts');
const KEY = 'sk-bench';
/** Xvfb's keycodes of Control, Shift and the space bar. */
const HOLD_KEYCODES = [37, 50, 65];

/** How much a provider has received at a time. */
export interface Received {
  /** Milliseconds since 1970. */
  atMs: number;
  samples: number;
}

/** Where the app runs. */
export interface Place {
  /** The X display. */
  display: string;
  /** For temporary files. */
  folder: string;
  /** The sound file that replaces the microphone. */
  microphone: string;
}

/**
 * The app on its own display, linked to an account, with a focused text field, a recording as its microphone, and a
 * provider.
 */
export class Desktop {
  readonly app: Program;
  readonly field: TextField;
  readonly provider: StandInProvider;
  readonly accountServer: AccountServer;
  readonly place: Place;
  readonly #display: Display;
  readonly #end: () => Promise<void>;

  private constructor(
    parts: Pick<Desktop, 'app' | 'field' | 'provider' | 'accountServer' | 'place'>,
    display: Display,
    end: () => Promise<void>,
  ) {
    this.app = parts.app;
    this.field = parts.field;
    this.provider = parts.provider;
    this.accountServer = parts.accountServer;
    this.place = parts.place;
    this.#display = display;
    this.#end = end;
  }

  static async start(recording: Recording): Promise<Desktop> {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    const microphone = join(folder, 'microphone.wav');
    writeFileSync(microphone, wavFile(recording.samples));
    const server = Program.start('Xvfb', [
      '-displayfd',
      '1',
      '-screen',
      '0',
      '1280x800x24',
      '-nolisten',
      'tcp',
      '-noreset',
    ]);
    const displayName = `:${await server.line(/^\d+$/)}`;
    const manager = Program.start('openbox', ['--sm-disable'], { DISPLAY: displayName });
    const provider = await StandInProvider.start();
    await provider.script(KEY, recording);
    const field = await TextField.open(displayName);
    const accountServer = await AccountServer.start();
    const home = join(folder, 'home');
    await makeLinkedHome(home);
    const app = Program.start(process.execPath, ['--max-semi-space-size=2', STARTER, '--shell', 'browser'], {
      DISPLAY: displayName,
      SAYKEY_HOME: home,
      SAYKEY_API_URL: accountServer.address,
      SAYKEY_SPEECH_URL: provider.baseUrl,
      SAYKEY_FAKE_MIC: microphone,
      SAYKEY_SKIP_ONBOARDING: '1',
      OPENAI_API_KEY: KEY,
    });
    await app.line(new RegExp(`^${PRODUCT_NAME} desktop is ready$`));
    const display = await Display.open(displayName);
    const place = { display: displayName, folder, microphone };
    return new Desktop({ app, field, provider, accountServer, place }, display, async () => {
      await app.end();
      await field.close();
      provider.stop();
      accountServer.stop();
      await display.close();
      await manager.end();
      await server.end();
    });
  }

  /** Makes the provider forget what it has received. */
  async begin(recording: Recording): Promise<void> {
    await this.provider.script(KEY, recording);
  }

  /**
   * Presses and holds the dictation keys. Resolves with the time the last one went down, in milliseconds since 1970.
   */
  async hold(): Promise<number> {
    const { KeyPress } = this.#display.xtest;
    let pressedAtMs = 0;
    for (const keycode of HOLD_KEYCODES) {
      pressedAtMs = nowMs();
      this.#display.xtest.FakeInput(KeyPress, keycode, 0, this.#display.root, 0, 0);
      await this.#display.serverTime();
    }
    return pressedAtMs;
  }

  async letGo(): Promise<void> {
    const { KeyRelease } = this.#display.xtest;
    for (const keycode of HOLD_KEYCODES)
      this.#display.xtest.FakeInput(KeyRelease, keycode, 0, this.#display.root, 0, 0);
    await this.#display.serverTime();
  }

  /** Resolves with what the provider has received of the dictation so far. */
  async received(): Promise<Received> {
    const response = await fetch(new URL(`/control/scenarios/${KEY}/sessions`, this.provider.baseUrl));
    const atMs = nowMs();
    const { sessions } = (await response.json()) as { sessions: { receivedSamples: number }[] };
    return { atMs, samples: sessions.at(-1)?.receivedSamples ?? 0 };
  }

  /** Resolves with the provider's time from the end of the sound to its text, in milliseconds. */
  providerMs(): Promise<number> {
    return this.provider.lastProviderMs(KEY);
  }

  async end(): Promise<void> {
    await this.#end();
    rmSync(this.place.folder, { recursive: true, force: true });
  }
}

/** Milliseconds since 1970, at the clock's full resolution. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
