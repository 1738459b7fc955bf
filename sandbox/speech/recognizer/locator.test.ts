import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joined, noise, synthesiseSpeech } from '../testing/synthetic-speech.ts';
import { Locator, type Stretch } from './locator.ts';
import { RECOGNIZER_RATE, samplesOf } from './rate.ts';
import { prepareReference } from './reference.ts';
import { resample } from './resampler.ts';

const SPEECH = synthesiseSpeech(Array.from({ length: 60 }, (_, index) => ` word${index}`)).samples;
const REFERENCE = prepareReference(SPEECH);

function locate(audio: Float32Array, { reference = REFERENCE, piece = samplesOf(40), expected = 0 } = {}) {
  const locator = new Locator(reference, expected);
  for (let at = 0; at < audio.length; at += piece) locator.push(audio.subarray(at, at + piece));
  locator.settle();
  expect(locator.decided).toBe(audio.length);
  return locator.stretches;
}

/** The shifts of stretches, without their ends, which may be anywhere within a silence. */
function shifts(stretches: readonly Readonly<Stretch>[]): number[] {
  return stretches.map(({ shift }) => shift);
}

describe('Locator', () => {
  test('finds audio from the middle of the reference, to the sample', () => {
    const from = 123_457;
    const audio = SPEECH.subarray(from, from + 2 * RECOGNIZER_RATE);
    expect(locate(audio)).toEqual([{ from: 0, to: audio.length, shift: from }]);
  });

  test.each([1, 479, 48_000])('finds audio that arrives in pieces of %i samples', (piece) => {
    const audio = SPEECH.subarray(50_001, 50_001 + RECOGNIZER_RATE);
    expect(locate(audio, { piece })).toEqual([{ from: 0, to: audio.length, shift: 50_001 }]);
  });

  test.each<[string, (samples: Float32Array) => Float32Array]>([
    ['quieter by 45 dB', (samples) => samples.map((sample) => Math.round(sample * 184) / 0x8000)],
    ['louder, and clipped', (samples) => samples.map((sample) => Math.max(-1, Math.min(1, sample * 6)))],
    ['with its phase turned', (samples) => samples.map((sample) => -sample)],
    ['through 8 kHz', (samples) => resample(resample(samples, RECOGNIZER_RATE, 8_000), 8_000, RECOGNIZER_RATE)],
    ['through 44.1 kHz', (samples) => resample(resample(samples, RECOGNIZER_RATE, 44_100), 44_100, RECOGNIZER_RATE)],
    ['through a high-pass filter', highPass],
  ])('finds audio that is %s', (_, change) => {
    const audio = change(SPEECH.slice(70_000, 70_000 + 3 * RECOGNIZER_RATE));
    const stretches = locate(audio);
    expect(stretches).toHaveLength(1);
    expect(Math.abs(stretches[0]!.shift - 70_000)).toBeLessThanOrEqual(1);
    expect(stretches[0]!.to).toBe(audio.length);
  });

  test('splits audio that is made of pieces from anywhere, to within 1 ms', () => {
    const pieces = [
      [200_000, 260_000],
      [30_000, 60_000],
      [400_000, 440_000],
    ] as const;
    const stretches = locate(joined(pieces.map(([from, to]) => SPEECH.subarray(from, to))));
    let at = 0;
    expect(stretches).toHaveLength(pieces.length);
    for (const [index, [from, to]] of pieces.entries()) {
      expect(stretches[index]!.shift).toBe(from - at);
      expect(Math.abs(stretches[index]!.from - at)).toBeLessThanOrEqual(samplesOf(1));
      at += to - from;
    }
  });

  test.each([
    [140, 0.8],
    [200, 0.95],
  ])('finds most pieces of %i ms before audio from elsewhere', (ms, share) => {
    const starts = Array.from({ length: 53 }, (_, index) => RECOGNIZER_RATE + index * 10_007).filter(
      (from) => level(SPEECH.subarray(from, from + samplesOf(ms))) > 0.05,
    );
    const found = starts.filter((from) => {
      const piece = SPEECH.subarray(from, from + samplesOf(ms));
      const [first, second] = locate(joined([piece, SPEECH.subarray(9_000, 24_000)]));
      return first?.shift === from && second?.shift === 9_000 - piece.length;
    });
    expect(found.length / starts.length).toBeGreaterThan(share);
  });

  test('detects that 20 ms are missing, and where', () => {
    const cut = 150_000;
    const stretches = locate(joined([SPEECH.subarray(100_000, cut), SPEECH.subarray(cut + 480, 200_000)]));
    expect(shifts(stretches)).toEqual([100_000, 100_480]);
    expect(Math.abs(stretches[1]!.from - 50_000)).toBeLessThanOrEqual(samplesOf(1));
  });

  test('detects that 100 ms are repeated, and where', () => {
    const stretches = locate(joined([SPEECH.subarray(100_000, 150_000), SPEECH.subarray(147_600, 200_000)]));
    expect(shifts(stretches)).toEqual([100_000, 97_600]);
    expect(Math.abs(stretches[1]!.from - 50_000)).toBeLessThanOrEqual(samplesOf(1));
  });

  test('does not match inserted silence or foreign audio', () => {
    const foreign = [new Float32Array(RECOGNIZER_RATE), noise(RECOGNIZER_RATE, 7)];
    const stretches = locate(joined([SPEECH.subarray(0, 60_000), ...foreign, SPEECH.subarray(60_000, 120_000)]));
    expect(shifts(stretches)).toEqual([0, -2 * RECOGNIZER_RATE]);
    expect(stretches[0]!.to).toBeLessThanOrEqual(60_000 + samplesOf(120));
    expect(stretches[1]!.from).toBeGreaterThanOrEqual(60_000 + 2 * RECOGNIZER_RATE - samplesOf(120));
  });

  test('finds nothing in audio that is not part of the reference', () => {
    expect(locate(noise(3 * RECOGNIZER_RATE, 11))).toEqual([]);
  });

  test('finds nothing in silence', () => {
    expect(locate(new Float32Array(3 * RECOGNIZER_RATE))).toEqual([]);
  });

  test('decides all audio, in order and without overlaps, whatever its content and however it arrives', () => {
    const length = fc.nat(9_000);
    const part = fc.oneof(
      fc.tuple(fc.nat(SPEECH.length - 9_000), length).map(([from, count]) => SPEECH.subarray(from, from + count)),
      length.map((count) => new Float32Array(count)),
      length.map((count) => noise(count, count)),
    );
    const step = fc.record({ samples: fc.integer({ min: 1, max: 6_000 }), settles: fc.boolean() });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.array(step, { maxLength: 12 }), (parts, steps) => {
        const audio = joined(parts);
        const locator = new Locator(REFERENCE);
        let at = 0;
        for (const { samples, settles } of [...steps, { samples: audio.length, settles: true }]) {
          locator.push(audio.subarray(at, at + samples));
          at = Math.min(audio.length, at + samples);
          if (settles) locator.settle();
          expect(locator.decided).toBeLessThanOrEqual(at);
          const ends = locator.stretches.flatMap(({ from, to }) => [from, to]);
          expect(ends).toEqual(ends.toSorted((a, b) => a - b));
        }
        expect(locator.decided).toBe(audio.length);
      }),
    );
  });

  test('picks the place nearest to the expected one if several match', () => {
    const loop = SPEECH.subarray(0, 96_000);
    const reference = prepareReference(joined(Array.from({ length: 12 }, () => loop)));
    const audio = loop.subarray(20_000, 80_000);
    expect(shifts(locate(audio, { reference, expected: 7 * 96_000 + 24_000 }))).toEqual([7 * 96_000 + 20_000]);
  });

  test('finds audio in two minutes of noise', () => {
    const long = noise(120 * RECOGNIZER_RATE, 3);
    const audio = long.subarray(2_000_017, 2_000_017 + RECOGNIZER_RATE);
    expect(shifts(locate(audio, { reference: prepareReference(long) }))).toEqual([2_000_017]);
  });
});

/** Root mean square. */
function level(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** A first-order high-pass filter at 100 Hz, as in microphone drivers. */
function highPass(samples: Float32Array): Float32Array {
  const factor = Math.exp((-2 * Math.PI * 100) / RECOGNIZER_RATE);
  let input = 0;
  let output = 0;
  return samples.map((sample) => {
    output = factor * (output + sample - input);
    input = sample;
    return output;
  });
}
