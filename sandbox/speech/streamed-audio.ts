import type { Clock } from '../clock.ts';
import type { SessionJournal } from './accounts.ts';
import type { Action } from './fault-rules.ts';
import { LIMITS } from './limits.ts';
import { RECOGNIZER_RATE } from './recognizer/rate.ts';
import { Recognizer, type Script } from './recognizer/recognizer.ts';
import { Resampler } from './recognizer/resampler.ts';
import { fromPcm16 } from './recognizer/samples.ts';

/** The incoming audio of a stream, and its recognizer. */
export class StreamedAudio {
  readonly recognizer: Recognizer;
  readonly #journal: SessionJournal;
  readonly #clock: Clock;
  readonly #rate: number;
  readonly #resampler: Resampler | undefined;
  #beganAt: number | undefined;

  constructor(journal: SessionJournal, script: Script, place: number, clock: Clock, rate: number) {
    this.recognizer = new Recognizer(script, place);
    this.#journal = journal;
    this.#clock = clock;
    this.#rate = rate;
    this.#resampler = rate === RECOGNIZER_RATE ? undefined : new Resampler(rate, RECOGNIZER_RATE);
  }

  /** Takes 16-bit samples. Returns the faults that they trigger. */
  take(pcm: Buffer): Action[] {
    this.#beganAt ??= this.#clock.now();
    const samples = fromPcm16(pcm);
    this.recognizer.push(this.#resampler?.push(samples) ?? samples);
    return this.#journal.receive(pcm);
  }

  /** Where the received audio ends, including what is still being resampled; at the recognizer's rate. */
  get end(): number {
    return Math.round((this.#journal.record.receivedSamples * RECOGNIZER_RATE) / this.#rate);
  }

  /** Whether the audio runs further ahead of real time than providers allow. */
  get isTooFast(): boolean {
    const { receivedSamples } = this.#journal.record;
    const elapsedMs = this.#clock.now() - (this.#beganAt ?? this.#clock.now());
    return (receivedSamples * 1_000) / this.#rate - elapsedMs > LIMITS.largestLeadMs;
  }

  /** Converts a position of the recognizer to one in the received audio. */
  atRate(position: number): number {
    return Math.round((position * this.#rate) / RECOGNIZER_RATE);
  }
}
