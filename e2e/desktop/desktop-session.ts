import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { SettingsChange } from '@workspace/desktop/ipc/settings-document';
import { CAPTURE } from '@workspace/dictation/tuning';
import { endAfterTests } from '../after-tests.ts';
import { samplesOf } from '../audio-comparison.ts';
import { RunningProcess } from '../child-processes.ts';
import type { SandboxAccount, Scenario } from '../control-api.ts';
import { SAMPLE_RATE } from '../recordings.ts';
import { COMPILE_CACHE, ROOT } from '../repository.ts';
import { SandboxProcess } from '../sandbox-process.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { traced } from '../system-calls.ts';
import { type Outage, UnreliableNetwork } from '../unreliable-network.ts';
import { wavFile } from '../wav-files.ts';
import { XSession } from '../x11/x-session.ts';
import { AppWindows } from './app-windows.ts';
import { type Chord, HOLD, press, release, tap } from './chords.ts';
import { Hud } from './hud.ts';
import { type Delivery, type SpokenPhrases, speak } from './spoken-phrases.ts';

const MAIN = join(ROOT, 'apps', 'desktop', 'src', 'main.ts');
/** How long the key is held after the last word. */
const HOLD_ON_SECONDS = 0.05;
/** The shortest polling interval. */
const LOOK_MS = 50;
/** The longest tail of a recording, plus a second for a busy machine. */
const TAIL_MS = CAPTURE.tailLimitMs + 1_000;

export interface SessionOptions {
  /** When the provider can't be reached. */
  outage?: Outage;
  /** Whether the provider's answers can be held up, for `dictateAndMeanwhile`. */
  canHoldAnswers?: boolean;
  /** Whether this computer takes over if the provider fails. Off by default: the provider's texts tell a test more. */
  onDeviceFallback?: boolean;
  /** Settings other than the defaults. */
  settings?: SettingsChange;
}

export interface LaunchOptions {
  /** Changes to the usual variables; `undefined` removes one. */
  environment?: Record<string, string | undefined>;
  /** Where to record the system calls of the app and its browser. */
  trace?: string;
  /** A link for the app to follow. */
  link?: string;
}

/** A display with a user's programs and the app, whose microphone and provider the test controls. */
export class DesktopSession {
  readonly x: XSession;
  readonly account: SandboxAccount;
  /** A folder for the test's own files. */
  readonly folder: string;
  /** Contains everything that the app and its browser may write. */
  readonly appFolder: string;
  /** The part of it where the app keeps its data. */
  readonly home: string;
  readonly #environment: Record<string, string>;
  readonly #microphoneFile: string;
  readonly #apps: RunningProcess[] = [];
  #network: UnreliableNetwork | undefined;
  #hud: Hud | undefined;

  private constructor(x: XSession, account: SandboxAccount, speechUrl: string) {
    this.x = x;
    this.account = account;
    this.folder = scratchFolder();
    this.appFolder = join(this.folder, 'app');
    for (const folder of ['user', 'tmp']) mkdirSync(join(this.appFolder, folder), { recursive: true });
    this.home = join(this.appFolder, 'home');
    this.#microphoneFile = join(this.folder, 'microphone.wav');
    this.#environment = {
      ...x.environment,
      HOME: join(this.appFolder, 'user'),
      TMPDIR: join(this.appFolder, 'tmp'),
      SAYKEY_HOME: this.home,
      SAYKEY_SPEECH_URL: speechUrl,
      SAYKEY_FAKE_MIC: this.#microphoneFile,
      SAYKEY_SKIP_ONBOARDING: '1',
      OPENAI_API_KEY: account.key,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
    };
  }

  /** Starts a display with only a window manager on it so far. */
  static async open(options: SessionOptions = {}): Promise<DesktopSession> {
    const [x, sandbox] = await Promise.all([XSession.start(), SandboxProcess.start()]);
    const account = await sandbox.openAccount({});
    const needsWay = options.outage !== undefined || options.canHoldAnswers;
    const way = needsWay ? await layNetwork(account.baseUrl, options.outage) : undefined;
    const session = new DesktopSession(x, account, way?.baseUrl ?? account.baseUrl);
    session.#network = way?.network;
    const { onDeviceFallback = false, settings } = options;
    session.#keepSettings({ version: 1, onDeviceFallback, ...settings });
    endAfterTests(() => session.endApps());
    await session.speak(['Nothing yet.']);
    return session;
  }

  /** Makes the provider reachable again. */
  endOutage(): void {
    this.#network?.comeBack();
  }

  #keepSettings(settings: object): void {
    mkdirSync(this.home, { recursive: true, mode: 0o700 });
    writeFileSync(join(this.home, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  }

  /** Makes the microphone hear a recording that the provider doesn't know, from the next dictation on. */
  playFile(path: string): void {
    copyFileSync(path, this.#microphoneFile);
  }

  /** Starts a display with the app. */
  static async start(options?: SessionOptions): Promise<DesktopSession> {
    const session = await DesktopSession.open(options);
    await session.startApp();
    return session;
  }

  /** Starts the app. Resolves once it can be used. */
  async startApp(options?: LaunchOptions): Promise<RunningProcess> {
    const app = this.launchApp(options);
    const isReady = () => app.stdout.includes(`${PRODUCT_NAME} desktop is ready\n`);
    await Promise.race([
      this.x.waitUntil(isReady),
      app.ended.then(({ exitCode, stderr }) => {
        throw new Error(`The app ended with exit code ${exitCode}: ${stderr}`);
      }),
    ]);
    return app;
  }

  /** Starts the app so that the text in its windows can be read. Resolves once it can be used. */
  async startReadableApp(): Promise<AppWindows> {
    const programs = join(this.folder, 'bin');
    const windows = new AppWindows({ home: this.home, programs });
    await this.startApp({ environment: { PATH: `${programs}:${this.x.environment.PATH}` } });
    return windows;
  }

  /** Starts the app, without waiting for it. */
  launchApp({ environment = {}, trace, link }: LaunchOptions = {}): RunningProcess {
    const command = [process.execPath, MAIN, '--shell', 'browser', ...(link === undefined ? [] : [link])] as const;
    const [program, args] = trace === undefined ? [command[0], command.slice(1)] : traced(command, trace);
    const env = Object.fromEntries(
      Object.entries({ ...this.#environment, ...environment }).filter(([, value]) => value !== undefined),
    );
    const app = RunningProcess.start(program, args, { cwd: this.folder, env });
    this.#apps.push(app);
    return app;
  }

  /** Speaks phrases in each dictation from the next one on, to a provider that follows the scenario. */
  async speak(phrases: readonly string[], scenario?: Scenario, delivery?: Delivery): Promise<SpokenPhrases> {
    const recording = speak(phrases, this.folder, delivery);
    await this.say(recording, scenario);
    return recording;
  }

  /** Same, with an existing recording. */
  async say(recording: SpokenPhrases, scenario: Scenario = {}): Promise<void> {
    copyFileSync(recording.path, this.#microphoneFile);
    await this.account.play({ ...recording.script, ...scenario });
  }

  /** Makes the microphone pick up only part of the recording that the provider knows. */
  playPart(recording: SpokenPhrases, fromSeconds: number, toSeconds: number): void {
    const part = samplesOf(recording.pcm).slice(fromSeconds * SAMPLE_RATE, toSeconds * SAMPLE_RATE);
    writeFileSync(this.#microphoneFile, wavFile(SAMPLE_RATE, 'pcm16', [part]));
  }

  /** Holds the key for a recording's length. */
  async dictate(recording: SpokenPhrases, releaseOrder: Chord = HOLD): Promise<void> {
    await press(this.x, HOLD);
    await this.heard(recording.phraseEnds.at(-1)!);
    await release(this.x, releaseOrder);
  }

  /** Same, and calls `act` after the release, before the provider answers. */
  async dictateAndMeanwhile(recording: SpokenPhrases, act: () => Promise<void>): Promise<void> {
    if (!this.#network) throw new Error('Only a session with canHoldAnswers can hold answers up.');
    await press(this.x, HOLD);
    // By then the provider is connected, but hasn't recognized anything.
    await this.heard(0);
    this.#network.holdAnswers();
    await this.heard(recording.phraseEnds.at(-1)!);
    await release(this.x, HOLD);
    await act();
    this.#network.letAnswersThrough();
  }

  press(chord: Chord): Promise<void> {
    return press(this.x, chord);
  }

  release(keys: Chord): Promise<void> {
    return release(this.x, keys);
  }

  tap(chord: Chord): Promise<void> {
    return tap(this.x, chord);
  }

  /**
   * Waits until the provider has received slightly more than this much of a take, counted from 1 since the scenario
   * began. Polls after half of the missing time: except for what was held back, audio arrives no faster than it is
   * spoken.
   */
  async heard(seconds: number, take = 1): Promise<void> {
    for (;;) {
      const sessions = (await this.account.sessions()).slice(take - 1);
      const received = Math.max(0, ...sessions.map(({ receivedSamples }) => receivedSamples)) / SAMPLE_RATE;
      const missing = seconds + HOLD_ON_SECONDS - received;
      if (missing <= 0) return;
      await setTimeout(Math.max((missing / 2) * 1_000, LOOK_MS));
    }
  }

  /** Waits for a recording's duration, for when no provider reports how much of it was heard. */
  async goOnSpeaking(recording: SpokenPhrases): Promise<void> {
    await this.untilMicrophoneOpens();
    await setTimeout((recording.phraseEnds.at(-1)! + HOLD_ON_SECONDS) * 1_000);
  }

  /**
   * Waits until the microphone opens, which starts its recording. Also resolves on a failure: a provider may refuse
   * before the HUD shows that the microphone is open.
   */
  async untilMicrophoneOpens(): Promise<void> {
    this.#hud ??= await Hud.watch(this.x);
    const hud = this.#hud;
    const isOpen = async () => (await hud.showsListening()) || hud.showsFailure();
    await this.x.waitUntil(isOpen).catch(async (error: unknown) => {
      const [card, sessions] = await Promise.all([hud.card(), this.account.sessions()]);
      const output = this.#apps.map(({ stdout, stderr }) => ({ stdout, stderr }));
      throw new Error(`The microphone did not open: ${JSON.stringify({ card, sessions, output })}`, { cause: error });
    });
  }

  /** Waits as long as the microphone may stay open after a release: when it closes can't be observed from outside. */
  async letTailEnd(): Promise<void> {
    await setTimeout(TAIL_MS);
  }

  /** How much audio the provider has received since the scenario began, in seconds. */
  async secondsHeard(): Promise<number> {
    const sessions = await this.account.sessions();
    return sessions.reduce((sum, { receivedSamples }) => sum + receivedSamples, 0) / SAMPLE_RATE;
  }

  /** The texts that the provider sent, phrase by phrase. */
  async textsSent(): Promise<string[]> {
    const sessions = await this.account.sessions();
    const items = sessions.flatMap(({ items }) => items);
    return items.flatMap(({ outcome, text }) => (outcome === 'final' && text ? [text.trim()] : []));
  }

  /** The whole text that the provider sent for a recording. Rejects if a word of it is missing. */
  async textOf(recording: SpokenPhrases): Promise<string> {
    const text = (await this.textsSent()).join(' ');
    const words = new Set(text.split(/\s+/));
    const missing = recording.text.split(/\s+/).filter((word) => !words.has(word));
    if (missing.length > 0) throw new Error(`The provider did not hear “${missing.join(' ')}”, but only “${text}”`);
    return text;
  }

  /** Counts the processes whose command lines name the app's data folder: those of its browser. */
  countBrowserProcesses(): number {
    const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' });
    return stdout.split('\n').filter((line) => line.includes(this.home)).length;
  }

  /** Ends every app that was started. */
  async endApps(): Promise<void> {
    // A tracer doesn't forward signals.
    for (const app of this.#apps) app.signalGroup('SIGTERM');
    await Promise.all(this.#apps.splice(0).map(({ ended }) => ended));
  }
}

async function layNetwork(address: string, outage?: Outage): ReturnType<typeof UnreliableNetwork.before> {
  const way = await UnreliableNetwork.before(address, outage);
  endAfterTests(() => way.network.close());
  return way;
}
