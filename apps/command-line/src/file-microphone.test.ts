import { setImmediate } from 'node:timers/promises';
import type { MicrophoneFailure, MicrophoneListener } from '@workspace/dictation/ports';
import { SAMPLE_RATE } from '@workspace/speech/provider';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AudioFileError } from './audio-file-error.ts';
import { fileMicrophone } from './file-microphone.ts';

const FRAME = SAMPLE_RATE / 50;

/** Receives all audio, and records when. */
class Ear implements MicrophoneListener {
  readonly heard: { at: number; samples: Int16Array }[] = [];
  ended: { at: number; failure: MicrophoneFailure | undefined } | undefined;
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  onSamples(samples: Int16Array): void {
    this.heard.push({ at: this.#clock.now(), samples });
  }

  onEnd(failure?: MicrophoneFailure): void {
    this.ended = { at: this.#clock.now(), failure };
  }

  get samples(): number[] {
    return this.heard.flatMap(({ samples }) => [...samples]);
  }
}

const count = (length: number) => Int16Array.from({ length }, (_, i) => i);

async function* inPieces(samples: Int16Array, lengths: readonly number[] = []): AsyncGenerator<Int16Array> {
  let position = 0;
  for (const length of [...lengths, samples.length]) {
    yield samples.slice(position, position + length);
    position += length;
  }
}

/** Lets time pass, then runs everything that doesn't wait for more of it. */
async function advance(clock: FakeClock, ms: number): Promise<void> {
  clock.advance(ms);
  await setImmediate();
}

/** Plays a recording that needs no clock to its end. */
async function playToEnd(ear: Ear): Promise<void> {
  while (ear.ended === undefined) await setImmediate();
}

async function* breaksOff(): AsyncGenerator<Int16Array> {
  yield count(FRAME);
  throw new AudioFileError('speech.wav', 'got shorter while it was being read.');
}

describe('In real time', () => {
  test('frames of 20 ms arrive when they would have been spoken, then the end', async () => {
    const clock = new FakeClock();
    const ear = new Ear(clock);
    fileMicrophone(() => inPieces(count(2.5 * FRAME), [7, 1_000]), 'realtime', clock).open(ear);
    await setImmediate();
    for (let ms = 0; ms < 60; ms += 5) await advance(clock, 5);
    expect(ear.heard.map(({ at, samples }) => [at, samples.length])).toEqual([
      [20, FRAME],
      [40, FRAME],
      [50, FRAME / 2],
    ]);
    expect(ear.samples).toEqual([...count(2.5 * FRAME)]);
    expect(ear.ended).toEqual({ at: 50, failure: undefined });
    expect(clock.scheduledCount).toBe(0);
  });

  test('timer delays do not accumulate', async () => {
    const clock = new FakeClock();
    const ear = new Ear(clock);
    fileMicrophone(() => inPieces(count(100 * FRAME)), 'realtime', clock).open(ear);
    await setImmediate();
    for (let ms = 0; ms < 1_000; ms += 33) await advance(clock, 33);
    expect(ear.heard.every(({ at }, i) => at - (i + 1) * 20 >= 0 && at - (i + 1) * 20 < 33)).toBe(true);
    expect(ear.heard).toHaveLength(51);
  });

  test('closing stops the stream at once and releases the file', async () => {
    const clock = new FakeClock();
    const ear = new Ear(clock);
    let released = false;
    async function* long() {
      try {
        yield* inPieces(count(50 * FRAME), [FRAME]);
      } finally {
        released = true;
      }
    }
    const stream = fileMicrophone(long, 'realtime', clock).open(ear);
    await setImmediate();
    await advance(clock, 20);
    stream.close();
    expect(clock.scheduledCount).toBe(0);
    await advance(clock, 1_000);
    expect(ear.heard).toHaveLength(1);
    expect(ear.ended).toBeUndefined();
    expect(released).toBe(true);
  });
});

describe('At full speed', () => {
  test('all audio arrives in frames of 20 ms, whatever pieces it is read in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(2_000), fc.array(fc.nat(800), { maxLength: 5 }), async (length, lengths) => {
        const clock = new FakeClock();
        const ear = new Ear(clock);
        fileMicrophone(() => inPieces(count(length), lengths), 'fast', clock).open(ear);
        await playToEnd(ear);
        expect(ear.samples).toEqual([...count(length)]);
        expect(ear.heard.slice(0, -1).every(({ samples }) => samples.length === FRAME)).toBe(true);
        expect(ear.ended).toEqual({ at: 0, failure: undefined });
      }),
    );
  });

  test('the event loop gets a turn between frames', async () => {
    const clock = new FakeClock();
    const ear = new Ear(clock);
    fileMicrophone(() => inPieces(count(50 * FRAME)), 'fast', clock).open(ear);
    let turns = 0;
    while (ear.ended === undefined) {
      await setImmediate();
      turns += 1;
    }
    expect(turns).toBeGreaterThanOrEqual(50);
  });

  test('closing stops the stream at once, even at the last frame', async () => {
    for (const frames of [1, 10, 50]) {
      const clock = new FakeClock();
      const ear = new Ear(clock);
      const stream = fileMicrophone(() => inPieces(count(50 * FRAME)), 'fast', clock).open({
        onSamples: (samples) => {
          ear.onSamples(samples);
          if (ear.heard.length === frames) stream.close();
        },
        onEnd: (failure) => ear.onEnd(failure),
      });
      for (let turn = 0; turn < 100; turn += 1) await setImmediate();
      expect(ear.heard).toHaveLength(frames);
      expect(ear.ended).toBeUndefined();
    }
  });
});

describe('Each opening', () => {
  test('starts the file over', async () => {
    const clock = new FakeClock();
    const microphone = fileMicrophone(() => inPieces(count(2 * FRAME)), 'fast', clock);
    for (let opening = 0; opening < 2; opening += 1) {
      const ear = new Ear(clock);
      microphone.open(ear);
      expect(ear.heard).toEqual([]);
      await playToEnd(ear);
      expect(ear.samples).toEqual([...count(2 * FRAME)]);
    }
  });

  test('reports the end of an empty file only after it has returned', async () => {
    const clock = new FakeClock();
    const ear = new Ear(clock);
    fileMicrophone(() => inPieces(count(0)), 'realtime', clock).open(ear);
    expect(ear.ended).toBeUndefined();
    await setImmediate();
    expect(ear.ended).toEqual({ at: 0, failure: undefined });
  });
});

describe('A read error', () => {
  test('ends the stream after what could be read, and is reported', async () => {
    const clock = new FakeClock();
    const ear = new Ear(clock);
    const microphone = fileMicrophone(breaksOff, 'fast', clock);
    microphone.open(ear);
    await playToEnd(ear);
    expect(ear.samples).toEqual([...count(FRAME)]);
    expect(ear.ended).toEqual({ at: 0, failure: 'failed' });
    expect(microphone.failure?.message).toBe('"speech.wav" got shorter while it was being read.');
  });

  test('is ignored once the stream is closed', async () => {
    const clock = new FakeClock();
    const ear = new Ear(clock);
    const reading = Promise.withResolvers<IteratorResult<Int16Array>>();
    const source = { [Symbol.asyncIterator]: () => ({ next: () => reading.promise }) };
    const microphone = fileMicrophone(() => source, 'fast', clock);
    microphone.open(ear).close();
    reading.reject(new AudioFileError('speech.wav', 'got shorter while it was being read.'));
    await setImmediate();
    expect(ear.ended).toBeUndefined();
    expect(microphone.failure).toBeUndefined();
  });

  test('is cleared when the file is opened again', async () => {
    const clock = new FakeClock();
    const sources = [breaksOff(), inPieces(count(FRAME))];
    const microphone = fileMicrophone(() => sources.shift()!, 'fast', clock);
    for (const failed of [true, false]) {
      const ear = new Ear(clock);
      microphone.open(ear);
      await playToEnd(ear);
      expect(microphone.failure !== undefined).toBe(failed);
    }
  });
});
