import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SoundPiece } from './sample-tap.ts';
import type { WorkletPiece } from './worklet-piece.ts';
import { type SoundContext, workletSoundOf } from './worklet-sound.ts';

const RATE = 48_000;

/** A fake audio context whose worklet is played by the test. */
function fakeContext() {
  const calls: string[] = [];
  const part = (name: string) => ({
    connect: () => calls.push(`${name} connected`),
    disconnect: () => calls.push(`${name} disconnected`),
  });
  const port: { onmessage: ((event: { data: WorkletPiece }) => void) | null } = { onmessage: null };
  const context = {
    sampleRate: RATE,
    destination: {},
    createMediaStreamSource: () => part('source'),
    resume: async () => void calls.push('resumed'),
    suspend: async () => void calls.push('suspended'),
  };
  return {
    calls,
    isListenedTo: () => port.onmessage !== null,
    say: (seconds: number, ...samples: number[]) =>
      port.onmessage?.({ data: { seconds, samples: Float32Array.from(samples) } }),
    open: () =>
      workletSoundOf(
        {} as MediaStream,
        context as unknown as SoundContext,
        () => ({ ...part('node'), port }) as unknown as AudioWorkletNode,
      ).getReader(),
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function read(reader: ReadableStreamDefaultReader<SoundPiece>) {
  const { value } = await reader.read();
  const samples = new Float32Array(value!.numberOfFrames);
  value!.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
  return { samples: [...samples], sampleRate: value!.sampleRate, atMs: Math.round(value!.timestamp / 1_000) };
}

it('emits what the worklet posts, with the times of capture, however late it arrives', async () => {
  const fake = fakeContext();
  const reader = fake.open();
  const start = performance.now();
  const tenth = Array<number>(RATE / 10).fill(0.5);
  fake.say(5, ...tenth);
  vi.advanceTimersByTime(300);
  fake.say(5.1, ...tenth);
  // Each was captured in the 100 ms before its time.
  expect(await read(reader)).toEqual({ samples: tenth, sampleRate: RATE, atMs: Math.round(start) - 100 });
  expect(await read(reader)).toMatchObject({ samples: tenth, atMs: Math.round(start) });
});

it('leaves nothing running once it is canceled', async () => {
  const fake = fakeContext();
  const reader = fake.open();
  expect(fake.calls).toEqual(['source connected', 'node connected', 'resumed']);
  await reader.cancel();
  expect(fake.calls.slice(3)).toEqual(['source disconnected', 'node disconnected', 'suspended']);
  expect(fake.isListenedTo()).toBe(false);
});
