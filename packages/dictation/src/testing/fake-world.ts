/**
 * A world for the engine with a fake clock: a room in which words are spoken, a microphone, a provider that hears
 * exactly the words whose samples it was sent, and a field. Faults are injected through its properties.
 */
import type { SttError, SttErrorKind, SttEvent, SttProvider, SttSession } from '@workspace/speech/provider';
import { concatenated, samplesIn } from '@workspace/speech/samples';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { Engine, type EngineNotice } from '../engine.ts';
import type {
  Inserter,
  InsertionOutcome,
  MayReleaseKeys,
  Microphone,
  MicrophoneFailure,
  MicrophoneListener,
  WallClock,
} from '../ports.ts';
import type { DictatedTime } from '../take-runner.ts';
import type { TakeView } from '../take-view.ts';
import { AS_RECOGNIZED, type WritingSettings } from '../writing.ts';
import { FakeBackup } from './fake-backup.ts';
import { recognizeWords, roomSound, type SpokenWord } from './spoken-words.ts';

/** How a session treats its audio and texts. */
export interface Mood {
  /** From the start to `ready`; `never` is a server that doesn't answer. */
  connectMs: number | 'never';
  /** From a cut to its final; may depend on the number of samples. */
  finalMs: number | ((samples: number) => number);
  /** Ends the session with this error, this long after its start. */
  fails?: { kind: SttErrorKind; afterMs: number; retryAfterMs?: number };
  /** The finals of two close phrases arrive in reverse order. */
  reorders: boolean;
  /** Each final arrives twice. */
  repeats: boolean;
  /** Accepts audio but answers nothing, until the session's own limit. */
  mute: boolean;
  /** Accepts audio and never emits anything. */
  silent?: boolean;
  /** What it claims to hear if nothing is said. */
  invents?: string;
}

export const HEALTHY: Mood = { connectMs: 100, finalMs: 300, reorders: false, repeats: false, mute: false };

const MUTE_LIMIT_MS = 8_000;
const CONNECT_LIMIT_MS = 10_000;

export interface WorldOptions {
  segmentation?: 'client' | 'server';
  fallback?: boolean;
  backup?: boolean;
  maxSessionMs?: number;
  /** The room is a recording that is played. */
  isPlayback?: boolean;
  /** Keys can't be simulated while the user holds one that changes their meaning. */
  needsKeysUp?: boolean;
}

export interface Inserted {
  target: string;
  text: string;
}

export class FakeWorld {
  readonly clock = new FakeClock();
  readonly words: readonly SpokenWord[];
  readonly engine: Engine;
  readonly inserted: Inserted[] = [];
  /** The outcome of each text, and where Return was pressed. */
  readonly fieldLog: string[] = [];
  readonly notices: EngineNotice[] = [];
  readonly over: TakeView[] = [];
  /** When each take was last over. */
  readonly overAt = new Map<number, number>();
  readonly usage: DictatedTime[] = [];
  /** What each take got from the microphone, as ranges of the room's timeline. */
  readonly captured = new Map<number, { from: number; to: number }[]>();
  mood: Mood = HEALTHY;
  /** How the provider's fallback behaves, if that differs. */
  fallbackMood: Mood | undefined;
  readonly backup = new FakeBackup(this.clock);
  /** How recognition on this computer fails, if it does. */
  backupFails: Mood['fails'];
  keywords: string[] = [];
  insertionOutcome: InsertionOutcome | 'hangs' | 'throws' = 'inserted';
  writing: (app: string | undefined) => WritingSettings = () => AS_RECOGNIZED;
  microphoneOpensAfterMs = 60;
  /** Sound is held up between the microphone and the engine, and arrives later. */
  isSoundHeldUp = false;
  focus = 'editor';
  /** All samples ever pushed to the provider and the backup. */
  pushed = 0;
  openMicrophones = 0;
  openSessions = 0;
  /** The languages that each session was started with. */
  readonly languagesAsked: (readonly string[])[] = [];
  sessionsStarted = 0;
  #wallOffset = 1_790_000_000_000;
  #microphone: OpenMicrophone | undefined;

  constructor(words: readonly SpokenWord[], options: WorldOptions = {}) {
    this.words = words;
    const wallClock: WallClock = {
      now: () => this.clock.now(),
      schedule: (delayMs, callback) => this.clock.schedule(delayMs, callback),
      wallTime: () => this.clock.now() + this.#wallOffset,
      timeZone: () => 'Europe/Berlin',
    };
    const stream = this.#provider(options, () => this.mood);
    const fallback = this.#provider({}, () => this.fallbackMood ?? this.mood);
    const provider = options.fallback ? { ...stream, fallback } : stream;
    const config = (app?: string) => ({
      model: 'model',
      languages: [...this.writing(app).languages],
      keywords: this.keywords,
    });
    const backup = { provider: this.#backupProvider(), config: config() };
    this.engine = new Engine(
      {
        clock: wallClock,
        microphone: this.#microphonePort(options),
        inserter: this.#inserter(options),
      },
      {
        recognition: (app) => ({ provider, config: config(app), ...(options.backup ? { backup } : {}) }),
        writing: (app) => this.writing(app),
      },
      {
        onNotice: (notice) => this.notices.push(notice),
        onDictated: (time) => this.usage.push(time),
        onTakeOver: (take) => {
          this.over.push(take);
          this.overAt.set(take.id, this.clock.now());
        },
      },
    );
  }

  /** Lets time pass in small steps, with sound, timers and promises. */
  async run(ms: number, stepMs = 20): Promise<void> {
    const until = this.clock.now() + ms;
    while (this.clock.now() < until) {
      this.clock.advance(Math.min(this.#microphone ? stepMs : 100, until - this.clock.now()));
      this.#sound();
      await settlePromises();
    }
  }

  /** The time of day jumps; the steady clock doesn't. */
  jumpWallTime(ms: number): void {
    this.#wallOffset += ms;
  }

  /** The machine sleeps: nothing runs, nothing is recorded. */
  async sleep(ms: number): Promise<void> {
    this.engine.sleep();
    await settlePromises();
    this.clock.sleep(ms);
    this.engine.wake();
    await settlePromises();
  }

  /** The microphone goes away. */
  breakMicrophone(failure: MicrophoneFailure): void {
    const microphone = this.#microphone;
    this.#closeMicrophone();
    microphone?.listener.onEnd(failure);
  }

  /** The microphone stays open but delivers nothing. */
  muteMicrophone(): void {
    if (this.#microphone) this.#microphone.soundsFrom = Number.POSITIVE_INFINITY;
  }

  /** The words a take recorded completely. */
  wordsCaptured(take: number): string[] {
    const stretches = this.captured.get(take) ?? [];
    return this.words
      .filter((word) => stretches.some(({ from, to }) => from <= word.from && word.to <= to))
      .map(({ text }) => text);
  }

  get wordsInserted(): string[] {
    return this.inserted.flatMap(({ text }) => text.trim().split(/\s+/)).filter((word) => word !== '');
  }

  #sound(): void {
    const microphone = this.#microphone;
    if (!microphone || this.clock.now() < microphone.soundsFrom) return;
    const now = samplesIn(this.clock.now());
    let position = microphone.position ?? now - samplesIn(20);
    microphone.position = position;
    microphone.isLate ||= this.isSoundHeldUp;
    if (this.isSoundHeldUp) return;
    while (position < now && this.#microphone === microphone) {
      const from = position;
      // What was held up arrives in its original pieces, but all at once.
      position = microphone.isLate ? Math.min(now, from + samplesIn(20)) : now;
      microphone.position = position;
      const take = this.engine.view().takes.findLast(({ phase }) => phase === 'recording')?.id;
      if (take !== undefined) this.#recordCaptured(take, from, position);
      microphone.listener.onSamples(roomSound(this.words, from, position));
      this.#reportCaughtUp(microphone, position);
    }
    microphone.isLate = false;
  }

  #reportCaughtUp(microphone: OpenMicrophone, position: number): void {
    const done = microphone.catchUps.filter(({ at }) => at <= position);
    microphone.catchUps = microphone.catchUps.filter(({ at }) => at > position);
    for (const { onDone } of done) onDone();
  }

  #recordCaptured(take: number, from: number, to: number): void {
    const stretches = this.captured.get(take) ?? [];
    this.captured.set(take, stretches);
    const last = stretches.at(-1);
    if (last?.to === from) last.to = to;
    else stretches.push({ from, to });
  }

  #microphonePort({ isPlayback = false }: WorldOptions): Microphone {
    return {
      isPlayback,
      open: (listener) => {
        this.openMicrophones += 1;
        const microphone: OpenMicrophone = {
          listener,
          soundsFrom: this.clock.now() + this.microphoneOpensAfterMs,
          position: undefined,
          isLate: false,
          catchUps: [],
        };
        this.#microphone = microphone;
        return {
          catchUp: (onDone) => {
            const at = samplesIn(this.clock.now());
            if ((microphone.position ?? at) >= at) onDone();
            else microphone.catchUps.push({ at, onDone });
          },
          close: () => {
            if (this.#microphone === microphone) this.#closeMicrophone();
          },
        };
      },
    };
  }

  #closeMicrophone(): void {
    if (this.#microphone) this.openMicrophones -= 1;
    this.#microphone = undefined;
  }

  #inserter({ needsKeysUp = false }: WorldOptions): Inserter {
    const isPostponed = (mayReleaseKeys: MayReleaseKeys | undefined) => needsKeysUp && mayReleaseKeys?.() === false;
    return {
      focusedApp: async () => this.focus,
      captureTarget: async () => ({ id: this.focus, kind: 'multi-line', app: this.focus }),
      textAround: async () => undefined,
      insert: async (target, text, mayReleaseKeys) => {
        if (isPostponed(mayReleaseKeys)) return 'postponed';
        this.inserted.push({ target: target.id, text });
        const outcome = this.insertionOutcome;
        this.fieldLog.push(`${outcome} in ${target.id}`);
        if (outcome === 'throws') throw new Error('The field is gone');
        return outcome === 'hangs' ? new Promise<never>(() => undefined) : outcome;
      },
      pressReturn: async (target, isWanted, mayReleaseKeys) => {
        if (isPostponed(mayReleaseKeys)) return 'postponed';
        if (this.focus !== target.id || !isWanted()) return false;
        this.fieldLog.push(`Return in ${target.id}`);
        return true;
      },
      leaveOnClipboard: async () => true,
    };
  }

  #provider(options: WorldOptions, mood: () => Mood): SttProvider {
    const { segmentation = 'client', maxSessionMs } = options;
    const caps = {
      segmentation,
      phrases: 'short' as const,
      live: false,
      ...(maxSessionMs !== undefined ? { maxSessionMs } : {}),
    };
    return {
      id: 'openai',
      host: 'speech.example',
      models: [{ id: 'model', caps }],
      capabilities: () => caps,
      checkKey: async () => ({ status: 'valid', message: '' }),
      start: ({ languages }, listener) => {
        this.sessionsStarted += 1;
        this.languagesAsked.push(languages);
        return new FakeSession(this, mood(), segmentation, listener);
      },
    };
  }

  #backupProvider(): SttProvider {
    return {
      ...this.#provider({}, () => HEALTHY),
      id: 'on-device',
      host: 'On this computer',
      prepare: () => this.backup.prepare(),
      start: (_config, listener) => {
        const mood: Mood = {
          ...HEALTHY,
          connectMs: this.backup.begin(),
          finalMs: (samples) => this.backup.process(samples),
          ...(this.backupFails ? { fails: this.backupFails } : {}),
        };
        const session = new FakeSession(this, mood, 'client', listener);
        const push = session.push.bind(session);
        session.push = (samples) => {
          this.backup.pushed += samples.length;
          push(samples);
        };
        return session;
      },
    };
  }
}

interface OpenMicrophone {
  listener: MicrophoneListener;
  soundsFrom: number;
  position: number | undefined;
  isLate: boolean;
  /** Callbacks for when the audio up to a position has arrived. */
  catchUps: { at: number; onDone: () => void }[];
}

class FakeSession implements SttSession {
  readonly backlogBytes = 0;
  readonly #world: FakeWorld;
  readonly #mood: Mood;
  readonly #segmentation: 'client' | 'server';
  readonly #listener: (event: SttEvent) => void;
  readonly #held: SttEvent[] = [];
  #chunks: Int16Array[] = [];
  #length = 0;
  #cutAt = 0;
  #segments = 0;
  #unanswered = 0;
  #ended = false;
  #over = false;

  constructor(world: FakeWorld, mood: Mood, segmentation: 'client' | 'server', listener: (event: SttEvent) => void) {
    this.#world = world;
    this.#mood = mood;
    this.#segmentation = segmentation;
    this.#listener = listener;
    world.openSessions += 1;
    const { connectMs, fails } = this.#mood;
    if (connectMs === 'never') this.#later(CONNECT_LIMIT_MS, () => this.#close({ kind: 'timeout' }));
    else this.#later(connectMs, () => this.#emit({ type: 'ready' }));
    if (fails) this.#later(fails.afterMs, () => this.#close(fails));
  }

  push(samples: Int16Array): void {
    if (this.#over || this.#ended) throw new Error('Audio was pushed to a session that is over');
    this.#world.pushed += samples.length;
    this.#chunks.push(samples);
    this.#length += samples.length;
    if (this.#mood.silent) return;
    if (this.#segmentation === 'server' && this.#length - this.#cutAt > samplesIn(3_000)) this.#transcribe();
    else this.#emit({ type: 'partial', segment: String(this.#segments), from: this.#cutAt, text: '…', stable: 0 });
  }

  cut(): void {
    if (this.#segmentation === 'client') this.#transcribe();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#segmentation === 'server') this.#transcribe();
    this.#closeIfAnswered();
  }

  cancel(): void {
    this.#leave();
  }

  /**
   * Transcribes the audio since the last cut. A server that segments on its own never cuts a word: it waits for
   * silence.
   */
  #transcribe(): void {
    const sound = concatenated(this.#chunks);
    const to = this.#segmentation === 'server' && !this.#ended ? lastSilence(sound) : sound.length;
    if (to === 0) return;
    this.#chunks = [sound.subarray(to)];
    const from = this.#cutAt;
    this.#cutAt += to;
    this.#segments += 1;
    this.#unanswered += 1;
    const heard = recognizeWords(this.#world.words, sound.subarray(0, to)).join(' ');
    const text = heard || (this.#mood.invents ?? '');
    const final: SttEvent = { type: 'final', segment: `s${this.#segments}`, from, to: this.#cutAt, text };
    const { finalMs, mute, silent } = this.#mood;
    if (silent) return;
    if (mute) this.#later(MUTE_LIMIT_MS, () => this.#close({ kind: 'timeout' }));
    else this.#later(typeof finalMs === 'number' ? finalMs : finalMs(to), () => this.#answer(final));
  }

  #answer(final: SttEvent): void {
    this.#held.push(final);
    if (this.#mood.reorders && this.#held.length === 1 && this.#unanswered > 1) return;
    for (const event of this.#held.splice(0).reverse()) {
      this.#unanswered -= 1;
      this.#emit(event);
      if (this.#mood.repeats) this.#emit(event);
    }
    this.#closeIfAnswered();
  }

  #closeIfAnswered(): void {
    if (this.#ended && this.#unanswered === 0) this.#later(1, () => this.#close());
  }

  #close(failure?: Pick<SttError, 'kind' | 'retryAfterMs'>): void {
    if (this.#over) return;
    const error: SttError | undefined = failure && {
      kind: failure.kind,
      message: `It failed: ${failure.kind}`,
      advice: 'Wait.',
      ...(failure.retryAfterMs !== undefined ? { retryAfterMs: failure.retryAfterMs } : {}),
    };
    this.#emit({ type: 'closed', ...(error ? { error } : {}) });
    this.#leave();
  }

  #leave(): void {
    if (!this.#over) this.#world.openSessions -= 1;
    this.#over = true;
  }

  #emit(event: SttEvent): void {
    if (!this.#over) this.#listener(event);
  }

  #later(delayMs: number, callback: () => void): void {
    this.#world.clock.schedule(delayMs, () => {
      if (!this.#over) callback();
    });
  }
}

/** Returns the position after the last 50 ms of silence. */
function lastSilence(sound: Int16Array): number {
  let silent = 0;
  for (let index = sound.length - 1; index >= 0; index -= 1) {
    silent = sound[index] === 0 ? silent + 1 : 0;
    if (silent === samplesIn(50)) return index + silent;
  }
  return 0;
}
