import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RECOGNIZER_RATE } from '../recognizer/rate.ts';
import { Recognizer, textOf } from '../recognizer/recognizer.ts';
import { prepareReference, type ScriptWord } from '../recognizer/reference.ts';
import { resample } from '../recognizer/resampler.ts';
import { readWav } from '../recognizer/wav.ts';

const { rate, samples } = readWav(readFileSync(new URL('sample.wav', import.meta.url)));
const words = JSON.parse(readFileSync(new URL('sample.json', import.meta.url), 'utf8')) as ScriptWord[];

/** Root mean square between two times. */
function level(fromMs: number, toMs: number): number {
  const part = samples.subarray((fromMs * rate) / 1000, (toMs * rate) / 1000);
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
}

describe('the spoken sample', () => {
  test('is 8 to 11 seconds long at 16 kHz', () => {
    expect(rate).toBe(16_000);
    expect(samples.length / rate).toBeGreaterThan(8);
    expect(samples.length / rate).toBeLessThan(11);
  });

  test('is loud where its words are, and only there', () => {
    let endMs = 0;
    for (const word of words) {
      expect(level(endMs, word.startMs)).toBeLessThan(0.001);
      expect(level(word.startMs, word.startMs + 20)).toBeGreaterThan(0.001);
      expect(level(word.endMs - 20, word.endMs)).toBeGreaterThan(0.001);
      expect(level(word.startMs, word.endMs)).toBeGreaterThan(0.03);
      endMs = word.endMs;
    }
    expect(level(endMs, (samples.length * 1000) / rate)).toBeLessThan(0.001);
  });

  test('is recognized word for word', () => {
    const audio = resample(samples, rate, RECOGNIZER_RATE);
    const recognizer = new Recognizer({ spoken: { reference: prepareReference(audio), words }, imagines: false });
    recognizer.push(audio);
    recognizer.settle();
    expect(textOf(recognizer.recognize(0, recognizer.received))).toBe(
      'Hold the key, and speak. Your words appear while you talk, commas and all. Let go, and the text is yours!',
    );
  });
});
