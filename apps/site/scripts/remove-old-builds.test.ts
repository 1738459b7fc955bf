import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeOldBuilds } from './remove-old-builds.ts';

const HOUR_MS = 60 * 60 * 1_000;

let builds: string;
beforeEach(() => {
  builds = mkdtempSync(join(tmpdir(), 'builds-'));
});
afterEach(() => rmSync(builds, { recursive: true }));

function addBuild(name: string, hoursAgo: number): void {
  mkdirSync(join(builds, name, 'client'), { recursive: true });
  const time = new Date(Date.now() - hoursAgo * HOUR_MS);
  utimesSync(join(builds, name), time, time);
}

test('the four most recently used builds are kept, however old', () => {
  for (const days of [1, 2, 3, 4, 5, 6]) addBuild(`${days} days`, days * 24 + 1);
  removeOldBuilds(builds);
  expect(readdirSync(builds).toSorted()).toEqual(['1 days', '2 days', '3 days', '4 days']);
});

test('all builds used within a day are kept, since they may still be served', () => {
  for (const hours of [1, 2, 3, 4, 5, 23, 25]) addBuild(`${hours} hours`, hours);
  removeOldBuilds(builds);
  expect(readdirSync(builds)).toHaveLength(6);
  expect(readdirSync(builds)).not.toContain('25 hours');
});

test('a build in progress is left alone', () => {
  for (const days of [1, 2, 3, 4]) addBuild(`${days} days`, days);
  addBuild('.building-a', 10 * 24);
  removeOldBuilds(builds);
  expect(readdirSync(builds)).toContain('.building-a');
});
