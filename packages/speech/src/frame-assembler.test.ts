import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameAssembler } from './frame-assembler.ts';
import { countingSamples } from './testing/recorded-session.ts';

const limits = { minAudioMs: 40, maxAudioMs: 250 };
const lengths = (frames: Int16Array[]) => frames.map((frame) => frame.length);

test('A frame is returned as soon as there is enough audio for one', () => {
  const assembler = new FrameAssembler(limits);
  expect(lengths(assembler.push(countingSamples(0, 480)))).toEqual([]);
  expect(assembler.waitingBytes).toBe(960);
  expect(lengths(assembler.push(countingSamples(480, 960)))).toEqual([960]);
  expect(assembler.waitingBytes).toBe(0);
});

test('Audio too long for one frame is split into equal ones', () => {
  expect(lengths(new FrameAssembler(limits).push(countingSamples(0, 6_001)))).toEqual([3_000, 3_001]);
});

test('A flush returns the rest, once', () => {
  const assembler = new FrameAssembler(limits);
  assembler.push(countingSamples(0, 10));
  expect(assembler.flush()).toEqual([countingSamples(0, 10)]);
  expect(assembler.flush()).toEqual([]);
});

test('A pushed array may be reused by the caller', () => {
  const assembler = new FrameAssembler(limits);
  const pushed = countingSamples(0, 10);
  assembler.push(pushed);
  pushed.fill(0);
  expect(assembler.flush()).toEqual([countingSamples(0, 10)]);
});

test('However samples are pushed, all of them are returned in order, in frames of the right size', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(1_000), fc.nat(20_000)), { maxLength: 12 }), (pushLengths) => {
      const assembler = new FrameAssembler(limits);
      let end = 0;
      const frames = pushLengths.flatMap((length) => {
        end += length;
        return assembler.push(countingSamples(end - length, end));
      });
      for (const frame of frames) {
        expect(frame.length).toBeGreaterThanOrEqual(960);
        expect(frame.length).toBeLessThanOrEqual(6_000);
      }
      const all = [...frames, ...assembler.flush()].flatMap((frame) => [...frame]);
      expect(Int16Array.from(all)).toEqual(countingSamples(0, end));
    }),
    { numRuns: 50 },
  );
});
