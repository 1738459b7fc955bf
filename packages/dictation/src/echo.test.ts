import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEcho } from './echo.ts';

const SPOKEN = { voicedMs: 2_000 };
const SILENT = { voicedMs: 0 };
const CLICK = { voicedMs: 140 };
const SHORT_WORD = { voicedMs: 150 };
const keywords = ['Kubernetes', 'PostgreSQL', 'Ana-María'];
const prompt = 'A talk with Dr. Ruiz. We speak about clusters and their databases.';

describe('when voice was heard', () => {
  it.each([
    ['the vocabulary', 'Kubernetes, PostgreSQL, Ana-María'],
    ['the vocabulary without case, punctuation and spaces', 'kubernetes postgresql ana maría.'],
    ['the vocabulary twice', 'Kubernetes, PostgreSQL, Ana-María. Kubernetes, PostgreSQL, Ana-María.'],
    ['the vocabulary with decomposed accents', 'Kubernetes PostgreSQL Ana-Mari\u0301a'],
    ['the prompt', 'a talk with dr ruiz we speak about clusters and their databases'],
    ['the prompt and the vocabulary', `${prompt} Kubernetes, PostgreSQL, Ana-María`],
    ["the prompt's last sentence", 'We speak about clusters and their databases.'],
  ])('is an echo: %s', (_, text) => {
    expect(isEcho(text, { keywords, prompt }, SPOKEN)).toBe(true);
  });

  it.each([
    ['a keyword', 'Kubernetes.'],
    ['a keyword twice', 'Kubernetes, Kubernetes'],
    ['some keywords', 'Kubernetes and PostgreSQL'],
    ['keywords in another order', 'PostgreSQL, Kubernetes, Ana-María'],
    ['the vocabulary in a sentence', 'We use Kubernetes, PostgreSQL, Ana-María.'],
    ['the vocabulary one and a half times', 'Kubernetes, PostgreSQL, Ana-María, Kubernetes'],
    ["the prompt's first sentence", 'A talk with Dr. Ruiz.'],
    ['other words', 'Good morning.'],
    ['nothing', ''],
    ['an emoji', '👍'],
  ])('is speech: %s', (_, text) => {
    expect(isEcho(text, { keywords, prompt }, SPOKEN)).toBe(false);
  });

  it('keeps the only keyword, and a word that is the whole prompt', () => {
    expect(isEcho('Kubernetes', { keywords: ['Kubernetes'] }, SPOKEN)).toBe(false);
    expect(isEcho('New York', { keywords: ['New York'] }, SPOKEN)).toBe(false);
    expect(isEcho('Hello.', { keywords: [], prompt: 'Hello' }, SPOKEN)).toBe(false);
  });

  it('keeps a last sentence of two words', () => {
    expect(isEcho('Thank you.', { keywords: [], prompt: 'Write politely. Thank you.' }, SPOKEN)).toBe(false);
  });

  it('finds sentences and words in scripts without spaces', () => {
    const hints = { keywords: ['東京', '大阪'], prompt: '会議です。今日は天気がいい。' };
    expect(isEcho('東京、大阪。', hints, SPOKEN)).toBe(true);
    expect(isEcho('東京大阪', hints, SPOKEN)).toBe(true);
    expect(isEcho('今日は天気がいい', hints, SPOKEN)).toBe(true);
    expect(isEcho('東京', hints, SPOKEN)).toBe(false);
  });
});

describe('when hardly any voice was heard', () => {
  it.each([
    ['a keyword', 'Kubernetes.'],
    ['keywords in any order and number', 'PostgreSQL, Kubernetes, PostgreSQL'],
    ["the prompt's last sentence and a keyword", 'We speak about clusters and their databases. Kubernetes.'],
  ])('is an echo: %s', (_, text) => {
    expect(isEcho(text, { keywords, prompt }, SILENT)).toBe(true);
    expect(isEcho(text, { keywords, prompt }, CLICK)).toBe(true);
  });

  it('any other text is speech', () => {
    expect(isEcho('Yes.', { keywords, prompt }, SILENT)).toBe(false);
    expect(isEcho('Kubernetes, yes', { keywords, prompt }, SILENT)).toBe(false);
    expect(isEcho('', { keywords, prompt }, SILENT)).toBe(false);
  });

  it('a keyword is speech if there was enough voice for a short word', () => {
    expect(isEcho('Kubernetes', { keywords }, SHORT_WORD)).toBe(false);
  });
});

it('there is no echo without hints', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(1_000), (text, voicedMs) => {
      expect(isEcho(text, { keywords: [] }, { voicedMs })).toBe(false);
      expect(isEcho(text, { keywords: ['', '…'], prompt: ' ' }, { voicedMs })).toBe(false);
    }),
  );
});

it('the vocabulary is found however it is punctuated and repeated', () => {
  const keyword = fc.string({ unit: fc.constantFrom('a', 'é', '东', '5'), minLength: 1 });
  const separator = fc.constantFrom(', ', ' ', '. ', '\n', '、');
  fc.assert(
    fc.property(
      fc.array(keyword, { minLength: 2 }),
      separator,
      fc.integer({ min: 1, max: 4 }),
      (list, between, times) => {
        const text = Array.from({ length: times }, () => list.join(between).toUpperCase()).join(between);
        expect(isEcho(text, { keywords: list }, SPOKEN)).toBe(true);
      },
    ),
  );
});
