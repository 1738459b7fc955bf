import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { APP_CLAIMS, claimListText, LEFT_TO_PEOPLE, NATIVE_CLAIMS, PACKAGE_CLAIMS } from './claim-list.ts';

test('Each claim has an id of its own, and is listed with what it says', () => {
  const entries = [NATIVE_CLAIMS, PACKAGE_CLAIMS, APP_CLAIMS].flatMap((list) => Object.entries(list));
  expect(new Set(entries.map(([id]) => id)).size).toBe(entries.length);
  for (const [id, says] of entries) expect(claimListText()).toContain(`- ${id}: ${says}`);
});

test('What is left to people says why, once', () => {
  expect(new Set(LEFT_TO_PEOPLE.map(({ says }) => says)).size).toBe(LEFT_TO_PEOPLE.length);
  for (const { says, because } of LEFT_TO_PEOPLE) expect(claimListText()).toContain(`- ${says} (${because})`);
});

test('The twenty minutes are the steps of docs/verification.md, one by one', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../docs/verification.md'), 'utf8');
  const [, section = ''] = /### In twenty minutes\n(.*?)\n##/s.exec(document) ?? [];
  const steps = [...section.matchAll(/^\d+\. /gm)];
  expect(steps).toHaveLength(LEFT_TO_PEOPLE.filter(({ isInTwentyMinutes }) => isInTwentyMinutes).length);
});
