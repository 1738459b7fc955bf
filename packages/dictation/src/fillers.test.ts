import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeFillers } from './fillers.ts';
import { OwnWords } from './untouched-text.ts';

const NO_WORDS = new OwnWords({ vocabulary: [], replacements: [] });
const remove = (text: string, languages: string[] = [], ownWords = NO_WORDS) =>
  removeFillers(text, languages, ownWords);

describe('fillers', () => {
  it.each([
    ['Um, I think so.', 'I think so.'],
    ['Um, we should go.', 'We should go.'],
    ['I was, um, thinking.', 'I was thinking.'],
    ['So um, yes.', 'So yes.'],
    ['Well, um I see.', 'Well, I see.'],
    ['the um thing', 'the thing'],
    ['I think so, um.', 'I think so.'],
    ['I think so um', 'I think so'],
    ['Yes. Um, no.', 'Yes. No.'],
    ['Yes. Um. No.', 'Yes. No.'],
    ['Yes um. No.', 'Yes. No.'],
    ['Well... um... okay', 'Well... okay'],
    ['Um, uh, hmm, right.', 'Right.'],
    ['I — uh — forgot', 'I forgot'],
    ['One.\nUm, two', 'One.\nTwo'],
    ['Um - yes - uh - no', 'Yes - no'],
    ['¿Um, quién? ¡Ehm, yo! ¿Uh?', '¿Quién? ¡Yo!'],
    ['No sé. ¿Um... qué? Um, ¿qué?', 'No sé. ¿Qué? ¿Qué?'],
    ['Uhhh, ummm, hmmmm. Er, erm', ''],
    ['Hmm?', ''],
  ])('are removed, and case and punctuation are adjusted: %j', (text, rest) => {
    expect(remove(text)).toBe(rest);
  });

  it.each([
    ['Ähm, das ist, äh, gut.', 'Das ist gut.', 'de'],
    ['Euh, je ne sais pas, heu, bien.', 'Je ne sais pas bien.', 'fr-CA'],
    ['Eh, creo que, ehm, sí.', 'Creo que sí.', 'es'],
  ])('are removed in each language: %j', (text, rest, language) => {
    expect(remove(text, [language])).toBe(rest);
    expect(remove(text)).toBe(rest);
  });

  it('are kept if they are words: er and um in German, others in languages that aren’t spoken', () => {
    const german = 'Er geht um das Haus, äh, hm.';
    expect(remove(german, ['de-AT', 'en'])).toBe('Er geht um das Haus.');
    expect(remove('Euh, oui, um.', ['en'])).toBe('Euh, oui.');
    expect(remove('Um, uh.', ['it'])).toBe('Um, uh.');
    expect(remove('um, er, uh', ['en', 'fr', 'es'])).toBe('');
  });

  it.each([
    'uh-huh, mm-hmm',
    'Uh huh. Uh oh, mm hmm.',
    'The ER is full, at UM too.',
    'Er.com and um_x and /uh',
    'Eh bien, oui.',
    'Right, eh?',
    'I hum a song.',
    'He said "um, no" and “uh, yes” and «euh» and ‘er, well’.',
    '(um)',
    '5 mm wide',
  ])('are not detected in lookalikes or quotations: %j', (text) => {
    expect(remove(text)).toBe(text);
  });

  it('are kept if they are the user’s own words', () => {
    const ownWords = new OwnWords({ vocabulary: ['ER nurse'], replacements: [{ from: 'uh oh', to: 'hmm, hmm' }] });
    expect(remove('The er nurse said, uh, uh oh.', [], ownWords)).toBe('The er nurse said uh oh.');
    expect(remove('Um, Saykey is up.', [], new OwnWords({ vocabulary: ['up'], replacements: [] }))).toBe(
      'Saykey is up.',
    );
  });

  it('leave the next word in lowercase if it is always written that way', () => {
    const ownWords = new OwnWords({ vocabulary: ['npm'], replacements: [] });
    expect(remove('Um, npm runs. Uh, iPhone. Er, x.test.ts', [], ownWords)).toBe('npm runs. iPhone. x.test.ts');
  });

  const word = fc.constantFrom('tea', 'Coffee', 'is', 'great', 'I', 'umbrella', 'hers', 'ER', '"uh"');
  const mark = fc.constantFrom(' ', ', ', '. ', '? ', '... ', ' — ', '\n', ': ');
  const filler = fc.constantFrom('um', 'Um', 'uh', 'er', 'hmm', 'Hm');
  const textOf = (words: fc.Arbitrary<string>) =>
    fc.array(fc.tuple(words, mark), { maxLength: 15 }).map((parts) => parts.flat().join(''));
  const wordsOf = (text: string) => (text.match(/[\p{L}"]+/gu) ?? []).map((found) => found.toLowerCase());
  const fillers = new Set(['um', 'uh', 'er', 'hmm', 'hm']);

  it('are removed in one pass, and no other words are', () => {
    fc.assert(
      fc.property(textOf(fc.oneof(word, filler)), (text) => {
        const rest = remove(text);
        const isKept = (found: string, index: number, all: string[]) =>
          !fillers.has(found) || (text.match(/[\p{L}"]+/gu) ?? [])[index] === 'ER' || all.length === 0;
        expect(wordsOf(rest)).toEqual(wordsOf(text).filter(isKept));
        expect(remove(rest)).toBe(rest);
        expect(rest.length).toBeLessThanOrEqual(text.length);
        expect(rest).not.toMatch(/ {2}|, ,|^[,.]/);
      }),
    );
  });

  it('are all that changes: text without them, or in quotations, is unchanged', () => {
    fc.assert(
      fc.property(textOf(word), textOf(fc.oneof(word, filler)), (text, quoted) => {
        expect(remove(text)).toBe(text);
        const quotation = `"${quoted.replaceAll(/["\n]/g, '')}"`;
        expect(remove(quotation)).toBe(quotation);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!/[umhern]/i.test(text) && !/[äö]/i.test(text));
        expect(remove(text)).toBe(text);
      }),
    );
  });
});
