import { expect, test } from 'vitest';
import { includesEnglish } from './languages.ts';

test.for([[[]], [['en']], [['en-GB']], [['de', 'en-US']], [['EN']]])(
  'Recognition is useful to speakers of %j',
  ([tags]) => {
    expect(includesEnglish(tags!)).toBe(true);
  },
);

test.for([[['de']], [['de-CH', 'fr']], [['enm']]])('Recognition is useless to speakers of %j', ([tags]) => {
  expect(includesEnglish(tags!)).toBe(false);
});
