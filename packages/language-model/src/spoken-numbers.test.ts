import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findNumbers } from './spoken-numbers.ts';

const digitsIn = (text: string) =>
  findNumbers(text.split(' '))
    .filter(({ isUnsure }) => !isUnsure)
    .map(({ digits }) => digits);

test.each([
  ['twenty three of 7', ['23', '7']],
  ['one hundred and five', ['105']],
  ['four thousand two hundred seventeen', ['4217']],
  ['nine hundred ninety nine thousand nine hundred ninety nine', ['999999']],
  ['two point five million', ['2500000']],
  ['three point one four one five', ['3.1415']],
  ['three point eleven', ['3.11']],
  ['two and a half', ['2.5']],
  ['minus three', ['-3']],
  ['five minus three', ['5', '3']],
  ['nineteen oh five', ['19', '0', '5']],
  ['four twenty', ['4', '20']],
  ['ten per cent', ['10']],
  ['fifty cents', ['50']],
  ['one of a second', []],
  ['hundertzwanzig', ['120']],
  ['zweitausendfünfhundert', ['2500']],
  ['neunzehnhundertvierundachtzig', ['1984']],
  ['am einundzwanzigsten mai', ['21']],
  ['zweieinhalb', ['2.5']],
  ['ein hundert', ['100']],
  ['wunderhundert', []],
  ['quatre vingt dix neuf', ['99']],
  ['quatre vingts', ['80']],
  ['soixante et onze', ['71']],
  ['trois cents euros', ['300']],
  ['mille neuf cent quatre vingt quatre', ['1984']],
  ['treinta y cinco', ['35']],
  ['dos mil veinticuatro', ['2024']],
])('“%s” contains the numbers %j', (text, digits) => {
  expect(digitsIn(text)).toEqual(digits);
});

test('digits are taken as they are, between any words', () => {
  const word = fc.constantFrom('table', 'of', 'green');
  fc.assert(
    fc.property(fc.nat(), word, word, (value, before, after) => {
      expect(digitsIn(`${before} ${value} ${after}`)).toEqual([String(value)]);
    }),
  );
});

test('the numbers in any sequence of words are in order, without overlap', () => {
  const word = fc.constantFrom(
    ...'one twenty hundred thousand million point and a half oh minus cent cents quatre vingt dix et y 3 2.5 tausend zweihundert x'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      let end = 0;
      for (const { from, to } of findNumbers(words)) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(words.length);
    }),
  );
});
