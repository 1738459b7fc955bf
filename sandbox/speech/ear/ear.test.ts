import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joined, noise, synthesiseSpeech } from '../testing/synthetic-speech.ts';
import { Ear, textOf } from './ear.ts';
import { EAR_RATE, samplesOf } from './rate.ts';
import { prepareReference } from './reference.ts';

const TEXT =
  "The naïve café, at 5 o'clock: “hello”. 日本 語 👩‍👩‍👧 is here!\nNew-line extraordinarily long words follow after each other for quite a while";
const WORDS = TEXT.split(/(?=[ \n])/);
const SPEECH = synthesiseSpeech(WORDS, 5);
const SCRIPT = { spoken: { reference: prepareReference(SPEECH.samples), words: SPEECH.words }, imagines: false };
const UNKNOWN = { imagines: true };

function earOf(audio: Float32Array, script: ConstructorParameters<typeof Ear>[0] = SCRIPT): Ear {
  const ear = new Ear(script);
  for (let at = 0; at < audio.length; at += 960) ear.push(audio.subarray(at, at + 960));
  ear.settle();
  return ear;
}

function heardIn(audio: Float32Array, script?: ConstructorParameters<typeof Ear>[0]): string {
  const ear = earOf(audio, script);
  return textOf(ear.hear(0, ear.received));
}

/** The reference between two times. */
function between(fromMs: number, toMs: number): Float32Array {
  return SPEECH.samples.subarray(samplesOf(fromMs), samplesOf(toMs));
}

/** A time in the pause before a word. */
function pauseBefore(word: number): number {
  const before = SPEECH.words[word - 1]?.endMs ?? 0;
  return (before + (SPEECH.words[word]?.startMs ?? before + 100)) / 2;
}

describe('Ear', () => {
  test('hears all words of the reference as they are written', () => {
    expect(heardIn(SPEECH.samples)).toBe(TEXT);
  });

  test('hears only the words whose audio came', () => {
    expect(heardIn(between(pauseBefore(3), pauseBefore(7)))).toBe(WORDS.slice(3, 7).join('').trimStart());
  });

  test('keeps a line break at the start, but no space', () => {
    const newLine = WORDS.findIndex((word) => word.startsWith('\n'));
    expect(heardIn(between(pauseBefore(newLine), pauseBefore(newLine + 2)))).toBe('\nNew-line extraordinarily');
  });

  test('hears a word twice that came twice', () => {
    const word = between(pauseBefore(2), pauseBefore(4));
    expect(heardIn(joined([word, word]))).toBe(
      `${WORDS.slice(2, 4).join('').trimStart()}${WORDS.slice(2, 4).join('')}`,
    );
  });

  test('hears a piece of a word that came twice as a piece of its own', () => {
    const word = SPEECH.words.findIndex(({ text }) => text === ' extraordinarily');
    const { startMs, endMs } = SPEECH.words[word]!;
    const middle = (startMs + endMs) / 2;
    const audio = joined([between(pauseBefore(word), middle), between(middle - 60, pauseBefore(word + 1))]);
    expect(heardIn(audio)).toMatch(/^extrao\w+ \w*dinarily$/);
  });

  test('hears a word without the letters whose sound is missing', () => {
    const word = SPEECH.words.findIndex(({ text }) => text === ' extraordinarily');
    const { startMs, endMs } = SPEECH.words[word]!;
    const third = (endMs - startMs) / 3;
    const start = between(pauseBefore(word), startMs + third);
    const end = between(endMs - third, pauseBefore(word + 1));
    expect(heardIn(joined([start, end]))).toBe('extraarily');
  });

  test('hears a word whole where only a few milliseconds are missing', () => {
    const word = SPEECH.words.findIndex(({ text }) => text === ' extraordinarily');
    const { startMs, endMs } = SPEECH.words[word]!;
    const middle = (startMs + endMs) / 2;
    const missing = (ms: number) => {
      const audio = joined([between(pauseBefore(word), middle), between(middle + ms, pauseBefore(word + 2))]);
      const ear = earOf(audio);
      return ear.hear(0, ear.received).map(({ text, whole }) => [text, whole]);
    };
    expect(missing(7)).toEqual([
      [' extraordinarily', true],
      [' long', true],
    ]);
    expect(missing(14)[0]![1]).toBe(false);
  });

  test('hears the letters of a cut word once, in the two parts together, wherever audio is cut', () => {
    const ear = earOf(SPEECH.samples);
    fc.assert(
      fc.property(fc.nat(SPEECH.samples.length), (cut) => {
        const parts = [...ear.hear(0, cut), ...ear.hear(cut, ear.received)];
        expect(parts.map(({ text }) => text.trimStart()).join('')).toBe(TEXT.replace(/\s/g, ''));
      }),
    );
  });

  test('never cuts a letter that people count as one', () => {
    const ear = earOf(SPEECH.samples);
    fc.assert(
      fc.property(fc.nat(SPEECH.samples.length), (cut) => {
        const text = textOf(ear.hear(0, cut));
        expect(text.includes('👩')).toBe(text.includes('👩‍👩‍👧'));
      }),
    );
  });

  test('hears a take that is made of any pieces between pauses', () => {
    const pieces = fc.tuple(fc.nat(WORDS.length - 4), fc.integer({ min: 2, max: 4 }));
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 5 }), (ranges) => {
        const audio = joined(ranges.map(([first, count]) => between(pauseBefore(first), pauseBefore(first + count))));
        const expected = ranges.map(([first, count]) => WORDS.slice(first, first + count).join('')).join('');
        expect(heardIn(audio)).toBe(expected.replace(/^ /, ''));
      }),
      { numRuns: 30 },
    );
  });

  test.each([0, 200])('while listening, tells words %i ms after they end, and never takes one back', (lagMs) => {
    const ear = new Ear(SCRIPT);
    let told = '';
    for (let at = 0; at < SPEECH.samples.length; at += 960) {
      ear.push(SPEECH.samples.subarray(at, at + 960));
      const words = ear.hearSoFar(0, samplesOf(lagMs));
      const text = textOf(words);
      expect(text.startsWith(told)).toBe(true);
      expect(words.every((word) => word.whole && word.to + samplesOf(lagMs) <= ear.received)).toBe(true);
      told = text;
    }
    expect(TEXT.startsWith(told)).toBe(true);
    expect(told.length).toBeGreaterThan(TEXT.length - 12);
  });

  test('writes a word of its own for every third of a second of an unknown voice', () => {
    expect(heardIn(noise(2 * EAR_RATE), UNKNOWN)).toBe('This is a speech sandbox.');
    expect(heardIn(joined([noise(EAR_RATE), new Float32Array(EAR_RATE), noise(EAR_RATE)]), UNKNOWN)).toBe(
      'This is a speech sandbox.',
    );
  });

  test('goes on with its own words from part to part', () => {
    const ear = earOf(noise(4 * EAR_RATE), UNKNOWN);
    expect(textOf(ear.hear(0, 2 * EAR_RATE))).toBe('This is a speech sandbox.');
    expect(textOf(ear.hear(2 * EAR_RATE, 4 * EAR_RATE))).toBe('It cannot understand you, but it');
  });

  test('hears nothing in silence, and nothing unknown where it has no words of its own', () => {
    expect(heardIn(new Float32Array(2 * EAR_RATE), UNKNOWN)).toBe('');
    expect(heardIn(noise(2 * EAR_RATE))).toBe('');
  });

  test.each([110, 130, 150, 200])('hears the end of a word of which only %i ms came, before another place', (ms) => {
    const word = SPEECH.words.findIndex(({ text }) => text === ' extraordinarily');
    const { startMs, endMs } = SPEECH.words[word]!;
    const audio = joined([between(endMs - ms, pauseBefore(word + 1)), between(pauseBefore(2), pauseBefore(6))]);
    const letters = Math.round((15 * ms) / (endMs - startMs));
    const [fragment, ...rest] = heardIn(audio).split(' ');
    expect('extraordinarily'.endsWith(fragment!)).toBe(true);
    expect(Math.abs(fragment!.length - letters)).toBeLessThanOrEqual(1);
    expect(rest.join(' ')).toBe(WORDS.slice(2, 6).join('').trim());
  });

  test('knows where in the reference it is', () => {
    const audio = SPEECH.samples.slice(48_000, 96_000);
    expect(earOf(audio).placeOf(24_000)).toBe(72_000);
    expect(earOf(new Float32Array(24_000)).placeOf(24_000)).toBeUndefined();
  });
});
