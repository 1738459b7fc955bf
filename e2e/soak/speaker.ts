import { setTimeout as delay } from 'node:timers/promises';
import { Engine } from '@workspace/dictation/engine';
import type { Inserter, Microphone } from '@workspace/dictation/ports';
import type { DictatedTime } from '@workspace/dictation/take-runner';
import type { TakeView } from '@workspace/dictation/take-view';
import { AS_RECOGNIZED } from '@workspace/dictation/writing';
import { createNodeTransport } from '@workspace/node-ports/node-transport';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import { createProvider } from '@workspace/speech/create-provider';
import type { SttProvider } from '@workspace/speech/provider';
import type { Rule, SandboxAccount } from '../control-api.ts';
import { afterAudio, atThe, inPlaceOfSessions, whenever } from '../faults.ts';
import { type PlainRecording, SAMPLE_RATE } from '../recordings.ts';
import type { Chance } from './chance.ts';
import type { Journal } from './journal.ts';

const FRAME_SAMPLES = SAMPLE_RATE / 10;
/** Four times real time. */
const FRAME_MS = 25;
const LIMIT_MS = 90_000;

const MISFORTUNES: readonly (readonly Rule[])[] = [
  [],
  [],
  [afterAudio(1_500, { type: 'drop' })],
  [afterAudio(2_500, { type: 'close', code: 1011 })],
  inPlaceOfSessions([1], { type: 'refuse', status: 503 }),
  [atThe(1, 'final', { type: 'fail-item' })],
  [atThe(1, 'commit', { type: 'delay', ms: 1_000 })],
  [whenever('final', { type: 'repeat', times: 2 }), whenever('open', { type: 'garbage' })],
  [whenever('final', { type: 'reorder', hold: 2 })],
  [
    ...inPlaceOfSessions([1], { type: 'refuse', status: 502 }),
    { when: { session: 2, afterAudioMs: 2_000 }, do: { type: 'drop' } },
  ],
];

interface Dependencies {
  account: SandboxAccount;
  recordings: readonly PlainRecording[];
  chance: Chance;
  journal: Journal;
  onUsage(time: DictatedTime): void;
}

/** Speaks to the engine, which uses real sockets. The recognized text is appended to one long text. */
export class Speaker {
  readonly #dependencies: Dependencies;
  readonly #engine: Engine;
  #text = '';
  #playing: PlainRecording | undefined;
  #over: PromiseWithResolvers<TakeView> = Promise.withResolvers();
  #usage: DictatedTime[] = [];

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const clock = createSteadyClock();
    const { baseUrl, key } = dependencies.account;
    const transport = createNodeTransport({ proxyEnvironment: {} });
    const provider: SttProvider = createProvider('openai', { baseUrl, key }, { clock, transport });
    this.#engine = new Engine(
      {
        clock,
        microphone: this.#microphone(),
        inserter: this.#inserter(),
      },
      {
        recognition: () => ({ provider, config: { model: provider.models[0]!.id, languages: [], keywords: [] } }),
        writing: () => AS_RECOGNIZED,
      },
      { onTakeOver: (take) => this.#over.resolve(take), onDictated: (time) => void this.#usage.push(time) },
    );
  }

  /**
   * Says something while the provider has a fault, and waits for the text. Returns what is wrong with it; undefined if
   * nothing is.
   */
  async speak(): Promise<string | undefined> {
    const { account, recordings, chance, journal } = this.#dependencies;
    const recording = chance.pick(recordings);
    const rules = chance.pick(MISFORTUNES);
    const isRefused = chance.strikes(10);
    if (rules.length > 0 || isRefused) journal.count('speech faults');
    await account.play({ ...recording.script, rules, ...(isRefused ? { key: 'refused' as const } : {}) });
    const before = this.#text;
    this.#usage = [];
    let take = await this.#dictate(recording);
    if (isRefused) {
      if (take?.phase !== 'failed') return `a take with a refused key was ${take?.phase ?? 'never over'}`;
      // The fault is removed, and the user presses Try again.
      await account.play(recording.script);
      take = await this.#untilOver(() => this.#engine.retry(take!.id));
    }
    if (take?.phase !== 'done') return `a take was ${take?.phase ?? 'never over'} (${take?.error?.kind ?? 'no error'})`;
    const said = wordsOf(recording.text);
    const inserted = wordsOf(this.#text.slice(before.length));
    if (!this.#text.startsWith(before) || said !== inserted) return `said “${said}”, inserted “${inserted}”`;
    const seconds = recording.pcm.length / 2 / SAMPLE_RATE;
    const counted = this.#usage.map((time) => Math.ceil(time.seconds));
    if (counted.length !== 1 || counted[0] !== Math.ceil(seconds)) return `spoke ${seconds} s, counted ${counted}`;
    for (const time of this.#usage) this.#dependencies.onUsage(time);
    return undefined;
  }

  #dictate(recording: PlainRecording): Promise<TakeView | undefined> {
    this.#playing = recording;
    return this.#untilOver(() => {
      this.#engine.gesture({ type: 'hold-pressed', holdDown: true });
    });
  }

  async #untilOver(begin: () => void): Promise<TakeView | undefined> {
    this.#over = Promise.withResolvers();
    const giveUp = new AbortController();
    begin();
    const take = await Promise.race([
      this.#over.promise,
      delay(LIMIT_MS, undefined, { signal: giveUp.signal }).catch(() => undefined),
    ]);
    giveUp.abort();
    this.#engine.gesture({ type: 'hold-released', holdDown: false });
    return take;
  }

  #microphone(): Microphone {
    return {
      open: (listener) => {
        const { pcm } = this.#playing!;
        const samples = new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length));
        let at = 0;
        const timer = setInterval(() => {
          if (at >= samples.length) {
            clearInterval(timer);
            listener.onEnd();
            return;
          }
          listener.onSamples(samples.slice(at, at + FRAME_SAMPLES));
          at += FRAME_SAMPLES;
        }, FRAME_MS);
        return { close: () => clearInterval(timer) };
      },
    };
  }

  #inserter(): Inserter {
    return {
      focusedApp: async () => undefined,
      captureTarget: async () => ({ id: 'document', kind: 'multi-line' }),
      textAround: async () => ({ before: this.#text }),
      insert: async (_target, text) => {
        this.#text += text;
        return 'inserted';
      },
      pressReturn: async () => false,
      leaveOnClipboard: async () => false,
    };
  }
}

function wordsOf(text: string): string {
  return text.trim().split(/\s+/).join(' ');
}
