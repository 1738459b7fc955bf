import { Resampler } from './resampler.ts';
import { SAMPLE_RATE, SampleFrames } from './sample-frames.ts';

/** Timeout of `catchUp`. Sound arrives within a few ms of its capture, if at all. */
const CATCH_UP_LIMIT_MS = 500;
/** Timeout of `end`: how long the microphone stays open to wait for its last samples. */
const END_LIMIT_MS = 200;

/** A chunk of sound from the browser: the part of `AudioData` that is used. */
export interface SoundPiece extends Pick<AudioData, 'sampleRate' | 'numberOfFrames' | 'numberOfChannels' | 'close'> {
  /** When its capture began, on the clock of `performance.now()` but in microseconds. */
  timestamp: number;
  copyTo(channel: Float32Array, options: { planeIndex: number; format: 'f32-planar' }): void;
}

/** Reads sound from a stream and emits its samples, in frames of `SampleFrames`. */
export class SampleTap {
  readonly #reader: ReadableStreamDefaultReader<SoundPiece>;
  readonly #ended: Promise<void>;
  /** Pending `catchUp` calls. */
  readonly #waiting = new Set<{ untilMs: number; resolve(): void }>();
  #endsAtMs = Number.POSITIVE_INFINITY;

  constructor(sound: ReadableStream<SoundPiece>, onSamples: (samples: Int16Array) => void) {
    this.#reader = sound.getReader();
    this.#ended = this.#handOut(onSamples);
  }

  /** Resolves once all sound captured before `untilMs`, a time of `performance.now()`, was emitted, or on timeout. */
  async catchUp(untilMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { untilMs, resolve };
    this.#waiting.add(waiting);
    const timer = setTimeout(resolve, CATCH_UP_LIMIT_MS);
    await Promise.race([promise, this.#ended]);
    clearTimeout(timer);
    this.#waiting.delete(waiting);
  }

  /** Resolves once all sound captured until now was emitted, or on timeout. Nothing is emitted afterwards. */
  async end(): Promise<void> {
    this.#endsAtMs = performance.now();
    const timer = setTimeout(() => this.#cancel(), END_LIMIT_MS);
    await this.#ended;
    clearTimeout(timer);
    await this.#cancel();
  }

  async #handOut(onSamples: (samples: Int16Array) => void): Promise<void> {
    const frames = new SampleFrames();
    const hand = (samples: Float32Array) => frames.add(samples).forEach(onSamples);
    let resampler: Resampler | undefined;
    for await (const piece of this.#pieces()) {
      if (resampler?.fromRate !== piece.sampleRate) {
        hand(resampler?.flush() ?? new Float32Array());
        resampler = new Resampler(piece.sampleRate, SAMPLE_RATE);
      }
      hand(resampler.push(monoOf(piece)));
    }
    hand(resampler?.flush() ?? new Float32Array());
    frames.flush().forEach(onSamples);
  }

  /** Yields the chunks captured before the end. The first later chunk shows that all of those have arrived. */
  async *#pieces(): AsyncGenerator<SoundPiece> {
    for (;;) {
      const { value: piece } = await this.#reader.read().catch(() => ({ value: undefined }));
      if (piece === undefined) return;
      try {
        const heardAtMs = piece.timestamp / 1_000;
        for (const { untilMs, resolve } of this.#waiting) if (heardAtMs >= untilMs) resolve();
        if (heardAtMs >= this.#endsAtMs) return;
        yield piece;
      } finally {
        piece.close();
      }
    }
  }

  async #cancel(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined);
  }
}

/** All channels, mixed evenly. */
function monoOf(piece: SoundPiece): Float32Array {
  const { numberOfChannels, numberOfFrames } = piece;
  const mono = new Float32Array(numberOfFrames);
  const channel = new Float32Array(numberOfFrames);
  for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex += 1) {
    piece.copyTo(channel, { planeIndex, format: 'f32-planar' });
    for (let index = 0; index < numberOfFrames; index += 1) mono[index]! += channel[index]! / numberOfChannels;
  }
  return mono;
}
