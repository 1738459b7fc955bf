import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { JsonFile } from '../storage/json-file.ts';
import { defaultSettings } from './default-settings.ts';
import { SettingsKeeper } from './settings-keeper.ts';

const DEFAULTS = defaultSettings('mac');
/** Written by a later version: our fields, and a new one. */
const LATER = { ...DEFAULTS, live: true, vocabulary: ['Okapi'], telepathy: { range: 3 } };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saykey-rollback-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

/**
 * Starts this version of the app on the folder, makes a change if there is one, and ends it. Returns the settings it
 * found.
 */
async function runThisVersion(change?: Record<string, unknown>) {
  const keeper = await SettingsKeeper.open({
    store: new JsonFile(join(folder, 'settings.json')),
    clock: new FakeClock(),
    defaults: DEFAULTS,
  });
  const found = keeper.current;
  if (change) keeper.change(change);
  await keeper.flush();
  keeper.close();
  return found;
}

const write = (settings: unknown) => writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
const read = async (name = 'settings.json'): Promise<unknown> => JSON.parse(await readFile(join(folder, name), 'utf8'));
const setAside = async () => (await readdir(folder)).filter((name) => name.startsWith('settings.unreadable-'));

test('a rolled-back app keeps the settings, including fields that only the later version knows', async () => {
  await write(LATER);
  expect(await runThisVersion({ sounds: false })).toMatchObject({ live: true, vocabulary: ['Okapi'] });
  expect(await read()).toEqual({ ...LATER, sounds: false });
  expect(await setAside()).toEqual([]);
});

test('valid parts of settings with a later version number are kept, and the file is copied first', async () => {
  const changed = { ...LATER, version: 2, sounds: 'loud' };
  await write(changed);
  expect(await runThisVersion({ live: false })).toMatchObject({ vocabulary: ['Okapi'], sounds: true });
  expect(await read()).toMatchObject({ version: 1, live: false, vocabulary: ['Okapi'] });
  const [copy = ''] = await setAside();
  expect(await read(copy)).toEqual(changed);
});

test('an entry that only a later version knows does not affect other entries', async () => {
  const stored = {
    ...DEFAULTS,
    chords: { ...DEFAULTS.chords, hold: 'F5', toggle: 'Fn+Space', translate: 'Command+Shift+L' },
    models: { openai: 'my-model', 'a-later-provider': 'its-model' },
    vocabulary: ['Okapi', { word: 'Quagga', soundsLike: 'kwagga' }],
  };
  await write(stored);
  const found = await runThisVersion({ live: true });
  expect(found.chords).toEqual({ ...DEFAULTS.chords, hold: 'F5' });
  expect(found.models).toEqual({ openai: 'my-model' });
  expect(found.vocabulary).toEqual(['Okapi']);
  const [copy = ''] = await setAside();
  expect(await read(copy)).toEqual(stored);
});

test('starting with later settings without changing any leaves the file alone', async () => {
  await write({ ...LATER, version: 2 });
  await runThisVersion();
  expect(await read()).toEqual({ ...LATER, version: 2 });
});
