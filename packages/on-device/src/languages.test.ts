import { expect, test } from 'vitest';
import { includesEnglish } from './languages.ts';

test.for([[[]], [['en']], [['en-GB']], [['de', 'en-US']], [['EN']]])(
  'Recognition is of use to who speaks %j',
  ([tags]) => {
    expect(includesEnglish(tags!)).toBe(true);
  },
);

test.for([[['de']], [['de-CH', 'fr']], [['enm']]])('Recognition is of no use to who speaks %j', ([tags]) => {
  expect(includesEnglish(tags!)).toBe(false);
});
