import type { SoundPiece } from '@workspace/browser-sound/sample-tap';
import { beforeEach, expect, it, vi } from 'vitest';
import { PageMicrophone } from './page-microphone.ts';

let tracks: { readyState: string; onended: (() => void) | null; stop(): void }[];
let refusal: string | undefined;
let sound: ReadableStreamDefaultController<SoundPiece>;
let isCancelled: boolean;
let microphone: PageMicrophone;

beforeEach(() => {
  tracks = [];
  refusal = undefined;
  isCancelled = false;
  microphone = new PageMicrophone({
    system: {
      getUserMedia: async () => {
        if (refusal) throw new DOMException('', refusal);
        const track = {
          readyState: 'live',
          onended: null,
          stop: () => {
            track.readyState = 'ended';
          },
        };
        tracks.push(track);
        return { getTracks: () => [track], getAudioTracks: () => [track] } as unknown as MediaStream;
      },
    },
    soundOf: async () =>
      new ReadableStream<SoundPiece>({
        start: (controller) => {
          sound = controller;
        },
        cancel: () => {
          isCancelled = true;
        },
      }),
  });
});

function hear(sample: number): void {
  sound.enqueue({
    sampleRate: 24_000,
    // A frame of 20 ms, plus the one sample of lookahead that the resampler needs.
    numberOfFrames: 481,
    numberOfChannels: 1,
    timestamp: performance.now() * 1_000,
    copyTo: (channel) => channel.fill(sample / 0x8000),
    close: () => {},
  });
}

function open() {
  const heard: unknown[] = [];
  const stream = microphone.open({
    onSamples: (samples) => heard.push(samples[0]),
    onEnd: (failure) => heard.push(failure),
  });
  return { heard, stream };
}

const openTracks = () => tracks.filter(({ readyState }) => readyState === 'live').length;

it('asks for permission by opening the microphone briefly', async () => {
  expect([await microphone.ask(), tracks.length, openTracks()]).toEqual([undefined, 1, 0]);
});

it.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'failed'],
])('reports why the microphone can’t be used: %s', async (name, failure) => {
  refusal = name;
  expect(await microphone.ask()).toBe(failure);
  const { heard } = open();
  await vi.waitFor(() => expect(heard).toEqual([failure]));
});

it('emits samples, and stops the track when closed', async () => {
  const { heard, stream } = open();
  await vi.waitFor(() => expect(tracks).toHaveLength(1));
  await vi.waitFor(() => hear(7));
  await vi.waitFor(() => expect(heard).toEqual([7]));
  stream.close();
  expect(openTracks()).toBe(0);
  await vi.waitFor(() => expect(isCancelled).toBe(true));
  expect(heard).toEqual([7]);
});

it('leaves no track open if closed while opening', async () => {
  const { heard, stream } = open();
  stream.close();
  await vi.waitFor(() => expect(tracks).toHaveLength(1));
  await vi.waitFor(() => expect(openTracks()).toBe(0));
  expect(heard).toEqual([]);
});

it('reports a lost microphone when it is unplugged', async () => {
  const { heard } = open();
  await vi.waitFor(() => expect(tracks[0]?.onended).toBeTruthy());
  tracks[0]!.onended!();
  await vi.waitFor(() => expect(heard).toEqual(['lost']));
});
