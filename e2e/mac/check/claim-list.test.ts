import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { APP_CLAIMS, claimListText, LEFT_TO_PEOPLE, NATIVE_CLAIMS, PACKAGE_CLAIMS } from './claim-list.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/verification.md'), 'utf8');

test('Each claim has a unique id, and is listed with its text', () => {
  const entries = [NATIVE_CLAIMS, PACKAGE_CLAIMS, APP_CLAIMS].flatMap((list) => Object.entries(list));
  expect(new Set(entries.map(([id]) => id)).size).toBe(entries.length);
  for (const [id, says] of entries) expect(claimListText()).toContain(`- ${id}: ${says}`);
});

test('Each check left to people is listed once, with the reason', () => {
  expect(new Set(LEFT_TO_PEOPLE.map(({ says }) => says)).size).toBe(LEFT_TO_PEOPLE.length);
  for (const { says, because } of LEFT_TO_PEOPLE) expect(claimListText()).toContain(`- ${says} (${because})`);
});

test('Each assumption of docs/verification.md names the claims that settle it, or a person', () => {
  const [, section = ''] = /and assumed(.*?)\n\nKnown limits/s.exec(DOCUMENT) ?? [];
  const bullets = section.split('\n- ').slice(1);
  expect(bullets.length).toBeGreaterThan(0);
  const ids = new Set([NATIVE_CLAIMS, PACKAGE_CLAIMS, APP_CLAIMS].flatMap((list) => Object.keys(list)));
  for (const bullet of bullets) {
    expect(bullet).toMatch(/`|a person/);
    for (const [, id] of bullet.matchAll(/`([\w-]+)`/g)) expect(ids).toContain(id);
  }
});

test('“In twenty minutes” in docs/verification.md has one step for each check marked for it', () => {
  const [, section = ''] = /### In twenty minutes\n(.*?)\n##/s.exec(DOCUMENT) ?? [];
  const steps = [...section.matchAll(/^\d+\. /gm)];
  expect(steps).toHaveLength(LEFT_TO_PEOPLE.filter(({ isInTwentyMinutes }) => isInTwentyMinutes).length);
});
