import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FRAME_SAMPLES, SAMPLE_RATE } from './sample-frames.ts';
import { SampleTap, type SoundPiece } from './sample-tap.ts';

/** A fake of the browser's stream of audio chunks, which tracks those that haven't been closed. */
class FakeSound {
  readonly unclosed = new Set<SoundPiece>();
  isCancelled = false;
  #controller: ReadableStreamDefaultController<SoundPiece> | undefined;
  readonly stream = new ReadableStream<SoundPiece>(
    {
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.isCancelled = true;
      },
    },
    { highWaterMark: Number.POSITIVE_INFINITY },
  );

  /** Emits a chunk that the microphone captures now, by channel. */
  process(channels: readonly (readonly number[])[], sampleRate = SAMPLE_RATE): void {
    const piece: SoundPiece = {
      sampleRate,
      numberOfChannels: channels.length,
      numberOfFrames: channels[0]!.length,
      timestamp: performance.now() * 1_000,
      copyTo: (channel, { planeIndex }) => channel.set(channels[planeIndex]!),
      close: () => this.unclosed.delete(piece),
    };
    this.unclosed.add(piece);
    this.#controller?.enqueue(piece);
  }

  end(): void {
    this.#controller?.close();
  }
}

let sound: FakeSound;
let heard: number[][];

beforeEach(() => {
  vi.useFakeTimers();
  sound = new FakeSound();
  heard = [];
});
afterEach(() => vi.useRealTimers());

const tap = () => new SampleTap(sound.stream, (samples) => heard.push([...samples]));
/** Runs everything that doesn't wait for time to pass. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a tap', () => {
  it('emits everything that was queued before it existed, in frames, and the remainder at the end', async () => {
    const samples = Array.from({ length: 3 * FRAME_SAMPLES + 7 }, (_, index) => index);
    for (const sample of samples) sound.process([[sample / 0x8000]]);
    tap();
    await settle();
    expect(heard.map(({ length }) => length)).toEqual([FRAME_SAMPLES, FRAME_SAMPLES, FRAME_SAMPLES]);
    sound.end();
    await settle();
    expect(heard.flat()).toEqual(samples);
    expect(sound.unclosed.size).toBe(0);
  });

  it.each([
    [[[0.5], [0.25]], 12_288],
    [[[0.5], [-0.5]], 0],
    [[[0.75], [0], [0]], 8_192],
  ])('mixes all channels evenly: %j', async (channels, mixed) => {
    tap();
    sound.process(channels);
    sound.end();
    await settle();
    expect(heard).toEqual([[mixed]]);
  });

  it('resamples to its rate, and loses nothing if the rate of the microphone changes', async () => {
    tap();
    const tone = (length: number) => [Array.from({ length }, () => 0.25)];
    sound.process(tone(480), 48_000);
    sound.process(tone(441), 44_100);
    sound.process(tone(160), 16_000);
    sound.end();
    await settle();
    expect(heard.flat()).toHaveLength(3 * 240);
  });

  it('emits what was captured before end(), however late it arrives, and nothing captured later', async () => {
    const one = tap();
    sound.process([[1 / 0x8000]]);
    vi.advanceTimersByTime(10);
    sound.process([[2 / 0x8000]]);
    vi.advanceTimersByTime(10);
    const isOver = one.end();
    sound.process([[3 / 0x8000]]);
    await isOver;
    expect(heard).toEqual([[1, 2]]);
    expect([sound.isCancelled, sound.unclosed.size]).toEqual([true, 0]);
  });

  it('resolves catchUp() once everything captured until then has been emitted, however late it arrives', async () => {
    const one = tap();
    const process = () => sound.process([Array.from({ length: FRAME_SAMPLES + 1 }, () => 0.5)]);
    let isReported = false;
    one.catchUp(performance.now() + 5).then(() => {
      isReported = true;
    });
    process();
    await settle();
    expect([heard.length, isReported]).toEqual([1, false]);
    vi.advanceTimersByTime(10);
    process();
    await settle();
    expect(isReported).toBe(true);
  });

  it.each([
    ['nothing arrives anymore', () => vi.advanceTimersByTimeAsync(1_000)],
    ['the sound ends', () => sound.end()],
  ])('stops waiting in catchUp() if %s', async (_, come) => {
    const isReported = tap().catchUp(performance.now() + 60_000);
    await come();
    await isReported;
  });

  it('ends even if no more sound arrives', async () => {
    const one = tap();
    sound.process([[1 / 0x8000]]);
    await settle();
    const isOver = one.end();
    await vi.runAllTimersAsync();
    await isOver;
    expect(heard).toEqual([[1]]);
    expect(sound.isCancelled).toBe(true);
  });
});
