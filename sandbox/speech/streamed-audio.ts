import type { SessionJournal } from './accounts.ts';
import type { Clock } from './clock.ts';
import { Ear, type Script } from './ear/ear.ts';
import { EAR_RATE } from './ear/rate.ts';
import { Resampler } from './ear/resampler.ts';
import { fromPcm16 } from './ear/samples.ts';
import type { Action } from './fault-rules.ts';
import { LIMITS } from './limits.ts';

/** The audio of a stream: how it comes in, and the ear that hears it. */
export class StreamedAudio {
  readonly ear: Ear;
  readonly #journal: SessionJournal;
  readonly #clock: Clock;
  readonly #rate: number;
  readonly #resampler: Resampler | undefined;
  #beganAt: number | undefined;

  constructor(journal: SessionJournal, script: Script, place: number, clock: Clock, rate: number) {
    this.ear = new Ear(script, place);
    this.#journal = journal;
    this.#clock = clock;
    this.#rate = rate;
    this.#resampler = rate === EAR_RATE ? undefined : new Resampler(rate, EAR_RATE);
  }

  /** Takes 16-bit samples. Returns what goes wrong because of them. */
  take(pcm: Buffer): Action[] {
    this.#beganAt ??= this.#clock.now();
    const samples = fromPcm16(pcm);
    this.ear.push(this.#resampler?.push(samples) ?? samples);
    return this.#journal.receive(pcm);
  }

  /** Where the received audio ends, including what is still being resampled; at the ear's rate. */
  get end(): number {
    return Math.round((this.#journal.record.receivedSamples * EAR_RATE) / this.#rate);
  }

  /** Whether the audio is further ahead of the speed at which it is spoken than providers like. */
  get isTooFast(): boolean {
    const { receivedSamples } = this.#journal.record;
    const elapsedMs = this.#clock.now() - (this.#beganAt ?? this.#clock.now());
    return (receivedSamples * 1_000) / this.#rate - elapsedMs > LIMITS.largestLeadMs;
  }

  /** A position of the ear's as one of the received audio. */
  atRate(position: number): number {
    return Math.round((position * this.#rate) / EAR_RATE);
  }
}
