import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joined, noise, synthesiseSpeech } from '../testing/synthetic-speech.ts';
import { RECOGNIZER_RATE, samplesOf } from './rate.ts';
import { Recognizer, textOf } from './recognizer.ts';
import { prepareReference } from './reference.ts';

const TEXT =
  "The naïve café, at 5 o'clock: “hello”. 日本 語 👩‍👩‍👧 is here!\nNew-line extraordinarily long words follow after each other for quite a while";
const WORDS = TEXT.split(/(?=[ \n])/);
const SPEECH = synthesiseSpeech(WORDS, 5);
const SCRIPT = { spoken: { reference: prepareReference(SPEECH.samples), words: SPEECH.words }, imagines: false };
const UNKNOWN = { imagines: true };

function recognizerOf(audio: Float32Array, script: ConstructorParameters<typeof Recognizer>[0] = SCRIPT): Recognizer {
  const recognizer = new Recognizer(script);
  for (let at = 0; at < audio.length; at += 960) recognizer.push(audio.subarray(at, at + 960));
  recognizer.settle();
  return recognizer;
}

function recognizedIn(audio: Float32Array, script?: ConstructorParameters<typeof Recognizer>[0]): string {
  const recognizer = recognizerOf(audio, script);
  return textOf(recognizer.recognize(0, recognizer.received));
}

/** The reference between two times. */
function between(fromMs: number, toMs: number): Float32Array {
  return SPEECH.samples.subarray(samplesOf(fromMs), samplesOf(toMs));
}

/** A time in the pause before a word, in milliseconds. */
function pauseBefore(word: number): number {
  const before = SPEECH.words[word - 1]?.endMs ?? 0;
  return (before + (SPEECH.words[word]?.startMs ?? before + 100)) / 2;
}

describe('Recognizer', () => {
  test('recognizes all words of the reference as written', () => {
    expect(recognizedIn(SPEECH.samples)).toBe(TEXT);
  });

  test('recognizes only the words whose audio arrived', () => {
    expect(recognizedIn(between(pauseBefore(3), pauseBefore(7)))).toBe(WORDS.slice(3, 7).join('').trimStart());
  });

  test('keeps a line break at the start, but no space', () => {
    const newLine = WORDS.findIndex((word) => word.startsWith('\n'));
    expect(recognizedIn(between(pauseBefore(newLine), pauseBefore(newLine + 2)))).toBe('\nNew-line extraordinarily');
  });

  test('recognizes repeated words twice', () => {
    const word = between(pauseBefore(2), pauseBefore(4));
    expect(recognizedIn(joined([word, word]))).toBe(
      `${WORDS.slice(2, 4).join('').trimStart()}${WORDS.slice(2, 4).join('')}`,
    );
  });

  test('recognizes a repeated piece of a word as a separate piece', () => {
    const word = SPEECH.words.findIndex(({ text }) => text === ' extraordinarily');
    const { startMs, endMs } = SPEECH.words[word]!;
    const middle = (startMs + endMs) / 2;
    const audio = joined([between(pauseBefore(word), middle), between(middle - 60, pauseBefore(word + 1))]);
    expect(recognizedIn(audio)).toMatch(/^extrao\w+ \w*dinarily$/);
  });

  test('recognizes a word without the letters whose sound is missing', () => {
    const word = SPEECH.words.findIndex(({ text }) => text === ' extraordinarily');
    const { startMs, endMs } = SPEECH.words[word]!;
    const third = (endMs - startMs) / 3;
    const start = between(pauseBefore(word), startMs + third);
    const end = between(endMs - third, pauseBefore(word + 1));
    expect(recognizedIn(joined([start, end]))).toBe('extraarily');
  });

  test('recognizes a word whole if only a few milliseconds are missing', () => {
    const word = SPEECH.words.findIndex(({ text }) => text === ' extraordinarily');
    const { startMs, endMs } = SPEECH.words[word]!;
    const middle = (startMs + endMs) / 2;
    const missing = (ms: number) => {
      const audio = joined([between(pauseBefore(word), middle), between(middle + ms, pauseBefore(word + 2))]);
      const recognizer = recognizerOf(audio);
      return recognizer.recognize(0, recognizer.received).map(({ text, whole }) => [text, whole]);
    };
    expect(missing(7)).toEqual([
      [' extraordinarily', true],
      [' long', true],
    ]);
    expect(missing(14)[0]![1]).toBe(false);
  });

  test('recognizes each letter of a cut word exactly once, wherever the audio is cut', () => {
    const recognizer = recognizerOf(SPEECH.samples);
    fc.assert(
      fc.property(fc.nat(SPEECH.samples.length), (cut) => {
        const parts = [...recognizer.recognize(0, cut), ...recognizer.recognize(cut, recognizer.received)];
        expect(parts.map(({ text }) => text.trimStart()).join('')).toBe(TEXT.replace(/\s/g, ''));
      }),
    );
  });

  test('never splits a grapheme', () => {
    const recognizer = recognizerOf(SPEECH.samples);
    fc.assert(
      fc.property(fc.nat(SPEECH.samples.length), (cut) => {
        const text = textOf(recognizer.recognize(0, cut));
        expect(text.includes('👩')).toBe(text.includes('👩‍👩‍👧'));
      }),
    );
  });

  test('recognizes audio that is made of any pieces between pauses', () => {
    const pieces = fc.tuple(fc.nat(WORDS.length - 4), fc.integer({ min: 2, max: 4 }));
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 5 }), (ranges) => {
        const audio = joined(ranges.map(([first, count]) => between(pauseBefore(first), pauseBefore(first + count))));
        const expected = ranges.map(([first, count]) => WORDS.slice(first, first + count).join('')).join('');
        expect(recognizedIn(audio)).toBe(expected.replace(/^ /, ''));
      }),
      { numRuns: 30 },
    );
  });

  test.each([0, 200])('reports words %i ms after they end while audio arrives, and never retracts one', (lagMs) => {
    const recognizer = new Recognizer(SCRIPT);
    let partial = '';
    for (let at = 0; at < SPEECH.samples.length; at += 960) {
      recognizer.push(SPEECH.samples.subarray(at, at + 960));
      const words = recognizer.recognizeSoFar(0, samplesOf(lagMs));
      const text = textOf(words);
      expect(text.startsWith(partial)).toBe(true);
      expect(words.every((word) => word.whole && word.to + samplesOf(lagMs) <= recognizer.received)).toBe(true);
      partial = text;
    }
    expect(TEXT.startsWith(partial)).toBe(true);
    expect(partial.length).toBeGreaterThan(TEXT.length - 12);
  });

  test('writes a canned word for every third of a second of an unknown voice', () => {
    expect(recognizedIn(noise(2 * RECOGNIZER_RATE), UNKNOWN)).toBe('This is a speech sandbox.');
    expect(
      recognizedIn(
        joined([noise(RECOGNIZER_RATE), new Float32Array(RECOGNIZER_RATE), noise(RECOGNIZER_RATE)]),
        UNKNOWN,
      ),
    ).toBe('This is a speech sandbox.');
  });

  test('continues its canned words from one part to the next', () => {
    const recognizer = recognizerOf(noise(4 * RECOGNIZER_RATE), UNKNOWN);
    expect(textOf(recognizer.recognize(0, 2 * RECOGNIZER_RATE))).toBe('This is a speech sandbox.');
    expect(textOf(recognizer.recognize(2 * RECOGNIZER_RATE, 4 * RECOGNIZER_RATE))).toBe(
      'It cannot understand you, but it',
    );
  });

  test('recognizes nothing in silence, and nothing in unknown audio without canned words', () => {
    expect(recognizedIn(new Float32Array(2 * RECOGNIZER_RATE), UNKNOWN)).toBe('');
    expect(recognizedIn(noise(2 * RECOGNIZER_RATE))).toBe('');
  });

  test.each([110, 130, 150, 200])('recognizes the last %i ms of a word before audio from another place', (ms) => {
    const word = SPEECH.words.findIndex(({ text }) => text === ' extraordinarily');
    const { startMs, endMs } = SPEECH.words[word]!;
    const audio = joined([between(endMs - ms, pauseBefore(word + 1)), between(pauseBefore(2), pauseBefore(6))]);
    const letters = Math.round((15 * ms) / (endMs - startMs));
    const [fragment, ...rest] = recognizedIn(audio).split(' ');
    expect('extraordinarily'.endsWith(fragment!)).toBe(true);
    expect(Math.abs(fragment!.length - letters)).toBeLessThanOrEqual(1);
    expect(rest.join(' ')).toBe(WORDS.slice(2, 6).join('').trim());
  });

  test('knows its place in the reference', () => {
    const audio = SPEECH.samples.slice(48_000, 96_000);
    expect(recognizerOf(audio).placeOf(24_000)).toBe(72_000);
    expect(recognizerOf(new Float32Array(24_000)).placeOf(24_000)).toBeUndefined();
  });
});
