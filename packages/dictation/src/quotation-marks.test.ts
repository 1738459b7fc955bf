import { describe, expect, it } from 'vitest';
import { beginsWithClosingMark, endsInOpeningMark, isQuotationMark } from './quotation-marks.ts';

describe('a mark at the end of the text before the caret', () => {
  it.each([
    ['straight, at the beginning', '"'],
    ['straight, after a space', 'He said "'],
    ['straight, the second quotation', 'He said "yes" and then "'],
    ['straight, in a new paragraph after one that was never closed', '"Yes,\n"'],
    ['English', 'He said “'],
    ['English, after a dash', 'He said—“'],
    ['English, nested', '“He said ‘'],
    ['English, while another is open', '“He said “'],
    ['German', 'Er sagte: „Ja“ und „Nein“ und »'],
    ['French', 'Il dit : «'],
    ['Swedish', 'Han sa ”'],
    ['Swedish, the second quotation', 'Han sa ”ja” och ”'],
    ['Danish', 'Han sagde »'],
    ['Chinese, straight, without a space', '他说"'],
    ['an apostrophe after a space', "He said '"],
    ['a backtick', 'Run `'],
    ['straight, after a sign', 'name="'],
  ])('opens: %s', (_, text) => {
    expect(endsInOpeningMark(text)).toBe(true);
  });

  it.each([
    ['straight', 'He said "yes"'],
    ['straight, after a space', 'He said "yes "'],
    ['straight, where the beginning could not be read', 'yes"'],
    ['English', 'He said “yes.”'],
    ['English single', 'He said ‘yes’'],
    ['German', 'Er sagte: „Ja“'],
    ['German single', 'Er sagte: ‚Ja‘'],
    ['German guillemets', 'Er sagte: »Ja«'],
    ['French', 'Il dit : « oui »'],
    ['Swedish', 'Han sa ”ja”'],
    ['Chinese, straight, without a space', '他说"你好"'],
    ['an apostrophe after a word', "the boys'"],
    ['a backtick', 'Run `ls`'],
    ['English, after an emoji', 'He said “yes 👍”'],
    ['straight, after a bracket', 'He said "yes (twice)"'],
  ])('closes: %s', (_, text) => {
    expect(endsInOpeningMark(text)).toBe(false);
  });
});

describe('a mark at the beginning of the next text', () => {
  it.each([
    ['straight', 'He said "yes', '" and'],
    ['English', 'He said “yes', '” and'],
    ['English, where the beginning could not be read', 'yes', '” and'],
    ['German', 'Er sagte: „Ja', '“ und'],
    ['German guillemets', 'Er sagte: »Ja', '« und'],
    ['French', 'Il dit : « oui', '» et'],
    ['Swedish', 'Han sa ”ja', '” och'],
    ['single', "He said 'yes", "', and"],
  ])('closes: %s', (_, before, next) => {
    expect(beginsWithClosingMark(before, next)).toBe(true);
  });

  it.each([
    ['straight', 'He said', '"yes" and'],
    ['straight, in a new paragraph', '"Yes,\nhe said,', '"yes"'],
    ['English', 'He said', '“yes” and'],
    ['English, while another is open', '“Yes,', '“yes”'],
    ['German guillemets', 'Er sagte:', '»Ja«'],
    ['French', 'Il dit :', '« oui »'],
    ['Swedish', 'Han sa', '”ja”'],
    ['Dutch, a word that begins with an apostrophe', 'elke dag', "'s avonds"],
  ])('opens: %s', (_, before, next) => {
    expect(beginsWithClosingMark(before, next)).toBe(false);
  });
});

it('brackets, low marks and primes are not marks that may either open or close', () => {
  for (const character of ['(', '„', '‚', '′', 'a', '', '😀']) expect(isQuotationMark(character)).toBe(false);
});
