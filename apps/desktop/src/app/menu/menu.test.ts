import type { EngineView } from '@workspace/dictation/engine';
import type { TakeView } from '@workspace/dictation/take-view';
import { describe, expect, it, test } from 'vitest';
import type { UpdateState } from '../../ipc/system-messages.ts';
import { defaultSettings } from '../settings/default-settings.ts';
import { FakeWallClock } from '../testing/fake-wall-clock.ts';
import { type MenuContent, menuOf } from './menu.ts';

const view: EngineView = { capture: 'idle', level: -100, takes: [] };
const allowance = { plan: 'beta', limitSeconds: 3_600, usedSeconds: 600, resetsAt: null } as const;
const content: MenuContent = {
  view,
  settings: defaultSettings('other'),
  isProviderMissing: false,
  provider: 'OpenAI',
  isFree: false,
  isTidied: false,
  today: { day: '2026-03-01', seconds: 0, dollars: 0, hasUnpriced: false },
  devices: [],
  allowance,
  update: null,
  clock: new FakeWallClock(),
};

const take = (phase: TakeView['phase']): TakeView => ({
  id: 1,
  mode: 'hold',
  phase,
  host: 'speech.example',
  text: '',
  pieces: [],
  audioSeconds: 1,
  backupSeconds: 0,
  reconnecting: false,
  slow: false,
});

function labels(changes: Partial<MenuContent> = {}): string[] {
  return menuOf({ ...content, ...changes }).flatMap((entry) => (entry.type === 'label' ? [entry.label] : []));
}

function item(id: string, changes: Partial<MenuContent> = {}) {
  return menuOf({ ...content, ...changes }).find((entry) => entry.type === 'item' && entry.id === id);
}

test.each<[string, Partial<MenuContent>]>([
  ['Ready to dictate', {}],
  ['Opening the microphone', { view: { ...view, capture: 'starting' } }],
  ['Listening', { view: { ...view, capture: 'recording' } }],
  ['Finishing', { view: { ...view, takes: [take('finishing')] } }],
  ['The last dictation failed', { view: { ...view, takes: [take('failed')] } }],
  ['Not ready: see Settings', { isProviderMissing: true }],
  ['Dictation time used up', { allowance: { ...allowance, usedSeconds: 4_000 } }],
])('The first line reads “%s”', (words, changes) => {
  expect(labels(changes)[0]).toBe(words);
});

test.each<[string, Partial<MenuContent['today']>]>([
  ['OpenAI: $0.00 today', {}],
  ['OpenAI: less than $0.01 today', { dollars: 0.002 }],
  ['OpenAI: $1.24 today', { dollars: 1.239 }],
  ['OpenAI: $0.10 or more today', { dollars: 0.1, hasUnpriced: true }],
])('Today’s cost reads “%s”', (words, today) => {
  expect(labels({ today: { ...content.today, ...today } })[1]).toBe(words);
});

test.each<[string, Partial<MenuContent['today']>]>([
  ['On this computer: free', {}],
  ['On this computer: free; $1.24 spent today', { dollars: 1.239 }],
  ['On this computer: free; $0.00 or more spent today', { hasUnpriced: true }],
])('Recognition on this computer is free, which reads “%s”', (words, today) => {
  const changes = { provider: 'On this computer', isFree: true, today: { ...content.today, ...today } };
  expect(labels(changes)[1]).toBe(words);
});

test.each<[string, Partial<MenuContent['allowance']>]>([
  ['Beta Tester: 50m of 1h left', {}],
  ['Beta Tester: no time left', { usedSeconds: 3_600 }],
  ['Beta Tester: no time left until Tuesday at 10:05', { usedSeconds: 3_600, resetsAt: '2026-03-03T09:05:00.000Z' }],
  ['Beta Tester: no limit', { limitSeconds: null }],
  ['Standard plan: no limit', { plan: 'standard', limitSeconds: null }],
])('The plan reads “%s”', (words, changes) => {
  expect(labels({ allowance: { ...allowance, ...changes } })[2]).toBe(words);
});

describe('items', () => {
  it('offer the Standard plan only to users who don’t have it', () => {
    expect(item('upgrade')).toBeDefined();
    expect(item('upgrade', { allowance: { ...allowance, plan: 'standard', limitSeconds: null } })).toBeUndefined();
  });

  it('offer the last text once there is one, without showing it', () => {
    expect(item('copy-last')).toMatchObject({ enabled: false });
    const dictated = { view: { ...view, lastText: 'Good morning.' } };
    expect(item('copy-last', dictated)).toMatchObject({ enabled: true });
    expect(item('paste-last', dictated)).toMatchObject({ enabled: true });
    expect(JSON.stringify(menuOf({ ...content, ...dictated }))).not.toContain('morning');
  });

  it('recognize a selected microphone by its name if its id has changed', () => {
    const settings = { ...content.settings, microphone: { id: 'old', label: 'USB microphone' } };
    const devices = [{ id: 'new', label: 'USB microphone' }];
    const submenu = menuOf({ ...content, settings, devices }).find(({ type }) => type === 'submenu');
    expect(submenu).toMatchObject({ items: [{ checked: false }, { label: 'USB microphone', checked: true }] });
    expect(submenu).toHaveProperty('items.length', 2);
  });

  it('include a selected microphone even if it is not connected', () => {
    const settings = { ...content.settings, microphone: { id: 'usb', label: 'USB microphone' } };
    const submenu = menuOf({ ...content, settings }).find(({ type }) => type === 'submenu');
    expect(submenu).toMatchObject({ items: [{ checked: false }, { checked: true, enabled: false }] });
  });
});

test.each<[string, boolean, UpdateState]>([
  ['Check for Updates…', true, { phase: 'unknown', version: null }],
  ['Check for Updates…', true, { phase: 'failed', version: null }],
  ['Checking for Updates…', false, { phase: 'checking', version: null }],
  ['Downloading Version 1.3.0…', false, { phase: 'fetching', version: '1.3.0' }],
])('The update item reads “%s”', (label, enabled, update) => {
  expect(item('check-for-updates', { update })).toMatchObject({ label, enabled });
  expect(item('install-update', { update })).toBeUndefined();
});

it('offers a restart if an update is ready, and nothing if updates are not supported', () => {
  const update = { phase: 'ready', version: '1.3.0' } as const;
  expect(item('install-update', { update })).toMatchObject({ label: 'Restart to Update to 1.3.0', enabled: true });
  expect(item('check-for-updates', { update })).toBeUndefined();
  expect(item('check-for-updates')).toBeUndefined();
});

it('can cancel the tidying up of a failed dictation', () => {
  const tidying = { ...take('failed'), cleanUp: { host: 'model.example', state: 'pending' as const } };
  expect(item('cancel', { view: { ...view, takes: [take('failed')] } })).toMatchObject({ enabled: false });
  expect(item('cancel', { view: { ...view, takes: [tidying] } })).toMatchObject({ enabled: true });
});

describe('the text as heard', () => {
  it('can be inserted once there is one', () => {
    expect(item('insert-as-heard')).toBeUndefined();
    expect(item('insert-as-heard', { isTidied: true })).toMatchObject({ label: 'Insert as Heard', enabled: false });
    const heard = { view: { ...view, lastText: 'Words.', lastAsHeard: 'words' } };
    expect(item('insert-as-heard', { isTidied: true, ...heard })).toMatchObject({ enabled: true });
    expect(item('insert-as-heard', heard)).toMatchObject({ enabled: true });
  });
});
