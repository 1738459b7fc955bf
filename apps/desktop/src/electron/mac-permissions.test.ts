import { describe, expect, test } from 'vitest';
import { permissionSchema } from '../ipc/system-messages.ts';
import { MacPermissions } from './mac-permissions.ts';
import { FakePrivacySettings } from './testing/fake-privacy-settings.ts';

const SETTINGS = 'x-apple.systempreferences:com.apple.preference.security?Privacy_';

function setUp(change: Partial<FakePrivacySettings> = {}) {
  const system = Object.assign(new FakePrivacySettings(), change);
  const permissions = new MacPermissions(system.ports);
  const find = async (id: string) => (await permissions.check()).find((permission) => permission.id === id);
  return { system, permissions, find };
}

test('checking permissions prompts for nothing', async () => {
  const { system, permissions } = setUp();
  const found = await permissions.check();
  expect(found.map(({ id, granted, canRequest }) => ({ id, granted, canRequest }))).toEqual([
    { id: 'microphone', granted: false, canRequest: true },
    { id: 'accessibility', granted: false, canRequest: true },
  ]);
  for (const permission of found) expect(permissionSchema.parse(permission)).toEqual(permission);
  expect(system.shown).toEqual([]);
});

describe('the microphone', () => {
  test('is requested with the system’s prompt, once', async () => {
    const { system, permissions, find } = setUp();
    await permissions.request('microphone');
    expect(system.shown).toEqual(['question: microphone']);
    expect(await find('microphone')).toMatchObject({ granted: true, canRequest: false });
    await permissions.request('microphone');
    expect(system.shown).toHaveLength(1);
  });

  test('that was denied is requested in System Settings', async () => {
    const { system, permissions, find } = setUp({ microphoneAnswer: false });
    await permissions.request('microphone');
    expect(await find('microphone')).toMatchObject({ granted: false, canRequest: true });
    await permissions.request('microphone');
    expect(system.shown).toEqual(['question: microphone', `${SETTINGS}Microphone`]);
  });

  test('that is restricted can’t be requested', async () => {
    const { system, permissions, find } = setUp({ microphone: 'restricted' });
    expect(await find('microphone')).toMatchObject({ granted: false, canRequest: false });
    await permissions.request('microphone');
    expect(system.shown).toEqual([]);
  });
});

describe('Accessibility', () => {
  test('is requested with the system’s prompt, then in System Settings', async () => {
    const { system, permissions } = setUp();
    await permissions.request('accessibility');
    await permissions.request('accessibility');
    expect(system.shown).toEqual(['question: accessibility', `${SETTINGS}Accessibility`]);
  });

  test('is reported as soon as it is granted, and no longer requested', async () => {
    const { system, permissions, find } = setUp();
    expect(await find('accessibility')).toMatchObject({
      granted: false,
      detail: expect.stringContaining('In macOS 27 or later, it’s called Device Control and Data Access.'),
    });
    system.isAccessibilityGranted = true;
    expect(await find('accessibility')).toMatchObject({ granted: true, canRequest: false });
    await permissions.request('accessibility');
    expect(system.shown).toEqual([]);
  });

  test('that was lost in an update is explained, and its list in System Settings opened', async () => {
    const before = setUp({ isAccessibilityGranted: true });
    await before.permissions.check();
    const { system, permissions, find } = setUp({ defaults: before.system.defaults });
    const { detail } = (await find('accessibility')) ?? {};
    expect(detail).toMatch(/^You allowed it before/);
    expect(detail).toContain('Accessibility (Device Control and Data Access in macOS 27 or later)');
    expect(detail).toMatch(/remove it .* then add it again/);
    await permissions.request('accessibility');
    expect(system.shown).toEqual([`${SETTINGS}Accessibility`]);
  });

  test('that was never granted is not reported as lost', async () => {
    const { find } = setUp();
    await find('accessibility');
    expect((await find('accessibility'))?.detail).not.toMatch(/before/);
  });

  test('mentions when some program has Secure Input on', async () => {
    const { system, find } = setUp({ isAccessibilityGranted: true, isSecure: true });
    expect((await find('accessibility'))?.detail).toMatch(/is protecting what you type/);
    system.isSecure = false;
    expect((await find('accessibility'))?.detail).not.toMatch(/protecting/);
  });
});

describe('reading the pasteboard', () => {
  test('is not a permission until macOS has asked about it', async () => {
    const { system, permissions, find } = setUp();
    expect(await find('pasteboard')).toBeUndefined();
    await permissions.request('pasteboard');
    expect(system.shown).toEqual([]);
  });

  test('that is denied is requested in System Settings', async () => {
    const { system, permissions, find } = setUp();
    system.pasteboard.access = 'refused';
    const found = await find('pasteboard');
    expect(found).toMatchObject({ title: 'Paste from Other Apps', granted: false, canRequest: true });
    expect(found?.detail).toMatch(/Without it, that’s lost\. .* Privacy & Security > Paste from Other Apps/);
    await permissions.request('pasteboard');
    expect(system.shown).toEqual([`${SETTINGS}Pasteboard`]);
  });

  test('that is allowed is reported, and no longer requested', async () => {
    const { system, permissions, find } = setUp();
    system.pasteboard.access = 'allowed';
    expect(await find('pasteboard')).toMatchObject({ granted: true, canRequest: false });
    await permissions.request('pasteboard');
    expect(system.shown).toEqual([]);
  });
});

test('unknown permissions are not requested', async () => {
  const { system, permissions } = setUp();
  await permissions.request('camera');
  expect(system.shown).toEqual([]);
});
