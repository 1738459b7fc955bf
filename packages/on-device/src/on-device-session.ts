import type { Clock } from '@workspace/speech/clock';
import type { SttConfig, SttError, SttEvent, SttSession } from '@workspace/speech/provider';
import { concatenated, samplesIn } from '@workspace/speech/samples';
import { joinWindows } from './join-windows.ts';
import { includesEnglish } from './languages.ts';
import { PARTIAL, SOUND, WINDOW } from './limits.ts';
import { quietestPosition } from './quietest-position.ts';
import type { Recognizer } from './recognizer.ts';
import { languageError } from './recognizer-errors.ts';
import { type Range, VoicedRange } from './voiced-range.ts';

/** A part of a phrase that is recognized in one go. Positions are samples since the start of the session. */
interface Window {
  from: number;
  /** Where it ends; absent while it is growing. */
  to?: number;
  /** Whether it ends in the middle of speech. */
  breaksOff: boolean;
  /** The text recognized so far. */
  text: string;
  isFinal: boolean;
  /** What `text` was recognized from, and the draft it provides for the next attempt. */
  heard?: Range;
  draft: readonly number[];
  /** The range of the last attempt. */
  tried?: Range;
  /** The pending attempt. */
  attempt?: { range: Range; callOff(): void };
}

/** The audio between two cuts. */
interface Phrase {
  segment: string;
  from: number;
  to?: number;
  windows: Window[];
  /** The last partial text reported. */
  reported: string;
}

/**
 * An on-device session, in which each cut makes one segment. While a phrase is being spoken, it is recognized again and
 * again from its start, as often as the machine can afford. A long phrase is recognized in windows, of which only the
 * last one is still growing.
 */
export class OnDeviceSession implements SttSession {
  readonly backlogBytes = 0;
  readonly #recognizer: Recognizer;
  readonly #clock: Clock;
  readonly #listener: (event: SttEvent) => void;
  readonly #stopUsing: () => void;
  readonly #voiced = new VoicedRange();
  /** Pushed audio that may still be needed, from position `#keptFrom` on. */
  #kept: Int16Array[] = [];
  #keptFrom = 0;
  #pushed = 0;
  #phraseCount = 0;
  /** Not final yet, in order; the last one may still be growing. */
  #phrases: Phrase[] = [];
  /** When the next provisional text may be requested. */
  #nextAttemptAt = 0;
  #hasEnded = false;
  #isOver = false;

  constructor(
    config: SttConfig,
    dependencies: { recognizer: Recognizer; clock: Clock },
    listener: (event: SttEvent) => void,
  ) {
    this.#recognizer = dependencies.recognizer;
    this.#clock = dependencies.clock;
    this.#listener = listener;
    const isUsable = includesEnglish(config.languages);
    this.#stopUsing = isUsable ? this.#recognizer.use() : () => {};
    // Ready at once: the recognizer queues requests until the model is loaded.
    Promise.resolve().then(() => (isUsable ? this.#emit({ type: 'ready' }) : this.#close(languageError())));
  }

  push(samples: Int16Array): void {
    if (this.#isOver) return;
    this.#kept.push(samples.slice());
    this.#pushed += samples.length;
    this.#voiced.process(samples);
    const phrase = this.#growingPhrase();
    for (let window = phrase.windows.at(-1)!; this.#isTooLong(window); window = phrase.windows.at(-1)!) {
      const end = this.#endOf(window);
      const margin = samplesIn(WINDOW.pauseAudioMs);
      window.breaksOff = this.#voiced.within({ from: end - margin, to: end + margin }) !== undefined;
      phrase.windows.push(newWindow(end));
      this.#finish(phrase, window, end);
    }
    this.#attempt(phrase);
  }

  cut(): void {
    const phrase = this.#phrases.at(-1);
    if (this.#isOver || phrase === undefined || phrase.to !== undefined || this.#pushed === phrase.from) return;
    phrase.to = this.#pushed;
    this.#finish(phrase, phrase.windows.at(-1)!, this.#pushed);
  }

  end(): void {
    this.#hasEnded = true;
    // Deferred, since no event may be emitted during a call.
    Promise.resolve().then(() => this.#closeWhenDone());
  }

  cancel(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const { windows } of this.#phrases) for (const { attempt } of windows) attempt?.callOff();
    this.#phrases = [];
    this.#kept = [];
    this.#stopUsing();
  }

  #growingPhrase(): Phrase {
    const last = this.#phrases.at(-1);
    if (last && last.to === undefined) return last;
    const from = this.#pushed - this.#kept.at(-1)!.length;
    this.#phraseCount += 1;
    const phrase: Phrase = { segment: `phrase-${this.#phraseCount}`, from, windows: [newWindow(from)], reported: '' };
    this.#phrases.push(phrase);
    return phrase;
  }

  #isTooLong({ from }: Window): boolean {
    // Leading silence doesn't count.
    const voiced = this.#voiced.within({ from, to: this.#pushed });
    return voiced !== undefined && this.#pushed - voiced.from > samplesIn(WINDOW.maxAudioMs);
  }

  /** Returns the quietest position where a window that has grown too long may end. */
  #endOf({ from }: Window): number {
    const start = this.#voiced.within({ from, to: this.#pushed })!.from;
    const [earliest, latest] = [samplesIn(WINDOW.minAudioMs), samplesIn(WINDOW.maxAudioMs)];
    const samples = this.#read({ from: start, to: start + latest });
    return start + quietestPosition(samples, earliest, latest, samplesIn(WINDOW.pauseAudioMs));
  }

  /** Requests a provisional text of the growing window, if it has new audio and the machine can afford it. */
  #attempt(phrase: Phrase): void {
    const window = phrase.windows.at(-1)!;
    if (this.#phrases[0] !== phrase || phrase.windows.some(({ attempt }) => attempt)) return;
    const range = this.#voiced.within({ from: window.from, to: this.#pushed });
    if (range === undefined) return;
    const voicedSamples = range.to - range.from;
    if (voicedSamples < samplesIn(PARTIAL.firstAudioMs)) return;
    const added = range.to - (window.tried?.to ?? range.from);
    // Once the voice has stopped, this text will most likely be the final one.
    const isComplete = range.to < this.#pushed && added > 0;
    const isDue = added >= samplesIn(PARTIAL.nextAudioMs) && this.#clock.now() >= this.#nextAttemptAt;
    if (isComplete || isDue) this.#recognize(phrase, window, range, false);
  }

  /** Ends the window and requests its final text, unless the same range already was or is being recognized. */
  #finish(phrase: Phrase, window: Window, to: number): void {
    window.to = to;
    const range = this.#voiced.within({ from: window.from, to });
    if (range && isSame(window.attempt?.range, range)) return;
    window.attempt?.callOff();
    delete window.attempt;
    if (range === undefined || range.to - range.from < samplesIn(SOUND.minAudioMs)) this.#settle(phrase, window, '');
    else if (isSame(window.heard, range)) this.#settle(phrase, window, window.text);
    else this.#recognize(phrase, window, range, true);
  }

  #recognize(phrase: Phrase, window: Window, range: Range, final: boolean): void {
    const askedAt = this.#clock.now();
    const sound = { samples: this.#read(range), draft: window.draft, final };
    const callOff = this.#recognizer.recognize(sound, {
      onText: (text, tokens) => {
        const now = this.#clock.now();
        this.#nextAttemptAt = now + (now - askedAt);
        delete window.attempt;
        this.#handleText(phrase, window, range, { text, tokens, final });
      },
      onError: (error) => this.#close(error),
    });
    window.tried = range;
    window.attempt = { range, callOff };
  }

  #handleText(
    phrase: Phrase,
    window: Window,
    range: Range,
    { text, tokens, final }: { text: string | null; tokens: readonly number[]; final: boolean },
  ): void {
    if (text !== null) Object.assign(window, { text, heard: range, draft: tokens });
    if (window.to === undefined) {
      this.#emitText(phrase);
    } else if (text !== null) {
      this.#settle(phrase, window, text);
    } else if (!final) {
      this.#recognize(phrase, window, range, true);
    }
  }

  #settle(phrase: Phrase, window: Window, text: string): void {
    Object.assign(window, { text, isFinal: true });
    this.#forget();
    // Deferred, since no event may be emitted during a call.
    Promise.resolve().then(() => this.#emitText(phrase));
  }

  /** Emits the text of a phrase: a partial, or the final one once all its windows are final. */
  #emitText(phrase: Phrase): void {
    if (this.#isOver || !this.#phrases.includes(phrase)) return;
    const { segment, from, to, windows } = phrase;
    const text = joinWindows(windows);
    if (to !== undefined && windows.every(({ isFinal }) => isFinal)) {
      this.#phrases = this.#phrases.filter((other) => other !== phrase);
      this.#emit({ type: 'final', segment, from, to, text });
      this.#closeWhenDone();
      return;
    }
    if (text === '' || text === phrase.reported) return;
    phrase.reported = text;
    const settled = windows.findIndex(({ isFinal }) => !isFinal);
    // The period at the end of a window that breaks off may be removed later.
    const stable = joinWindows(windows.slice(0, settled)).replace(/\.$/, '').length;
    this.#emit({ type: 'partial', segment, from, text, stable });
  }

  #emit(event: SttEvent): void {
    if (!this.#isOver) this.#listener(event);
  }

  #closeWhenDone(): void {
    if (this.#hasEnded && this.#phrases.every(({ to }) => to === undefined)) this.#close();
  }

  #close(error?: SttError): void {
    if (this.#isOver) return;
    this.cancel();
    this.#listener({ type: 'closed', ...(error === undefined ? {} : { error }) });
  }

  #read({ from, to }: Range): Int16Array {
    return concatenated(this.#kept).slice(from - this.#keptFrom, to - this.#keptFrom);
  }

  /** Drops audio that is no longer needed. */
  #forget(): void {
    const waiting = this.#phrases.flatMap(({ windows }) => windows).find(({ isFinal }) => !isFinal);
    const needed = waiting?.from ?? this.#pushed;
    while (this.#kept.length > 0 && this.#keptFrom + this.#kept[0]!.length <= needed) {
      this.#keptFrom += this.#kept.shift()!.length;
    }
  }
}

function newWindow(from: number): Window {
  return { from, breaksOff: false, text: '', isFinal: false, draft: [] };
}

function isSame(a: Range | undefined, b: Range): boolean {
  return a !== undefined && a.from === b.from && a.to === b.to;
}
