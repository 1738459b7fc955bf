import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CaptureWish } from './capture-plan.ts';
import { CaptureStream } from './capture-stream.ts';
import { InputDevices } from './input-devices.ts';
import { KeptDevice } from './kept-device.ts';
import { FakeDevices } from './testing/fake-devices.ts';
import { FakeTaps } from './testing/fake-taps.ts';

const DESK = { kind: 'audioinput', label: 'Desk' } as const;
const LAPEL = { kind: 'audioinput', label: 'Lapel' } as const;
const ANY: CaptureWish = { device: null, builtInWithBluetooth: true };
const chosen = ({ label }: { label: string }): CaptureWish => ({
  ...ANY,
  device: { id: `id of audioinput ${label}`, label },
});
const KEEP_MS = 60_000;

let system: FakeDevices;
let taps: FakeTaps;
let devices: InputDevices;
let kept: KeptDevice;

beforeEach(async () => {
  vi.useFakeTimers();
  system = new FakeDevices(DESK, LAPEL);
  taps = new FakeTaps();
  devices = new InputDevices(system);
  kept = new KeptDevice();
  await devices.update();
});
afterEach(() => vi.useRealTimers());

/** Opens a stream, and records its events. */
function open(wish: CaptureWish) {
  const heard: unknown[] = [];
  const stream = new CaptureStream({ system, tap: taps.tap, devices, kept }, wish, {
    onOpened: (opened) => heard.push(opened),
    onSamples: (samples) => heard.push([...samples]),
    onEnd: (failure) => heard.push(failure),
  });
  return { heard, stream };
}

/** Lets everything happen that doesn't wait for time to pass. */
const settle = () => vi.advanceTimersByTimeAsync(0);

async function dictate(wish: CaptureWish, keepOpenMs: number): Promise<void> {
  const { stream } = open(wish);
  await settle();
  await stream.close(keepOpenMs);
}

describe('a stream', () => {
  it('reports its source before its first samples', async () => {
    const { heard } = open(chosen(LAPEL));
    await settle();
    taps.sound(1, 2);
    expect(heard).toEqual([{ label: 'Lapel', reason: 'asked-for' }, [1, 2]]);
  });

  it('leaves nothing open once it is closed', async () => {
    await dictate(ANY, 0);
    expect([system.open, taps.areInUse]).toEqual([[], false]);
  });

  it('leaves nothing open if it is closed before its device opens, even if the device was to be kept open', async () => {
    const { stream, heard } = open(ANY);
    await Promise.all([stream.close(KEEP_MS), settle()]);
    expect([system.open, taps.areInUse, heard]).toEqual([[], false, []]);
  });

  it('closes a device that opens only after the stream was closed', async () => {
    const isAllowed = Promise.withResolvers<void>();
    const { getUserMedia } = FakeDevices.prototype;
    vi.spyOn(system, 'getUserMedia').mockImplementation(async (constraints) => {
      await isAllowed.promise;
      return getUserMedia.call(system, constraints);
    });
    const { stream, heard } = open(ANY);
    await stream.close(KEEP_MS);
    isAllowed.resolve();
    await settle();
    expect([system.tracks.length, system.open, heard]).toEqual([1, [], []]);
  });

  it('is lost if its device is unplugged; the next stream uses another device until that one is back', async () => {
    const first = open(chosen(DESK));
    await settle();
    taps.sound(1);
    system.unplug('Desk');
    await settle();
    expect(first.heard).toEqual([{ label: 'Desk', reason: 'asked-for' }, [1], 'lost']);
    await devices.update();

    const second = open(chosen(DESK));
    await settle();
    expect(second.heard).toEqual([{ label: 'Lapel', reason: 'fallback' }]);
    await second.stream.close(0);

    system.plugIn(DESK);
    await devices.update();
    const third = open(chosen(DESK));
    await settle();
    expect(third.heard).toEqual([{ label: 'Desk', reason: 'asked-for' }]);
  });

  it('is lost if its device is unplugged before anything can listen for that', async () => {
    const { getUserMedia } = FakeDevices.prototype;
    vi.spyOn(system, 'getUserMedia').mockImplementation(async (constraints) => {
      const media = await getUserMedia.call(system, constraints);
      system.unplug('Desk');
      return media;
    });
    const { heard } = open(ANY);
    await settle();
    expect([heard, taps.areInUse]).toEqual([['lost'], false]);
  });

  it('delivers sound from the moment its device is open', async () => {
    const isOpen = Promise.withResolvers<void>();
    const { getUserMedia } = FakeDevices.prototype;
    vi.spyOn(system, 'getUserMedia').mockImplementation(async (constraints) => {
      const media = await getUserMedia.call(system, constraints);
      // In a separate task, like a device's sound: after everything that follows immediately from the opening.
      setTimeout(() => taps.sound(1));
      isOpen.resolve();
      return media;
    });
    const { heard } = open(ANY);
    await isOpen.promise;
    await settle();
    expect(heard).toEqual([{ label: 'Desk', reason: 'asked-for' }, [1]]);
  });

  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'failed'],
  ])('reports why it could not be opened, and leaves nothing open: %s', async (refusal, failure) => {
    system.refusal = refusal;
    const { heard } = open(ANY);
    await settle();
    expect([heard, taps.areInUse]).toEqual([[failure], false]);
  });
});

describe('a device that is kept open', () => {
  it('serves the next stream without being reopened, and drops what it hears in between', async () => {
    const first = open(ANY);
    await settle();
    taps.sound(1);
    await first.stream.close(KEEP_MS);
    expect([system.open, taps.areInUse]).toEqual([['Desk'], false]);
    taps.sound(2);
    const second = open(ANY);
    await settle();
    taps.sound(3);
    expect(system.constraints).toHaveLength(1);
    expect(first.heard).toEqual([{ label: 'Desk', reason: 'asked-for' }, [1]]);
    expect(second.heard).toEqual([{ label: 'Desk', reason: 'asked-for' }, [3]]);
    await second.stream.close(0);
    expect([system.open, taps.areInUse]).toEqual([[], false]);
  });

  it('is closed when its time is up, and not before', async () => {
    await dictate(ANY, KEEP_MS);
    await vi.advanceTimersByTimeAsync(KEEP_MS - 1);
    expect(system.open).toEqual(['Desk']);
    await vi.advanceTimersByTimeAsync(1);
    expect([system.open, taps.areInUse]).toEqual([[], false]);
  });

  it('stays open for its full time after the last stream, and while a stream uses it', async () => {
    await dictate(ANY, KEEP_MS);
    await vi.advanceTimersByTimeAsync(KEEP_MS - 1);
    const { stream } = open(ANY);
    await vi.advanceTimersByTimeAsync(KEEP_MS);
    expect(system.open).toEqual(['Desk']);
    await stream.close(KEEP_MS);
    await vi.advanceTimersByTimeAsync(KEEP_MS - 1);
    expect(system.open).toEqual(['Desk']);
  });

  it('is closed immediately if it is given up', async () => {
    await dictate(ANY, KEEP_MS);
    kept.giveUp();
    expect([system.open, taps.areInUse, vi.getTimerCount()]).toEqual([[], false, 0]);
  });

  it('is closed when the next stream wants another device', async () => {
    await dictate(ANY, KEEP_MS);
    open(chosen(LAPEL));
    await settle();
    expect(system.open).toEqual(['Lapel']);
  });

  it('is closed when the next stream wants the default and that has changed', async () => {
    await dictate(ANY, KEEP_MS);
    system.plugIn({ kind: 'audioinput', label: 'New' });
    await devices.update();
    open(ANY);
    await settle();
    expect(system.open).toEqual(['New']);
  });

  it('is forgotten when it is unplugged', async () => {
    await dictate(chosen(DESK), KEEP_MS);
    system.unplug('Desk');
    expect([taps.areInUse, vi.getTimerCount()]).toEqual([false, 0]);
    await devices.update();
    const { heard } = open(chosen(DESK));
    await settle();
    expect(heard).toEqual([{ label: 'Lapel', reason: 'fallback' }]);
  });

  it('is still reported as lost to the stream that uses it', async () => {
    await dictate(ANY, KEEP_MS);
    const { heard } = open(ANY);
    await settle();
    system.unplug('Desk');
    await settle();
    expect(heard.at(-1)).toBe('lost');
    expect(taps.areInUse).toBe(false);
  });

  it('is the only one: of two streams, the last to close keeps its device open', async () => {
    const [one, other] = [open(chosen(DESK)), open(chosen(LAPEL))];
    await settle();
    await one.stream.close(KEEP_MS);
    await other.stream.close(KEEP_MS);
    expect([system.open, vi.getTimerCount()]).toEqual([['Lapel'], 1]);
  });
});
