import { samplesIn } from '@workspace/speech/samples';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SOUND } from './limits.ts';
import { noiseAt, soundOf } from './testing/sounds.ts';
import { VoicedRange } from './voiced-range.ts';

const FRAME = samplesIn(20);
const [BEFORE, AFTER] = [samplesIn(SOUND.keptBeforeAudioMs), samplesIn(SOUND.keptAfterAudioMs)];

function heard(samples: Int16Array): VoicedRange {
  const voiced = new VoicedRange();
  voiced.process(samples);
  return voiced;
}

/** Returns where the voice is in the whole sound. */
function voicedIn(samples: Int16Array) {
  return heard(samples).within({ from: 0, to: samples.length });
}

describe('The voiced part of a sound', () => {
  test('starts and ends with the voice, plus a margin', () => {
    const samples = soundOf([2_000, -75], [1_000, -25], [1_500, -75]);
    expect(voicedIn(samples)).toEqual({ from: samplesIn(2_000) - BEFORE, to: samplesIn(3_000) + AFTER });
  });

  test('includes pauses', () => {
    const samples = soundOf([1_000, -75], [500, -25], [3_000, -75], [500, -25], [1_000, -75]);
    expect(voicedIn(samples)).toEqual({ from: samplesIn(1_000) - BEFORE, to: samplesIn(5_000) + AFTER });
  });

  test('is found if speech is soft', () => {
    const samples = soundOf([1_000, -80], [1_000, -58], [1_000, -80]);
    expect(voicedIn(samples)).toEqual({ from: samplesIn(1_000) - BEFORE, to: samplesIn(2_000) + AFTER });
  });

  test('is found if the room is loud', () => {
    const samples = soundOf([1_000, -50], [1_000, -38], [1_000, -50]);
    expect(voicedIn(samples)).toEqual({ from: samplesIn(1_000) - BEFORE, to: samplesIn(2_000) + AFTER });
  });

  test('is the whole sound if that is loud from start to end', () => {
    const samples = soundOf([2_000, -25]);
    expect(voicedIn(samples)).toEqual({ from: 0, to: samples.length });
  });

  test.for<[string, Int16Array]>([
    ['digital silence', new Int16Array(samplesIn(2_000))],
    ['a steady voltage', new Int16Array(samplesIn(2_000)).fill(9_000)],
    ['the noise of a quiet room', soundOf([2_000, -70])],
    ['noise after perfect silence', soundOf([1_000, -95], [1_000, -70], [1_000, -95])],
    ['the steady noise of a fan', soundOf([3_000, -52])],
    ['a click', soundOf([1_000, -75], [40, -10], [1_000, -75])],
    ['less than a frame', soundOf([15, -10])],
    ['no sample', new Int16Array(0)],
  ])('is undefined for %s', ([, samples]) => {
    expect(voicedIn(samples)).toBeUndefined();
  });

  test('does not extend beyond the two positions, even if they split a word', () => {
    const samples = soundOf([3_000, -25]);
    const range = { from: samplesIn(1_003), to: samplesIn(2_007) };
    expect(heard(samples).within(range)).toEqual(range);
  });

  test('is undefined between positions with only a pause', () => {
    const samples = soundOf([1_000, -25], [2_000, -75], [1_000, -25]);
    expect(heard(samples).within({ from: samplesIn(1_200), to: samplesIn(2_800) })).toBeUndefined();
  });

  test('is the same however the sound is split into chunks', () => {
    const samples = soundOf([700, -75], [613, -30], [500, -75]);
    fc.assert(
      fc.property(fc.array(fc.nat(9_000), { maxLength: 20 }), (lengths) => {
        const voiced = new VoicedRange();
        let at = 0;
        for (const length of [...lengths, samples.length]) {
          voiced.process(samples.subarray(at, at + length));
          at = Math.min(samples.length, at + length);
        }
        expect(voiced.within({ from: 0, to: samples.length })).toEqual(voicedIn(samples));
      }),
      { numRuns: 30 },
    );
  });

  test('only ever grows, whatever sound follows', () => {
    const stretch = fc.tuple(fc.integer({ min: 20, max: 600 }), fc.integer({ min: -85, max: -20 }));
    fc.assert(
      fc.property(fc.array(stretch, { minLength: 2, maxLength: 12 }), (stretches) => {
        const voiced = new VoicedRange();
        const seen: { to: number; range: { from: number; to: number } }[] = [];
        let at = 0;
        for (const [audioMs, db] of stretches) {
          const samples = noiseAt(at, samplesIn(audioMs), db);
          voiced.process(samples);
          at += samples.length;
          for (const earlier of seen) {
            const now = voiced.within({ from: 0, to: earlier.to });
            expect(now).toBeDefined();
            expect(now!.from).toBeLessThanOrEqual(earlier.range.from);
            expect(now!.to).toBeGreaterThanOrEqual(earlier.range.to);
          }
          // An incomplete frame is not judged yet.
          const to = at - (at % FRAME);
          const range = voiced.within({ from: 0, to });
          if (range) seen.push({ to, range });
        }
      }),
      { numRuns: 200 },
    );
  });
});
