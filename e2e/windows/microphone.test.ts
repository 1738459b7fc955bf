// The microphone's window in a real browser, whose microphone plays a file: the window delivers the file's sound.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeSampleFrame, type MicrophoneDevice } from '@workspace/desktop/ipc/microphone-messages';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fidelityDb } from '../audio-comparison.ts';
import { MICROPHONE_SURVEY } from '../microphone-survey.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { type Speech, sampled, synthesise } from '../synthetic-speech.ts';
import { wavFile } from '../wav-files.ts';
import { openPage, startBrowser, startWindows } from './pages.ts';
import type { WindowIpc } from './window-server.ts';

const SAMPLE_RATE = 24_000;
const FRAME_SAMPLES = 480;
/** Samples that the browser's fake microphone delivers at a time: 10 ms. */
const PIECE_SAMPLES = 240;
/** A busy machine can stall a process for this long or longer. An audio context makes up for a tenth of a second. */
const HELD_UP_SECONDS = 0.5;
const FIDELITY_DB = 60;
/** How far a word may shift relative to the first: delays are measured to about a hundredth of a sample. */
const MAX_SHIFT_SECONDS = 0.1 / SAMPLE_RATE;
/** A busy machine is slow. */
const PATIENCE = { timeout: 300_000 };
/**
 * How much earlier than its place in the file a word is searched for, in samples: the file plays on while its
 * microphone is being opened.
 */
const MAX_LOST = 0.25 * SAMPLE_RATE;
const MAX_LATE = 0.05 * SAMPLE_RATE;

const FIRST_DEVICE = 'Fake Audio Input 1';
const SECOND_DEVICE = 'Fake Audio Input 2';

const speech = synthesise(['First words count.']);
const original = sampled(speech, SAMPLE_RATE);
/** The file's duration, plus the longest delay. */
const WHOLE_SECONDS = speech.seconds + MAX_LATE / SAMPLE_RATE;
const recording = join(scratchFolder(), 'recording.wav');
writeFileSync(recording, wavFile(SAMPLE_RATE, 'pcm16', [original]));

/** Lets a test see which audio contexts and microphones the page opens, and refuse microphones. */
const SURVEY = `
  globalThis.contexts = [];
  globalThis.AudioContext = class extends AudioContext {
    constructor(options) {
      super(options);
      contexts.push(this);
    }
  };
  ${MICROPHONE_SURVEY}`;

const FAKE_MICROPHONE = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
const { browser, server } = await startWindows(
  ...FAKE_MICROPHONE,
  '--autoplay-policy=no-user-gesture-required',
  `--use-file-for-fake-audio-capture=${recording}%noloop`,
);
let page: Page;
let line: WindowIpc<'microphone'>;

beforeEach(async () => {
  page = await openPage(browser);
  await page.addInitScript(SURVEY);
  line = await server.open(page, 'microphone');
});
afterEach(() => page.context().close());

const openStream = (stream: number, device: MicrophoneDevice | null = null) =>
  line.send({ type: 'open', stream, device, builtInWithBluetooth: true });
const closeStream = (stream: number, keepOpenMs = 0) => line.send({ type: 'close', stream, keepOpenMs });

/** Returns a stream's frames so far. */
function framesOf(stream: number): Int16Array[] {
  return line.received.flatMap((item) => {
    const frame = 'frame' in item ? decodeSampleFrame(item.frame) : undefined;
    return frame?.stream === stream ? [frame.samples] : [];
  });
}

const soundOf = (stream: number) =>
  Float64Array.from(framesOf(stream).flatMap((samples) => [...samples].map((sample) => sample / 0x8000)));

/** Waits until a stream has delivered this much audio. */
async function listen(stream: number, seconds: number): Promise<void> {
  await vi.waitUntil(() => framesOf(stream).length * FRAME_SAMPLES >= seconds * SAMPLE_RATE, PATIENCE);
}

/** Waits until no microphone is open and nothing is processed any more. */
async function untilQuiet(): Promise<void> {
  await vi.waitFor(async () => {
    expect(await page.evaluate(`tracks.filter(({ readyState }) => readyState !== 'ended').length`)).toBe(0);
    expect(await page.evaluate(`contexts.filter(({ state }) => state !== 'suspended').length`)).toBe(0);
  }, PATIENCE);
}

/** Waits for a message about a stream. */
async function untilReported(type: 'opened' | 'caught-up' | 'ended', stream: number): Promise<unknown> {
  return vi.waitUntil(
    () => line.messages.find((message) => message.type === type && 'stream' in message && message.stream === stream),
    PATIENCE,
  );
}

/** Reads this much audio of a track in the page, bypassing the product. */
const listenToTrack = (track: string, seconds: number) => `(async () => {
  const reader = new MediaStreamTrackProcessor({ track: ${track} }).readable.getReader();
  for (let heard = 0; heard < ${seconds}; ) {
    const { value } = await reader.read();
    heard += value.duration / 1_000_000;
    value.close();
  }
  await reader.cancel();
})()`;

const COUNTED_SAMPLES = 100 * PIECE_SAMPLES;

/** A microphone whose samples are 0, 1, 2 and so on. It delivers audio from the task after its opening. */
const COUNTING_MICROPHONE = `
  navigator.mediaDevices.getUserMedia = async () => {
    const track = new MediaStreamTrackGenerator({ kind: 'audio' });
    tracks.push(track);
    setTimeout(async () => {
      const writer = track.writable.getWriter();
      // The last one has those before it handed out.
      for (let from = 0; from <= ${COUNTED_SAMPLES}; from += ${PIECE_SAMPLES}) {
        await writer.write(new AudioData({
          format: 'f32-planar',
          sampleRate: ${SAMPLE_RATE},
          numberOfFrames: ${PIECE_SAMPLES},
          numberOfChannels: 1,
          timestamp: performance.now() * 1_000,
          data: Float32Array.from({ length: ${PIECE_SAMPLES} }, (_, index) => (from + index) / 0x8000),
        }));
      }
    });
    return new MediaStream([track]);
  };`;

/** A separate browser whose microphone tells how much audio has passed: the one under test may be suspended. */
class Witness {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async start(): Promise<Witness> {
    const other = await startBrowser(...FAKE_MICROPHONE);
    const witness = new Witness(await openPage(other));
    await witness.#page.goto(`${server.address}/microphone/`);
    await witness.#page.evaluate(
      'navigator.mediaDevices.getUserMedia({ audio: true }).then((media) => { globalThis.microphone = media.getTracks()[0]; })',
    );
    return witness;
  }

  async listen(seconds: number): Promise<void> {
    await this.#page.evaluate(listenToTrack('microphone', seconds));
  }
}

/** The browser's processes that run pages. */
async function rendererPids(): Promise<number[]> {
  const devTools = await browser.newBrowserCDPSession();
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo');
  await devTools.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

interface Capture {
  delaySeconds: number;
  fidelityDb: number;
}

/** Finds a word of the file in the captured audio: how late it is, and how faithful. */
function find({ fromSeconds, toSeconds }: Speech['words'][number], audio: Float64Array): Capture {
  const [from, to] = [Math.ceil(fromSeconds * SAMPLE_RATE), Math.floor(toSeconds * SAMPLE_RATE)];
  const word = original.subarray(from, to);
  const nearest = placeOf(word, audio.subarray(from - MAX_LOST, to + MAX_LATE)) - MAX_LOST;
  const captured = audio.subarray(from + nearest, to + nearest);
  // The file and the capture are not sampled at the same moments.
  const fidelity = (part: number) => {
    const at = (seconds: number) => speech.at(seconds + (from - part) / SAMPLE_RATE);
    return fidelityDb(captured, sampled({ at, seconds: captured.length / SAMPLE_RATE }, SAMPLE_RATE));
  };
  const part = maximize(fidelity, -1, 1);
  return { delaySeconds: (nearest + part) / SAMPLE_RATE, fidelityDb: fidelity(part) };
}

/** Returns where a sound begins in another one, by the highest correlation. */
function placeOf(sound: Float64Array, audio: Float64Array): number {
  let best = { place: 0, correlation: Number.NEGATIVE_INFINITY };
  for (let place = 0; place + sound.length <= audio.length; place += 1) {
    let correlation = 0;
    for (let index = 0; index < sound.length; index += 1) correlation += sound[index]! * audio[place + index]!;
    if (correlation > best.correlation) best = { place, correlation };
  }
  return best.place;
}

/** Returns where a function with a single maximum has it, by golden-section search. */
function maximize(of: (x: number) => number, from: number, to: number): number {
  const GOLDEN = (Math.sqrt(5) - 1) / 2;
  const pointAt = (x: number) => ({ x, y: of(x) });
  let [low, high] = [from, to];
  let left = pointAt(high - GOLDEN * (high - low));
  let right = pointAt(low + GOLDEN * (high - low));
  while (high - low > 1e-4) {
    if (left.y > right.y) {
      [high, right] = [right.x, left];
      left = pointAt(high - GOLDEN * (high - low));
    } else {
      [low, left] = [left.x, right];
      right = pointAt(low + GOLDEN * (high - low));
    }
  }
  return (low + high) / 2;
}

function expectTheFilesSound(stream: number): void {
  const audio = soundOf(stream);
  const found = speech.words.map((word) => find(word, audio));
  // Nothing is missing, inserted or changed.
  for (const { delaySeconds, fidelityDb } of found) {
    expect(fidelityDb).toBeGreaterThanOrEqual(FIDELITY_DB);
    expect(Math.abs(delaySeconds - found[0]!.delaySeconds)).toBeLessThanOrEqual(MAX_SHIFT_SECONDS);
  }
}

describe('a stream', () => {
  test('carries the microphone’s unprocessed audio, complete from the first word, each time it is opened', async () => {
    for (const stream of [1, 2, 3, 4, 5]) {
      openStream(stream);
      // Cues are played meanwhile, and change nothing.
      if (stream === 3) line.send({ type: 'play', cue: 'start' });
      await listen(stream, WHOLE_SECONDS);
      if (stream === 3) line.send({ type: 'play', cue: 'stop' });
      closeStream(stream);
    }
    await untilQuiet();
    for (const stream of [1, 2, 3, 4, 5]) expectTheFilesSound(stream);
    expect(await page.evaluate('constraints')).toEqual({
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
  });

  test('contains every sample from the moment the microphone opens, once and in order', async () => {
    await page.evaluate(COUNTING_MICROPHONE);
    openStream(1);
    await listen(1, COUNTED_SAMPLES / SAMPLE_RATE);
    closeStream(1);
    await untilQuiet();
    const samples = framesOf(1).flatMap((frame) => [...frame]);
    expect(samples.slice(0, COUNTED_SAMPLES)).toEqual(Array.from({ length: COUNTED_SAMPLES }, (_, index) => index));
  });

  test('arrives in frames of 20 ms, with a last one that may be shorter', async () => {
    const streams = [1, 2, 3, 4, 5];
    for (const stream of streams) {
      openStream(stream);
      await listen(stream, 0.1);
      closeStream(stream);
    }
    await untilQuiet();
    for (const stream of streams) {
      const lengths = framesOf(stream).map(({ length }) => length);
      expect(lengths.slice(0, -1).every((length) => length === FRAME_SAMPLES)).toBe(true);
      expect(lengths.reduce((sum, length) => sum + length) % PIECE_SAMPLES).toBe(0);
    }
    expect(line.messages.filter(({ type }) => type === 'ended')).toEqual([]);
  });

  test('is complete even if others were opened and closed just before', async () => {
    for (const stream of [1, 2, 3, 4]) {
      openStream(stream);
      closeStream(stream);
    }
    openStream(5);
    await listen(5, WHOLE_SECONDS);
    closeStream(5);
    await untilQuiet();
    expectTheFilesSound(5);
    expect(line.messages).toContainEqual(expect.objectContaining({ type: 'opened', stream: 5 }));
    // The others may have been open for a moment, if the page learned a little late that they were closed.
    expect(line.messages.filter(({ type }) => type !== 'opened')).toEqual([]);
  });

  test('is complete if it overlaps with another', async () => {
    openStream(1);
    await listen(1, 0.3);
    openStream(2);
    await listen(2, 0.3);
    closeStream(1);
    await listen(2, WHOLE_SECONDS);
    closeStream(2);
    await untilQuiet();
    expectTheFilesSound(2);
  });

  test('reports when all audio up to a request has been sent, even if it was not open yet', async () => {
    for (const [stream, number] of [
      [1, 7],
      [2, 8],
    ] as const) {
      openStream(stream);
      if (stream === 2) await listen(stream, 0.1);
      line.send({ type: 'catch-up', stream, number });
      expect(await untilReported('caught-up', stream)).toEqual({ type: 'caught-up', stream, number });
      expect(line.messages.at(-2)).toMatchObject({ type: 'opened', stream });
    }
  });

  test('ends as lost when its device disconnects, after the audio until then', async () => {
    openStream(1);
    await listen(1, 0.1);
    await page.evaluate(`tracks[0].dispatchEvent(new Event('ended'))`);
    expect(await untilReported('ended', 1)).toEqual({ type: 'ended', stream: 1, failure: 'lost' });
    expect(line.received.at(-1)).toHaveProperty('message');
    await untilQuiet();
  });

  test.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'failed'],
  ])('that can’t be opened reports why: %s', async (name, failure) => {
    await page.evaluate(`refusals.push('${name}')`);
    openStream(1);
    expect(await untilReported('ended', 1)).toEqual({ type: 'ended', stream: 1, failure });
    await untilQuiet();
    openStream(2);
    await listen(2, 0.1);
  });

  test('is complete even if audio output never starts', async () => {
    await page.evaluate('AudioContext.prototype.resume = () => new Promise(() => undefined)');
    openStream(1);
    await listen(1, WHOLE_SECONDS);
    expectTheFilesSound(1);
  });

  test('is complete even if its page is suspended meanwhile', async () => {
    const witness = await Witness.start();
    openStream(1);
    await listen(1, 0.2);
    const pids = await rendererPids();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      await witness.listen(HELD_UP_SECONDS);
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
    await listen(1, WHOLE_SECONDS);
    expectTheFilesSound(1);
  });
});

describe('a device that is kept open', () => {
  const ONE_MINUTE_MS = 60_000;
  const liveTracks = () => page.evaluate<number>(`tracks.filter(({ readyState }) => readyState === 'live').length`);
  const openings = () => page.evaluate<number>('tracks.length');

  /** Waits for this much audio, unheard by the app. */
  async function letPass(seconds: number): Promise<void> {
    await page.evaluate(listenToTrack('tracks[0]', seconds));
  }

  test('serves the next stream without being reopened, and drops what it captured in between', async () => {
    openStream(1);
    await listen(1, 0.3);
    closeStream(1, ONE_MINUTE_MS);
    // By then the stream's own last samples have arrived.
    await letPass(0.3);
    const before = framesOf(1).length;
    await letPass(0.3);
    expect(framesOf(1)).toHaveLength(before);
    openStream(2);
    await listen(2, 0.3);
    closeStream(2, ONE_MINUTE_MS);
    await letPass(0.1);
    expect(await openings()).toBe(1);
    expect(await untilReported('opened', 2)).toMatchObject({ reason: 'asked-for' });
    expect(await liveTracks()).toBe(1);
    line.send({ type: 'give-up-kept' });
    await untilQuiet();
  });

  test('is closed automatically when its time is up', async () => {
    openStream(1);
    await listen(1, 0.1);
    closeStream(1, 1);
    await untilQuiet();
    openStream(2);
    await listen(2, 0.1);
    expect(await openings()).toBe(2);
  });

  test('is closed when devices are added or removed, since it may no longer be the right one', async () => {
    openStream(1);
    await listen(1, 0.1);
    closeStream(1, ONE_MINUTE_MS);
    await page.evaluate(`navigator.mediaDevices.dispatchEvent(new Event('devicechange'))`);
    await untilQuiet();
  });
});

describe('the devices', () => {
  async function devices(): Promise<MicrophoneDevice[]> {
    const message = await vi.waitUntil(() => line.messages.findLast(({ type }) => type === 'devices'), PATIENCE);
    return message.type === 'devices' ? message.devices : [];
  }

  test('are listed once each, on request and when they change', async () => {
    line.send({ type: 'list-devices' });
    expect((await devices()).map(({ label }) => label)).toEqual([FIRST_DEVICE, SECOND_DEVICE]);
    await page.evaluate(`navigator.mediaDevices.dispatchEvent(new Event('devicechange'))`);
    await vi.waitUntil(() => line.messages.filter(({ type }) => type === 'devices').length === 2, PATIENCE);
  });

  test('are opened by id, by label if the id is unknown, and replaced by the default if absent', async () => {
    line.send({ type: 'list-devices' });
    const [first, second] = await devices();
    openStream(1, { id: second!.id, label: 'renamed' });
    openStream(2, { id: 'another', label: first!.label });
    openStream(3, { id: 'another', label: '' });
    openStream(4, { id: 'another', label: 'Gone' });
    const opened = await Promise.all([1, 2, 3, 4].map((stream) => untilReported('opened', stream)));
    expect(opened).toEqual([
      { type: 'opened', stream: 1, label: SECOND_DEVICE, reason: 'asked-for' },
      { type: 'opened', stream: 2, label: FIRST_DEVICE, reason: 'asked-for' },
      { type: 'opened', stream: 3, label: expect.any(String), reason: 'fallback' },
      { type: 'opened', stream: 4, label: expect.any(String), reason: 'fallback' },
    ]);
  });

  test.each(['NotFoundError', 'OverconstrainedError'])(
    'that disappear at the last moment are replaced by a fallback: %s',
    async (name) => {
      line.send({ type: 'list-devices' });
      const [, second] = await devices();
      await page.evaluate(`refusals.push('${name}')`);
      openStream(1, second!);
      expect(await untilReported('opened', 1)).toMatchObject({ reason: 'fallback' });
      await listen(1, 0.1);
    },
  );
});

describe('with a Bluetooth headset', () => {
  /** Makes the browser label its devices as on a Mac: the first is the default, and a headset. */
  async function nameDevices(): Promise<void> {
    await page.evaluate(`(() => {
      const enumerate = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
      navigator.mediaDevices.enumerateDevices = async () =>
        (await enumerate()).map(({ kind, deviceId, groupId, label }) => ({
          kind,
          deviceId,
          groupId,
          label: label + (label.endsWith('2') ? ' (Built-in)' : ' (Bluetooth)'),
        }));
    })()`);
    line.send({ type: 'list-devices' });
    await vi.waitUntil(
      () =>
        line.messages.some((message) => message.type === 'devices' && message.devices[1]?.label.endsWith('(Built-in)')),
      PATIENCE,
    );
  }

  test('the built-in microphone is used unless the user chooses otherwise', async () => {
    await nameDevices();
    openStream(1);
    expect(await untilReported('opened', 1)).toMatchObject({
      label: `${SECOND_DEVICE} (Built-in)`,
      reason: 'built-in-with-bluetooth',
    });
    await listen(1, 0.1);
    line.send({ type: 'open', stream: 2, device: null, builtInWithBluetooth: false });
    expect(await untilReported('opened', 2)).toMatchObject({ reason: 'asked-for' });
    openStream(3, { id: '', label: `${FIRST_DEVICE} (Bluetooth)` });
    expect(await untilReported('opened', 3)).toMatchObject({
      label: `${FIRST_DEVICE} (Bluetooth)`,
      reason: 'asked-for',
    });
  });
});

describe('a cue', () => {
  test.each(['start', 'stop', 'error'] as const)(
    'plays, reports its end, and leaves nothing running: %s',
    async (cue) => {
      line.send({ type: 'play', cue });
      await vi.waitUntil(
        () => page.evaluate<boolean>('contexts.length === 1 && contexts[0].currentTime > 0.1'),
        PATIENCE,
      );
      await vi.waitUntil(() => line.messages.some(({ type }) => type === 'cue-over'), PATIENCE);
      await untilQuiet();
    },
  );
});
