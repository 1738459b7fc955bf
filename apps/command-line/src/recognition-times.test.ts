import type { TakeView } from '@workspace/dictation/take-view';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { expect, test } from 'vitest';
import { RecognitionTimes } from './recognition-times.ts';

function take(id: number, { audioSeconds = 1, text = '', pieces = {} as Record<string, string> } = {}): TakeView {
  return {
    id,
    mode: 'hold',
    phase: 'recording',
    host: '',
    text,
    pieces: Object.entries(pieces).map(([id, text]) => ({ id, text, from: 0, to: 1 })),
    audioSeconds,
    backupSeconds: 0,
    reconnecting: false,
    slow: false,
  };
}

function setUp() {
  const clock = new FakeClock();
  return { clock, times: new RecognitionTimes(clock) };
}

test('Times are measured from the first audio sample, not from the start', () => {
  const { clock, times } = setUp();
  clock.advance(1_000);
  times.record([]);
  times.record([take(1, { audioSeconds: 0 })]);
  clock.advance(1_000);
  times.record([take(1, { audioSeconds: 0.02 })]);
  clock.advance(300.4);
  times.record([take(1, { text: 'He' })]);
  clock.advance(400);
  times.record([take(1, { text: 'He was.', pieces: { 1: 'He was.' } })]);
  expect(times).toMatchObject({ firstTextMs: 300, finalMs: 700 });
  expect(times.finalMsOf(1, '1')).toBe(700);
});

test('A recorded time is kept, and the last final text sets the overall final time', () => {
  const { clock, times } = setUp();
  times.record([take(1)]);
  clock.advance(500);
  times.record([take(1, { text: 'One.', pieces: { 1: 'One.' } })]);
  clock.advance(500);
  times.record([take(1, { text: 'One. Two.', pieces: { 1: 'One.', 2: 'Two.' } })]);
  clock.advance(500);
  times.record([take(1, { text: 'One. Two.', pieces: { 1: 'One.', 2: 'Two.' } }), take(2)]);
  expect(times).toMatchObject({ firstTextMs: 500, finalMs: 1_000 });
  expect([times.finalMsOf(1, '1'), times.finalMsOf(1, '2')]).toEqual([500, 1_000]);
});

test('Pieces with the same ID in different takes are kept apart', () => {
  const { clock, times } = setUp();
  times.record([take(1, { pieces: { 1: 'One.' } }), take(2)]);
  clock.advance(100);
  times.record([take(2, { pieces: { 1: 'Two.' } })]);
  expect([times.finalMsOf(1, '1'), times.finalMsOf(2, '1'), times.finalMsOf(3, '1')]).toEqual([0, 100, null]);
});

test('Takes and pieces without text have no times', () => {
  const { clock, times } = setUp();
  times.record([take(1)]);
  clock.advance(100);
  times.record([take(1, { text: ' ', pieces: { 1: ' ' } })]);
  expect(times).toMatchObject({ firstTextMs: null, finalMs: null });
  expect(times.finalMsOf(1, '1')).toBeNull();
});
