import { expect, test } from 'vitest';
import { cleanKeywords, languageCodes } from './hints.ts';

test('Languages lose script and region, and come once each', () => {
  expect(languageCodes(['en-US', 'EN', 'zh-Hant-TW', 'de'])).toEqual(['en', 'zh', 'de']);
});

test('Keywords lose what providers refuse', () => {
  expect(cleanKeywords(['<Saoirse>', 'two\r\nlines', '  C++ ', '<>', ''])).toEqual(['Saoirse', 'two lines', 'C++']);
});
