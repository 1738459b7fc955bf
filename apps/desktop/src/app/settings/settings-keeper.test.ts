import { FakeClock } from '@workspace/speech/testing/fake-clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diskFull, MemoryStore } from '../testing/memory-store.ts';
import { defaultSettings } from './default-settings.ts';
import { readSettings, SettingsKeeper } from './settings-keeper.ts';

const DEFAULTS = defaultSettings('other');

async function open(store: MemoryStore) {
  const clock = new FakeClock();
  let changes = 0;
  const onChange = () => {
    changes += 1;
  };
  const keeper = await SettingsKeeper.open({ store, clock, defaults: DEFAULTS });
  keeper.onChange(onChange);
  return { keeper, clock, changes: () => changes };
}

describe('settings', () => {
  it('are the defaults at first, and nothing is saved', async () => {
    const store = new MemoryStore();
    const { keeper } = await open(store);
    expect(keeper.current).toEqual(DEFAULTS);
    expect(store.stored).toBeUndefined();
  });

  it('are saved on each change, and loaded at the next start', async () => {
    const store = new MemoryStore();
    const { keeper } = await open(store);
    keeper.change({ live: true, vocabulary: [' Okapi '] });
    await keeper.flush();
    expect(store.stored).toEqual({ ...DEFAULTS, live: true, vocabulary: ['Okapi'] });
    expect((await open(store)).keeper.current).toEqual(store.stored);
  });

  it('accept valid fields, and give reasons for rejecting others', async () => {
    const { keeper } = await open(new MemoryStore());
    const vocabulary = ['x'.repeat(101), ' '];
    keeper.change({ live: true, vocabulary, languages: ['de', 'nonsense!'], baseUrls: { openai: 'ftp://here' } });
    expect(keeper.current).toEqual({ ...DEFAULTS, live: true });
    expect(keeper.rejected).toEqual({
      'vocabulary.0': 'can have at most 100 characters.',
      'vocabulary.1': 'can’t be empty.',
      'languages.1': 'isn’t a language tag.',
      'baseUrls.openai': 'must start with http:// or https://.',
    });
    keeper.change({ languages: ['de'], vocabulary: [] });
    expect(keeper.rejected).toEqual({ 'baseUrls.openai': expect.any(String) });
  });

  it('ignore unknown fields, and changes to the version', async () => {
    const { keeper } = await open(new MemoryStore());
    keeper.change({ version: 2, color: 'red' });
    expect(keeper.current).toEqual(DEFAULTS);
  });

  it('stay in memory if the disk is full, with a notice, and are saved once there is space', async () => {
    const store = new MemoryStore();
    const { keeper, clock, changes } = await open(store);
    store.failure = diskFull();
    keeper.change({ live: true });
    await keeper.flush();
    expect(keeper.current.live).toBe(true);
    expect(keeper.saveProblem).toMatch(/^The disk is full\./);
    const before = changes();
    store.failure = undefined;
    clock.advance(60_000);
    await keeper.flush();
    expect(store.stored).toMatchObject({ live: true });
    expect(keeper.saveProblem).toBeNull();
    expect(changes()).toBe(before + 1);
  });

  it('that could not be saved are tried again on flush', async () => {
    const store = new MemoryStore();
    const { keeper } = await open(store);
    store.failure = diskFull();
    keeper.change({ live: true });
    await keeper.flush();
    store.failure = undefined;
    await keeper.flush();
    keeper.close();
    expect(store.stored).toMatchObject({ live: true });
  });

  it('can be reset to the defaults', async () => {
    const store = new MemoryStore({ ...DEFAULTS, live: true });
    const { keeper } = await open(store);
    keeper.reset();
    await keeper.flush();
    expect(store.stored).toEqual(DEFAULTS);
  });
});

describe('a file from an earlier version', () => {
  it('keeps its provider, with this computer as its fallback', () => {
    const { onDeviceFallback: _, ...earlier } = { ...DEFAULTS, provider: 'openai' as const };
    expect(readSettings(earlier, DEFAULTS)).toEqual({
      value: { ...earlier, onDeviceFallback: true },
      isIntact: true,
      unreadable: [],
    });
  });
});

describe('a file without some of the shortcuts', () => {
  it('gets the defaults for them, and counts as intact', () => {
    const { send: _, ...chords } = { ...DEFAULTS.chords, hold: 'F9' };
    const stored = { ...DEFAULTS, chords };
    const value = { ...DEFAULTS, chords: { ...DEFAULTS.chords, hold: 'F9' } };
    expect(readSettings(stored, DEFAULTS)).toEqual({ value, isIntact: true, unreadable: [] });
  });
});

describe('a partly damaged file', () => {
  it('has no provider selected if it names an unknown one', () => {
    const damaged = { ...DEFAULTS, provider: 'abacus', onDeviceFallback: 'yes', live: true };
    expect(readSettings(damaged, DEFAULTS)).toMatchObject({ value: { ...DEFAULTS, live: true }, isIntact: false });
  });

  it('keeps its valid fields, and is set aside before it is overwritten', async () => {
    const damaged = { ...DEFAULTS, live: true, languages: 'de', sounds: 7 };
    const store = new MemoryStore(damaged);
    const { keeper } = await open(store);
    expect(keeper.current).toEqual({ ...DEFAULTS, live: true });
    expect(store.stored).toEqual(damaged);
    keeper.change({ sounds: false });
    await keeper.flush();
    expect(store.setAside).toEqual([damaged]);
    expect(store.stored).toEqual({ ...DEFAULTS, live: true, sounds: false });
  });

  it('is reported field by field, and keeps the valid rules for apps', async () => {
    const rules = [
      { app: 'Slack', pressReturn: 'always' },
      { app: 'XTerm', pressReturn: 'never', lineBreaks: 'sometimes' },
      { app: 'Code', lineBreaks: 'keep' },
    ];
    const { keeper } = await open(new MemoryStore({ ...DEFAULTS, appRules: rules, sounds: 7 }));
    expect(keeper.current).toEqual({
      ...DEFAULTS,
      appRules: [rules[0], { app: 'XTerm', pressReturn: 'never' }, rules[2]],
    });
    expect(keeper.unreadable).toEqual([
      'appRules[1].lineBreaks: isn’t "keep" or "spaces"',
      'sounds: isn’t true or false',
    ]);
  });

  it.each([
    [{ tapToLatch: 'yes' }, 'tapToLatch: isn’t true or false'],
    [{ insertWhileHolding: 1 }, 'insertWhileHolding: isn’t true or false'],
    [{ spokenCommands: null }, 'spokenCommands: isn’t true or false'],
    [{ removeFillers: 'um' }, 'removeFillers: isn’t true or false'],
    [{ fitToCaret: [] }, 'fitToCaret: isn’t true or false'],
    [{ muteWhileRecording: {} }, 'muteWhileRecording: isn’t true or false'],
    [{ pressReturn: 'sometimes' }, 'pressReturn: isn’t "never" or "always"'],
    [{ appRules: { app: 'Slack' } }, 'appRules: isn’t a list'],
    [{ appRules: [{ languages: ['de'] }] }, 'appRules[0].app: is missing'],
    [{ appRules: ['Slack'] }, 'appRules[0]: isn’t an object in { }'],
    [{ chords: 'F9' }, 'chords: isn’t an object in { }'],
    [{ vocabulary: [7] }, 'vocabulary[0]: isn’t a text'],
  ])('has its error explained, and the default for that field: %j', (damage, reason) => {
    const stored = { ...DEFAULTS, live: true, languages: ['de'], ...damage };
    const value = { ...DEFAULTS, live: true, languages: ['de'] };
    expect(readSettings(stored, DEFAULTS)).toEqual({ value, isIntact: false, unreadable: [reason] });
  });

  it('keeps the first entries of a list that is too long', () => {
    const words = Array.from({ length: 502 }, (_, index) => `word ${index}`);
    const { value, unreadable } = readSettings({ ...DEFAULTS, vocabulary: ['', ...words] }, DEFAULTS);
    expect(value.vocabulary).toEqual(words.slice(0, 500));
    expect(unreadable).toEqual(['vocabulary: can have at most 500 entries']);
  });

  it('is not overwritten until it can be set aside', async () => {
    const store = new MemoryStore('nonsense');
    const { keeper } = await open(store);
    store.failure = diskFull();
    keeper.change({ live: true });
    await keeper.flush();
    expect(store.stored).toBe('nonsense');
  });

  it('counts as damaged if it is not JSON', async () => {
    const store = new MemoryStore('{"version":1,');
    store.isUnreadable = true;
    const { keeper } = await open(store);
    expect(keeper.current).toEqual(DEFAULTS);
    keeper.change({ live: true });
    await keeper.flush();
    expect(store.setAside).toEqual(['{"version":1,']);
  });

  it('counts as damaged if it is a list', () => {
    expect(readSettings(['de'], DEFAULTS)).toEqual({ value: DEFAULTS, isIntact: false, unreadable: [] });
  });

  it('counts as not intact if it has a later version number', () => {
    const { value, isIntact } = readSettings({ ...DEFAULTS, version: 2, live: true, telepathy: true }, DEFAULTS);
    expect(value).toEqual({ ...DEFAULTS, live: true, telepathy: true });
    expect(isIntact).toBe(false);
  });

  it('yields valid settings, whatever it contains', () => {
    const field = fc.oneof(fc.constantFrom(...Object.keys(DEFAULTS)), fc.string());
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(field, fc.jsonValue())), (stored) => {
        const { value } = readSettings(stored, DEFAULTS);
        expect(readSettings(value, DEFAULTS)).toEqual({ value, isIntact: true, unreadable: [] });
      }),
    );
  });
});

it('an invalid value for tidying up is reported, and the others are kept', () => {
  const stored = { version: 1, cleanUp: { enabled: true, provider: 'unknown', baseUrl: 'no address', limitMs: 90 } };
  const { value, isIntact, unreadable } = readSettings({ ...stored, sounds: false }, DEFAULTS);
  expect(value).toMatchObject({ cleanUp: { ...DEFAULTS.cleanUp, enabled: true }, sounds: false });
  expect(isIntact).toBe(false);
  expect(unreadable).toEqual([
    expect.stringContaining('cleanUp.provider:'),
    'cleanUp.baseUrl: must start with http:// or https://',
    'cleanUp.limitMs: can’t be under 500',
  ]);
});
