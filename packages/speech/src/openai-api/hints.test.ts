import { expect, test } from 'vitest';
import { cleanKeywords, languageCodes } from './hints.ts';

test('Languages are stripped of script and region, and deduplicated', () => {
  expect(languageCodes(['en-US', 'EN', 'zh-Hant-TW', 'de'])).toEqual(['en', 'zh', 'de']);
});

test('Keywords are stripped of what providers refuse', () => {
  expect(cleanKeywords(['<Saoirse>', 'two\r\nlines', '  C++ ', '<>', ''])).toEqual(['Saoirse', 'two lines', 'C++']);
});
