import { expect, it } from 'vitest';
import { isHanOrKana, isSoutheastAsianLetter, isWhiteSpace, lastCharacter } from './characters.ts';

it('the last character is returned whole, even if it is a surrogate pair', () => {
  expect(lastCharacter('ab')).toBe('b');
  expect(lastCharacter('a😀')).toBe('😀');
  expect(lastCharacter('😀b')).toBe('b');
  expect(lastCharacter('a\n')).toBe('\n');
  expect(lastCharacter('a\uDE00')).toBe('\uDE00');
  expect(lastCharacter('')).toBe('');
});

it('white space is what Unicode defines, without invisible marks', () => {
  for (const character of [' ', '\t', '\n', '\u0085', '\u00A0', '\u2028', '\u202F', '\u3000']) {
    expect(isWhiteSpace(character)).toBe(true);
  }
  for (const character of ['', 'a', '\uFEFF', '\u200B']) expect(isWhiteSpace(character)).toBe(false);
});

it('Chinese and Japanese include their punctuation and full-width forms, not Korean', () => {
  for (const character of ['世', 'か', 'カ', 'ー', 'ㄅ', '。', '「', '！', 'Ａ', '𠮷', 'ｶ']) {
    expect(isHanOrKana(character)).toBe(true);
  }
  for (const character of ['', 'a', '한', '.', '“', '😀', 'ไ']) expect(isHanOrKana(character)).toBe(false);
});

it('Southeast Asian letters include their vowel signs and tone marks, not digits and punctuation', () => {
  for (const character of ['ไ', '่', 'ລ', 'ស', '្', 'မ', 'ါ']) expect(isSoutheastAsianLetter(character)).toBe(true);
  for (const character of ['', 'a', '๕', '។', '世', '5']) expect(isSoutheastAsianLetter(character)).toBe(false);
});
