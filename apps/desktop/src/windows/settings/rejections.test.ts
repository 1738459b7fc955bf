import { expect, it } from 'vitest';
import { rejectionsOf } from './rejections.ts';

it('finds the reasons for a field and its contents, each once, and none for other fields', () => {
  const rejected = {
    'vocabulary.3': 'is too long.',
    'vocabulary.4': 'is too long.',
    vocabulary: 'is full.',
    'vocabularyOfOthers.1': 'is no field.',
    'baseUrls.openai': 'is no address.',
    'baseUrls.openai-compatible': 'has a password.',
  };
  expect(rejectionsOf(rejected, 'vocabulary')).toEqual(['is too long.', 'is full.']);
  expect(rejectionsOf(rejected, 'baseUrls.openai')).toEqual(['is no address.']);
  expect(rejectionsOf(rejected, 'languages')).toEqual([]);
});
