import processorUrl from './sample-processor.ts?worker&url';

const SAMPLE_RATE = 24_000;
/** A context that has not begun to run by then never will. */
const START_LIMIT_MS = 3_000;
/** The last samples of a stream are there within a few ms; no microphone stays open for want of them. */
const FLUSH_LIMIT_MS = 200;

/**
 * Turns streams of the system into samples. One audio context serves all of them. It is ready before the first, and rests
 * while nobody uses it.
 */
export class AudioGraph {
  #context = prepareContext();
  #users = 0;

  /** Resolves once nothing but the microphone is missing. */
  async ready(): Promise<void> {
    await this.#context.catch(() => undefined);
  }

  /** Makes a tap that samples can be taken from at once. Rejects where sound can't be processed. */
  async addTap(onSamples: (samples: Int16Array) => void): Promise<SampleTap> {
    this.#users += 1;
    const prepared = this.#context;
    try {
      const context = await prepared;
      const tap = new SampleTap(context, onSamples);
      await resolvesWithin(START_LIMIT_MS, context.resume());
      return tap;
    } catch (error) {
      this.#users -= 1;
      this.#replace(prepared);
      throw error;
    }
  }

  /** Removes a tap after its last samples. */
  async removeTap(tap: SampleTap): Promise<void> {
    await tap.end();
    this.#leave();
  }

  /** Keeps the context from resting until the function that is returned has been called: the next tap then begins at once. */
  keepRunning(): () => void {
    this.#users += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#leave();
    };
  }

  #leave(): void {
    this.#users -= 1;
    // Nobody waits for it: the microphone is to be closed at once.
    if (this.#users === 0) this.#context.then((context) => context.suspend()).catch(() => undefined);
  }

  #replace(broken: Promise<AudioContext>): void {
    if (this.#context !== broken) return;
    this.#context = prepareContext();
    this.#context.catch(() => undefined);
    broken.then((context) => context.close()).catch(() => undefined);
  }
}

/** Hands out the samples of one stream, in frames of `SampleFrames`. */
export class SampleTap {
  readonly context: AudioContext;
  readonly #processor: AudioWorkletNode;
  readonly #ended: Promise<void>;
  #source: MediaStreamAudioSourceNode | undefined;

  constructor(context: AudioContext, onSamples: (samples: Int16Array) => void) {
    this.context = context;
    this.#processor = new AudioWorkletNode(context, 'sample-processor', { numberOfOutputs: 0 });
    this.#ended = new Promise((resolve) => {
      this.#processor.port.onmessage = ({ data }: MessageEvent<Int16Array | null>) => {
        if (data === null) resolve();
        else onSamples(data);
      };
    });
  }

  /** Begins to take samples. */
  connect(media: MediaStream): void {
    this.#source = this.context.createMediaStreamSource(media);
    this.#source.connect(this.#processor);
  }

  /** Resolves when the samples gathered until now have been handed out; none follow. */
  async end(): Promise<void> {
    this.#processor.port.postMessage('end');
    await resolvesWithin(FLUSH_LIMIT_MS, this.#ended).catch(() => undefined);
    this.#processor.port.close();
    this.#source?.disconnect();
  }
}

async function prepareContext(): Promise<AudioContext> {
  // Nothing is played, but the loudspeaker keeps the time: without it (a sink of type none) sound is lost under load.
  const context = new AudioContext({ sampleRate: SAMPLE_RATE });
  await context.audioWorklet.addModule(processorUrl);
  await context.suspend();
  return context;
}

async function resolvesWithin(limitMs: number, promise: Promise<void>): Promise<void> {
  let timer: number | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error('took too long')), limitMs);
  });
  try {
    await Promise.race([promise, limit]);
  } finally {
    window.clearTimeout(timer);
  }
}
