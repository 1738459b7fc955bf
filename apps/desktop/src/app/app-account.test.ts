import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { describe, expect, it } from 'vitest';
import type { Permission } from '../ipc/system-messages.ts';
import type { LoginItemState } from './platform.ts';
import { FakeUpdates } from './testing/fake-platform.ts';
import { ANNA } from './testing/fake-server.ts';
import { dictate, pass, type StartedApp, speak, startApp } from './testing/started-app.ts';

const MICROPHONE: Permission = { id: 'microphone', title: 'Microphone', granted: false, detail: '', canRequest: true };

/** Follows a setup link and accepts it. */
async function link({ platform, server, windows }: StartedApp): Promise<void> {
  platform.links.follow(server.linkOf(ANNA));
  await settlePromises();
  windows.say('settings', { type: 'answer-link', accept: true });
  await settlePromises();
}

/** Counts seconds that the user dictated elsewhere. */
function spend({ server, clock }: StartedApp, seconds: number): void {
  const startedAt = new Date(clock.wallTime() - 1_000).toISOString();
  server.counted.set('elsewhere', { id: 'elsewhere', userId: ANNA, startedAt, seconds, timezone: 'UTC' });
}

describe('a setup link', () => {
  it('opens the settings with the question, and is answered there', async () => {
    const started = await startApp();
    const { platform, server, windows } = started;
    platform.links.follow(server.linkOf(ANNA));
    await settlePromises();
    await pass(started, 100);
    expect(windows.opened.has('settings')).toBe(true);
    expect(windows.settings?.account).toMatchObject({ state: 'confirming', email: 'a@example.com' });
    windows.say('settings', { type: 'answer-link', accept: true });
    await pass(started, 100);
    expect(windows.settings?.account).toMatchObject({ state: 'linked', email: 'a@example.com' });
    expect(server.device).toEqual({ name: 'Desk', platform: 'Linux', appVersion: '1.2.3' });
  });

  it('is answered in the onboarding window if onboarding is not finished', async () => {
    const started = await startApp({ skipOnboarding: false });
    started.platform.links.follow(started.server.linkOf(ANNA));
    await pass(started, 200);
    expect([...started.windows.opened]).toEqual(['onboarding']);
    expect(started.windows.settings?.account).toMatchObject({ state: 'confirming' });
  });

  it('that is invalid is ignored with a notice', async () => {
    const started = await startApp();
    started.platform.links.follow('saykey://else');
    await pass(started, 100);
    expect(started.windows.hud).toMatchObject({ title: 'This link doesn’t work' });
    expect(started.windows.opened.size).toBe(0);
  });
});

describe('dictations', () => {
  it('are reported to the linked account', async () => {
    const started = await startApp();
    await dictate(started, 'Before.');
    await link(started);
    await dictate(started, 'After.');
    expect(started.server.secondsOf(ANNA)).toBe(6);
    expect(JSON.stringify([...started.server.counted.values()])).not.toMatch(/Before|After/);
  });

  it('still work after the server has ended the session, and the app says so', async () => {
    const started = await startApp();
    await link(started);
    started.server.endSessionsOf(ANNA);
    await dictate(started, 'Good morning.');
    expect(started.platform.field).toBe('Good morning.');
    await pass(started, 1_500);
    expect(started.windows.hud?.title).toBe('This computer was signed out');
    await dictate(started, ' Again.');
    expect(started.platform.field).toContain('Again.');
  });

  it('that exceed the allowance are finished; the next one is refused, with a link to billing', async () => {
    const started = await startApp();
    const { platform, windows, hotkeys, transport } = started;
    spend(started, 3_599);
    await link(started);
    await dictate(started, 'To the end.');
    expect(platform.field).toBe('To the end.');
    await pass(started, 1_500);
    expect(windows.hud).toMatchObject({ title: 'Your dictation time is used up', actions: [{ id: 'upgrade' }, {}] });
    windows.say('hud', { type: 'act', action: 'dismiss' });
    await pass(started, 100);
    expect(windows.hud).toBeNull();

    for (const chord of ['hold', 'toggle'] as const) {
      hotkeys.press(chord);
      hotkeys.release(chord);
      await pass(started, 200);
      expect([windows.streams.size, transport.sockets.length]).toEqual([0, 1]);
      expect(windows.hud).toMatchObject({
        title: 'Your dictation time is used up',
        detail: expect.stringMatching(
          /^Beta Testers can dictate 1h in any 7 days\. You get some of it back on Sunday at 12:59\./,
        ),
      });
    }
    windows.say('hud', { type: 'act', action: 'upgrade' });
    await settlePromises();
    expect(platform.links.opened).toEqual(['http://localhost:3000/app/billing']);
    await pass(started, 100);
    expect(windows.hud).toBeNull();
  });

  it('in toggle mode can be stopped with the chord even if the allowance is used up meanwhile', async () => {
    const started = await startApp();
    const { hotkeys, windows } = started;
    await link(started);
    await pass(started, 60_000);
    hotkeys.press('toggle');
    await speak(started, 500);
    spend(started, 5_000);
    // Opening a window asks the server again.
    started.app.openSettings();
    await speak(started, 100);
    expect([windows.settings?.allowance.usedSeconds, windows.streams.size]).toEqual([5_000, 1]);
    hotkeys.press('toggle');
    await speak(started, 600);
    expect(windows.streams.size).toBe(0);
  });

  it('are possible again once a plan is chosen on the page that was opened for it', async () => {
    const started = await startApp();
    const { hotkeys, windows, server } = started;
    spend(started, 3_600);
    await link(started);
    await pass(started, 10_000);
    hotkeys.press('hold');
    await pass(started, 100);
    windows.say('hud', { type: 'act', action: 'upgrade' });
    await pass(started, 60_000);
    expect(windows.hud).toBeNull();
    server.standardUsers.add(ANNA);
    const titles = new Set<string | undefined>();
    for (let waited = 0; waited < 11_000; waited += 500) {
      await pass(started, 500);
      titles.add(windows.hud?.title);
    }
    expect(titles).toContain('You can dictate again');
  });

  it('are possible again, with a notice, as soon as the server says so', async () => {
    const started = await startApp();
    const { hotkeys, windows, server } = started;
    spend(started, 3_600);
    await link(started);
    await pass(started, 10_000);
    server.standardUsers.add(ANNA);
    hotkeys.press('hold');
    await pass(started, 100);
    expect(windows.hud?.title).toBe('You can dictate again');
    await pass(started, 4_100);
    expect(windows.hud).toBeNull();
    hotkeys.release('hold');
    hotkeys.press('hold');
    await speak(started, 200);
    expect(windows.hud?.state).toBe('listening');
  });

  it('that leave little time are followed by a notice', async () => {
    const started = await startApp();
    spend(started, 3_500);
    await link(started);
    await dictate(started, 'Nearly.');
    expect(started.windows.hud?.title).toBe('1m 37s of dictation left');
  });
});

describe('the settings window', () => {
  it('signs out', async () => {
    const started = await startApp();
    await link(started);
    started.windows.say('settings', { type: 'sign-out' });
    await settlePromises();
    await pass(started, 100);
    expect(started.windows.settings?.account).toEqual({ state: 'none', problem: null });
    expect(started.server.sessions.size).toBe(0);
  });

  it('forgets the account along with everything else', async () => {
    const started = await startApp();
    const { windows, platform, server, stores, app } = started;
    await link(started);
    await dictate(started, 'Forget me.');
    windows.say('settings', { type: 'forget-everything' });
    await settlePromises();
    await app.close();
    expect([platform.secrets.stored.size, server.sessions.size]).toEqual([0, 0]);
    expect(stores.account.stored).toMatchObject({ account: null, entitlement: null });
    expect(stores.usage.stored).toEqual([]);
  });

  it('opens pages of the site, or shows their address if that fails', async () => {
    const started = await startApp();
    const { windows, platform } = started;
    windows.say('settings', { type: 'open-page', page: 'account' });
    windows.say('settings', { type: 'open-page', page: 'home' });
    await settlePromises();
    expect(platform.links.opened).toEqual(['http://localhost:3000/app', 'http://localhost:3000/']);
    platform.links.isBroken = true;
    windows.say('settings', { type: 'open-page', page: 'billing' });
    await settlePromises();
    expect(windows.hud).toMatchObject({ detail: 'Open http://localhost:3000/app/billing in your browser.' });
  });

  it('shows permissions as they change, and requests missing ones', async () => {
    const started = await startApp({ permissions: [MICROPHONE] });
    const { app, windows, platform, clock } = started;
    app.openSettings();
    await pass(started, 100);
    expect(windows.settings?.permissions).toEqual([MICROPHONE]);
    windows.say('settings', { type: 'request-permission', id: 'microphone' });
    await settlePromises();
    expect(platform.permissions.requested).toEqual(['microphone']);
    platform.permissions.granted = [{ ...MICROPHONE, granted: true }];
    await pass(started, 2_200);
    expect(windows.settings?.permissions).toMatchObject([{ granted: true }]);
    expect(clock.scheduledCount).toBe(0);
  });

  it('lets the HUD request missing ones too', async () => {
    const started = await startApp({ permissions: [MICROPHONE] });
    const { windows, hotkeys, platform } = started;
    hotkeys.press('hold');
    await pass(started, 100);
    windows.say('microphone', { type: 'ended', stream: 1, failure: 'denied' });
    await pass(started, 100);
    expect(windows.hud).toMatchObject({ actions: [{ id: 'allow' }, { id: 'dismiss' }] });
    windows.say('hud', { type: 'act', action: 'allow' });
    await settlePromises();
    expect(platform.permissions.requested).toEqual(['microphone']);
  });

  it('can make the app start at login, if that is supported', async () => {
    let state: LoginItemState = 'off';
    const loginItem = {
      state: () => state,
      setEnabled(enabled: boolean) {
        state = enabled ? 'on' : 'off';
      },
    };
    const started = await startApp({ loginItem });
    started.app.openSettings();
    await pass(started, 100);
    expect(started.windows.settings?.startsAtLogin).toBe('off');
    started.windows.say('settings', { type: 'start-at-login', on: true });
    await pass(started, 100);
    expect(started.windows.settings?.startsAtLogin).toBe('on');
  });

  it('shows neither updates nor start at login if they are not supported', async () => {
    const started = await startApp();
    started.app.openSettings();
    await pass(started, 100);
    expect(started.windows.settings).toMatchObject({ update: null, startsAtLogin: null });
  });
});

describe('an update', () => {
  it('is checked for and installed on demand, but not until a running dictation ends', async () => {
    const updates = new FakeUpdates();
    const started = await startApp({ updates });
    const { windows, hotkeys, transport, platform } = started;
    updates.become({ phase: 'ready', version: '1.3.0' });
    await pass(started, 100);
    const labels = () =>
      platform.menuBar.shown.at(-1)?.menu.flatMap((entry) => ('label' in entry ? [entry.label] : []));
    expect(labels()).toContain('Restart to Update to 1.3.0');
    hotkeys.press('hold');
    await speak(started, 500);
    windows.say('settings', { type: 'choose', item: 'check-for-updates' });
    platform.menuBar.choose('install-update');
    await settlePromises();
    expect([updates.checks, updates.installs]).toEqual([0, 0]);
    hotkeys.press('cancel');
    transport.sockets[0]?.open();
    await pass(started, 500);
    expect(updates.installs).toBe(1);
  });
});

describe('the menu', () => {
  it('lists the microphones, and selects one', async () => {
    const started = await startApp();
    const { windows, platform, stores, app } = started;
    const devices = [{ id: 'usb', label: 'USB microphone' }];
    windows.say('microphone', { type: 'devices', devices });
    await pass(started, 100);
    const submenu = () => platform.menuBar.shown.at(-1)?.menu.find(({ type }) => type === 'submenu');
    expect(submenu()).toMatchObject({ items: [{ label: 'System default', checked: true }, { checked: false }] });
    platform.menuBar.choose('microphone:usb');
    await pass(started, 100);
    expect(submenu()).toMatchObject({ items: [{ checked: false }, { label: 'USB microphone', checked: true }] });
    platform.menuBar.choose('microphone:gone');
    await app.close();
    expect(stores.settings.stored).toMatchObject({ microphone: devices[0] });
  });

  it('opens the site and the billing page', async () => {
    const { platform } = await startApp();
    platform.menuBar.choose('open-site');
    platform.menuBar.choose('upgrade');
    await settlePromises();
    expect(platform.links.opened).toEqual(['http://localhost:3000/app', 'http://localhost:3000/app/billing']);
  });
});
