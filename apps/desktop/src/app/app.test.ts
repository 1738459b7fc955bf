import { finalResults } from '@workspace/speech/testing/deepgram-messages';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from './settings/default-settings.ts';
import { diskFull } from './testing/memory-store.ts';
import { dictate, pass, speak, startApp as start } from './testing/started-app.ts';

describe('lone keys', () => {
  const settings = {
    chords: { ...defaultSettings('other').chords, hold: 'RightControl', send: 'F9', toggle: 'Mouse4' },
  };
  const LONG = 2_000;

  it('dictate like any chord, but show and play nothing for a moment', async () => {
    const started = await start({ settings });
    const { hotkeys, windows, transport } = started;
    hotkeys.press('hold');
    await speak(started, 180);
    expect(windows.streams.size).toBe(1);
    expect([transport.sockets.length, windows.hud, windows.cues]).toEqual([0, null, []]);
    await speak(started, 120);
    expect(transport.sockets).toHaveLength(1);
    expect(windows.hud).not.toBeNull();
    expect(windows.cues).toEqual(['start']);
  });

  it('have no effect as part of other combinations, a hundred times', async () => {
    const started = await start({ settings });
    const { hotkeys, windows, platform, transport, stores, app } = started;
    for (let time = 0; time < 100; time += 1) {
      const action = time % 2 === 0 ? 'hold' : 'toggle';
      hotkeys.press(action);
      await speak(started, (time % 10) * 20);
      hotkeys.combine(action);
      hotkeys.release(action);
      await speak(started, 40);
      expect([windows.hud, windows.isHudShown, windows.streams.size]).toEqual([null, false, 0]);
    }
    await pass(started, 5_000);
    expect([windows.cues, platform.field, transport.sockets.length]).toEqual([[], '', 0]);
    await app.close();
    expect([stores.usage.stored, stores.spending.stored]).toEqual([undefined, undefined]);
  });

  it('leave no text, usage or stop cue if the combination comes late', async () => {
    const started = await start({ settings });
    const { hotkeys, windows, platform, app, stores } = started;
    hotkeys.press('hold');
    await speak(started, LONG);
    hotkeys.combine('hold');
    hotkeys.release('hold');
    await speak(started, 100);
    expect([windows.hud, windows.cues, windows.streams.size]).toEqual([null, ['start'], 0]);
    await pass(started, 5_000);
    expect([platform.field, windows.hud]).toEqual(['', null]);
    await app.close();
    expect([stores.usage.stored, stores.spending.stored]).toEqual([undefined, undefined]);
  });

  it('report what is missing only if pressed alone', async () => {
    const started = await start({ settings: { ...settings, languages: ['de'] }, key: '' });
    const { hotkeys, windows, clock } = started;
    hotkeys.press('hold');
    hotkeys.combine('hold');
    hotkeys.release('hold');
    await pass(started, 1_000);
    expect([windows.hud, windows.cues]).toEqual([null, []]);
    hotkeys.press('hold');
    clock.advance(250);
    expect(windows.hud).toMatchObject({ title: 'Not ready to dictate' });
  });

  it('toggle on release, so that a combination stops nothing', async () => {
    const started = await start({ settings });
    const { hotkeys, windows } = started;
    hotkeys.press('toggle');
    await speak(started, 100);
    hotkeys.release('toggle');
    await speak(started, 500);
    hotkeys.press('toggle');
    hotkeys.combine('toggle');
    hotkeys.release('toggle');
    await speak(started, 500);
    expect(windows.streams.size).toBe(1);
    hotkeys.press('toggle');
    hotkeys.release('toggle');
    await speak(started, 800);
    expect(windows.streams.size).toBe(0);
  });

  it('end the recording even if the release event is lost', async () => {
    const started = await start({ settings });
    const { hotkeys, windows } = started;
    for (const action of ['hold', 'send'] as const) {
      hotkeys.press(action);
      await speak(started, 500);
      hotkeys.held.clear();
      await speak(started, 800);
      expect(windows.streams.size).toBe(0);
    }
  });

  it('continue recording after a tap if tapToLatch is on', async () => {
    const started = await start({ settings: { ...settings, tapToLatch: true } });
    const { hotkeys, windows } = started;
    const tap = async (action: 'hold' | 'send') => {
      hotkeys.press(action);
      await speak(started, 240);
      hotkeys.release(action);
      await speak(started, 900);
    };
    for (const action of ['hold', 'send'] as const) {
      await tap(action);
      expect(windows.streams.size).toBe(1);
      await tap(action);
      expect(windows.streams.size).toBe(0);
    }
  });

  it('that are invalid in the settings file are replaced with their defaults, without affecting others', async () => {
    const chords = { ...settings.chords, cancel: 'RightShift', send: 'Mouse9' };
    const { hotkeys } = await start({ settings: { chords } });
    expect(Object.fromEntries(hotkeys.bound)).toMatchObject({ hold: 'RightControl', toggle: 'Mouse4' });
    expect(hotkeys.bound.has('send')).toBe(false);
  });
});

describe('a dictation', () => {
  it('is inserted into the field and counted', async () => {
    const started = await start();
    const { platform, windows, stores, app } = started;
    await dictate(started, 'Good morning.');
    expect(platform.field).toBe('Good morning.');
    expect(windows.cues).toEqual(['start', 'stop']);
    expect(windows.streams.size).toBe(0);
    await pass(started, 2_000);
    expect([windows.hud, windows.isHudShown]).toEqual([null, false]);
    await app.close();
    expect(stores.usage.stored).toMatchObject([{ seconds: 3, timezone: 'Europe/Berlin' }]);
    expect(stores.spending.stored).toMatchObject({ day: '2026-03-01', dollars: expect.closeTo(0.0002, 4) });
  });

  it('that fails is charged only once, although it is kept for a retry', async () => {
    const started = await start();
    const { hotkeys, clock, app, stores } = started;
    hotkeys.press('hold');
    await speak(started, 2_000);
    hotkeys.release('hold');
    await speak(started, 600);
    for (let minute = 0; minute < 12; minute += 1) {
      clock.advance(60_000);
      await settlePromises();
    }
    await app.close();
    expect(stores.spending.stored).toMatchObject({ seconds: expect.closeTo(2.5, 0) });
  });

  it('is charged at the price it started with, whatever is chosen before its text arrives', async () => {
    const started = await start({ settings: { models: { deepgram: 'unpriced' } } });
    const { hotkeys, windows, transport, app, stores } = started;
    hotkeys.press('hold');
    await speak(started, 2_000);
    transport.sockets[0]?.open();
    hotkeys.release('hold');
    await speak(started, 600);
    windows.say('settings', { type: 'change', change: { models: {} } });
    hotkeys.press('hold');
    await speak(started, 200);
    transport.sockets[0]?.receive(finalResults(0, 2.6, 'First.'));
    await settlePromises();
    await app.close();
    expect(stores.spending.stored).toMatchObject({ hasUnpriced: true });
  });

  it('that failed because of its key is retried with a key entered later', async () => {
    const started = await start({ key: '' });
    const { hotkeys, windows, transport, platform } = started;
    const enter = (key: string) => windows.say('settings', { type: 'set-key', provider: 'deepgram', key });
    enter('stale');
    hotkeys.press('hold');
    await speak(started, 1_000);
    transport.sockets[0]?.end({ type: 'refused', status: 401, headers: {}, body: '' });
    hotkeys.release('hold');
    await speak(started, 600);
    expect(windows.hud?.state).toBe('failed');
    enter('fresh');
    windows.say('hud', { type: 'act', action: 'retry' });
    expect(transport.sockets[1]?.request.headers).toEqual({ authorization: 'Token fresh' });
    transport.sockets[1]?.open();
    await pass(started, 100);
    transport.sockets[1]?.receive(finalResults(0, 1.6, 'Good morning.'));
    await pass(started, 100);
    expect(platform.field).toBe('Good morning.');
  });

  it('is kept but not retried if a provider chosen later cannot be used', async () => {
    const started = await start({ settings: { languages: ['de'] } });
    const { hotkeys, windows, transport, platform } = started;
    hotkeys.press('hold');
    await speak(started, 1_000);
    transport.sockets[0]?.end({ type: 'refused', status: 401, headers: {}, body: '' });
    hotkeys.release('hold');
    await speak(started, 600);
    windows.say('settings', { type: 'change', change: { provider: 'openai-compatible' } });
    windows.say('hud', { type: 'act', action: 'retry' });
    await pass(started, 100);
    expect(windows.hud?.title).toBe('Not ready to dictate');
    const retry = platform.menuBar.shown.at(-1)?.menu.find((item) => item.type === 'item' && item.id === 'retry');
    expect(retry).toMatchObject({ enabled: true });
  });

  it('leaves neither its text nor the key in any store', async () => {
    const started = await start();
    await dictate(started, 'Canary.');
    await started.app.close();
    const stored = Object.values(started.stores).map((store) => store.stored);
    expect(JSON.stringify(stored)).not.toMatch(/canary/i);
  });

  it('shows its state and host while it lasts', async () => {
    const started = await start();
    const { hotkeys, windows } = started;
    hotkeys.press('hold');
    await pass(started, 50);
    expect(windows.hud).toMatchObject({ state: 'starting', host: 'api.deepgram.com' });
    expect(windows.cues).toEqual([]);
    await speak(started, 100);
    expect(windows.hud).toMatchObject({ state: 'listening', mode: 'hold', cancelChord: 'Ctrl+Shift+C' });
    expect(windows.isHudShown).toBe(true);
  });

  it('shows and hides the HUD once', async () => {
    const started = await start();
    const { windows } = started;
    await dictate(started, 'Good morning.');
    await pass(started, 2_000);
    expect(windows.hudCalls).toEqual(['show', 'hide']);
  });

  it('moves the HUD to where the user is now, even if it still shows the previous dictation', async () => {
    const started = await start();
    const { platform, windows, hotkeys } = started;
    platform.insertionOutcome = 'failed';
    await dictate(started, 'Good morning.');
    await pass(started, 1_000);
    expect([windows.hud?.state, windows.hudCalls]).toEqual(['notice', ['show']]);
    hotkeys.press('hold');
    await speak(started, 500);
    expect([windows.hud?.state, windows.hudCalls]).toEqual(['listening', ['show', 'show']]);
  });

  it('ends if the release event is lost but the keyboard reports the keys up', async () => {
    const started = await start();
    const { hotkeys, windows } = started;
    hotkeys.press('hold');
    await speak(started, 1_000);
    expect(windows.streams.size).toBe(1);
    hotkeys.held.clear();
    await speak(started, 800);
    expect(windows.streams.size).toBe(0);
  });

  it('can be canceled while recording or awaiting its text, and only then', async () => {
    const started = await start();
    const { hotkeys, platform, transport, clock } = started;
    expect(hotkeys.bound.has('cancel')).toBe(false);
    hotkeys.press('hold');
    await speak(started, 1_000);
    hotkeys.release('hold');
    await speak(started, 600);
    expect(hotkeys.bound.has('cancel')).toBe(true);
    hotkeys.press('cancel');
    await settlePromises();
    transport.sockets[0]?.open();
    await pass(started, 3_000);
    expect(hotkeys.bound.has('cancel')).toBe(false);
    expect(platform.field).toBe('');
    expect(clock.scheduledCount).toBe(0);
  });

  it('works with a full disk, with a notice', async () => {
    const started = await start();
    const { platform, windows, stores } = started;
    stores.usage.failure = diskFull();
    await dictate(started, 'Good morning.');
    expect(platform.field).toBe('Good morning.');
    await pass(started, 1_000);
    expect(windows.hud).toMatchObject({ state: 'notice', title: 'Couldn’t save your dictation time' });
  });

  it('is counted in addition to what could be read of a damaged list, with a notice', async () => {
    const started = await start({ usage: ['nonsense'] });
    await dictate(started, 'Good morning.');
    await pass(started, 1_000);
    expect(started.windows.hud).toMatchObject({ title: 'Your dictation time was damaged on disk' });
    expect(started.stores.usage.setAside).toEqual([['nonsense']]);
  });

  it.each([
    ['without a key', 'deepgram', 'There’s no API key yet. Add one in Settings.'],
    ['on this computer', 'on-device', /understands English only\. In Settings, add English to your languages/],
  ] as const)(
    'does not start %s if English is not among the languages: the HUD says what to do',
    async (_, provider, detail) => {
      const started = await start({ key: '', settings: { provider, languages: ['de'] } });
      const { hotkeys, windows, transport, recognizer } = started;
      hotkeys.press('hold');
      await pass(started, 100);
      expect(windows.hud).toMatchObject({
        title: 'Not ready to dictate',
        detail: expect.stringMatching(detail),
        actions: [{ id: 'settings' }, { id: 'dismiss' }],
      });
      expect([windows.streams.size, transport.sockets.length, recognizer.launches]).toEqual([0, 0, 0]);
      windows.say('hud', { type: 'act', action: 'settings' });
      expect(windows.opened.has('settings')).toBe(true);
    },
  );

  it('ends when the machine goes to sleep, and its text arrives after wake-up', async () => {
    const started = await start();
    const { hotkeys, windows, platform, transport } = started;
    hotkeys.press('toggle');
    await speak(started, 1_000);
    platform.goToSleep();
    await speak(started, 100);
    expect(windows.streams.size).toBe(0);
    platform.wakeUp();
    await pass(started, 100);
    transport.sockets.at(-1)?.open();
    await pass(started, 500);
    transport.sockets.at(-1)?.receive(finalResults(0, 1, 'Still there.'));
    await pass(started, 500);
    expect(platform.field).toBe('Still there.');
  });
});

describe('the end of a dictation', () => {
  it('is shown briefly if the text was inserted', async () => {
    const started = await start();
    await dictate(started, 'Good morning.');
    const { windows } = started;
    expect(windows.hud).toMatchObject({ state: 'done', title: 'Inserted' });
    await pass(started, 600);
    expect(windows.hud?.state).toBe('done');
    await pass(started, 200);
    expect([windows.hud, windows.hudCalls]).toEqual([null, ['show', 'hide']]);
  });

  it('is reported if nothing was heard', async () => {
    const started = await start();
    await dictate(started, '');
    expect(started.windows.hud?.title).toBe('No speech was heard');
  });

  it.each(['opening', 'live', 'awaited'])('is reported if it was canceled while it was %s', async (moment) => {
    const started = await start();
    const { hotkeys, windows } = started;
    hotkeys.press('hold');
    await (moment === 'opening' ? pass(started, 1_000) : speak(started, 1_000));
    if (moment === 'awaited') {
      hotkeys.release('hold');
      await speak(started, 600);
    }
    hotkeys.press('cancel');
    await pass(started, 100);
    expect(windows.hud).toMatchObject({ state: 'cancelled', title: 'Cancelled' });
    await pass(started, 1_200);
    expect([windows.hud, windows.hudCalls]).toEqual([null, ['show', 'hide']]);
  });

  it('is not reported as an insertion if the text could not be inserted', async () => {
    const started = await start();
    started.platform.insertionOutcome = 'on-clipboard';
    await dictate(started, 'Good morning.');
    expect(started.windows.hud?.title).toBe('The text is on the clipboard');
  });

  it('shows immediately why the recording could not start', async () => {
    const started = await start();
    const { hotkeys, windows } = started;
    hotkeys.press('hold');
    await pass(started, 500);
    windows.say('microphone', { type: 'ended', stream: 1, failure: 'missing' });
    await pass(started, 100);
    expect(windows.hud?.title).toBe('No microphone found');
  });

  it('without a microphone shows nothing over onboarding, which reports it and lets the user try again', async () => {
    const started = await start({ skipOnboarding: false });
    const { hotkeys, windows } = started;
    hotkeys.press('hold');
    await pass(started, 500);
    windows.say('microphone', { type: 'ended', stream: 1, failure: 'missing' });
    hotkeys.release('hold');
    await pass(started, 1_000);
    expect([windows.hud, windows.isHudShown]).toEqual([null, false]);
    expect(windows.settings?.microphones).toMatchObject({
      isOpen: false,
      problem: 'No microphone found. Connect one.',
    });
    windows.say('onboarding', { type: 'listen', on: true });
    await pass(started, 100);
    expect(windows.settings?.microphones).toMatchObject({ isOpen: true, problem: null });
  });
});

describe('the last text', () => {
  it('can be pasted again', async () => {
    const started = await start();
    const { hotkeys, platform } = started;
    await dictate(started, 'Once more.');
    hotkeys.press('pasteLast');
    hotkeys.release('pasteLast');
    await pass(started, 100);
    expect(platform.field).toBe('Once more.Once more.');
  });

  it('is pasted on one line in a terminal, even if it was dictated into a multi-line field', async () => {
    const started = await start();
    const { hotkeys, platform } = started;
    await dictate(started, 'One.\nTwo.');
    expect(platform.field).toBe('One.\nTwo.');
    platform.field = '';
    platform.inserter.captureTarget = async () => ({ id: 'terminal', kind: 'terminal' });
    hotkeys.press('pasteLast');
    await pass(started, 100);
    expect(platform.field).toBe('One. Two.');
  });

  it('can still be copied if no field is found for it', async () => {
    const started = await start();
    const { hotkeys, platform, windows } = started;
    await dictate(started, 'Once more.');
    await pass(started, 2_000);
    platform.inserter.captureTarget = () => Promise.reject(new Error('The display is gone.'));
    hotkeys.press('pasteLast');
    await pass(started, 100);
    expect(windows.hud).toMatchObject({ title: 'Couldn’t insert the text', actions: [{ id: 'copy' }, {}] });
  });

  it('does not exist at first, and the app says so', async () => {
    const started = await start();
    started.hotkeys.press('pasteLast');
    await pass(started, 100);
    expect(started.windows.hud?.title).toBe('Nothing to paste yet');
  });

  it('can be copied if it could not be inserted', async () => {
    const started = await start();
    const { platform, windows } = started;
    platform.insertionOutcome = 'failed';
    await dictate(started, 'Keep me.');
    await pass(started, 1_000);
    expect(windows.hud).toMatchObject({
      title: 'Couldn’t insert the text',
      actions: [{ id: 'copy' }, { id: 'dismiss' }],
    });
    windows.say('hud', { type: 'act', action: 'copy' });
    await settlePromises();
    expect(platform.clipboardText).toBe('Keep me.');
  });

  it('can be copied if it could not be inserted, even after a later one was', async () => {
    const started = await start();
    const { platform, windows } = started;
    platform.insertionOutcome = 'failed';
    await dictate(started, 'Keep me.');
    platform.insertionOutcome = 'inserted';
    await dictate(started, 'Here I am.');
    expect(windows.hud?.title).toBe('Inserted');
    await pass(started, 1_500);
    expect(windows.hud?.title).toBe('Couldn’t insert the text');
    windows.say('hud', { type: 'act', action: 'copy' });
    await settlePromises();
    expect(platform.clipboardText).toBe('Keep me.');
  });
});

describe('the settings window', () => {
  it('opens as onboarding first, which can be finished', async () => {
    const { windows, stores, app } = await start({ skipOnboarding: false });
    expect([...windows.opened]).toEqual(['onboarding']);
    windows.say('onboarding', { type: 'finish-onboarding' });
    await settlePromises();
    expect(windows.opened.size).toBe(0);
    app.openSettings();
    expect([...windows.opened]).toEqual(['settings']);
    await app.close();
    expect(stores.settings.stored).toMatchObject({ onboarded: true });
  });

  it('opens the provider’s page for creating an API key, if it has one', async () => {
    const { windows, platform, app } = await start({ key: '' });
    app.openSettings();
    windows.say('settings', { type: 'open-key-page', provider: 'deepgram' });
    windows.say('settings', { type: 'open-key-page', provider: 'openai-compatible' });
    await settlePromises();
    expect(platform.links.opened).toEqual(['https://console.deepgram.com/']);
  });

  it('shows the current state but never a key', async () => {
    const started = await start();
    started.app.openSettings();
    await pass(started, 100);
    expect(started.windows.settings).toMatchObject({ version: '1.2.3', platform: 'other', today: { seconds: 0 } });
    expect(JSON.stringify(started.windows.settings)).not.toContain('canary');
  });

  it('changes settings and rebinds chords', async () => {
    const started = await start();
    const { app, windows, hotkeys } = started;
    app.openSettings();
    const chords = { ...defaultSettings('other').chords, hold: 'Alt+Space' };
    windows.say('settings', { type: 'change', change: { chords, languages: ['nonsense!'] } });
    await pass(started, 100);
    expect(hotkeys.bound.get('hold')).toBe('Alt+Space');
    expect(windows.settings?.rejected).toEqual({ 'languages.0': 'isn’t a language tag.' });
  });

  it('releases the chords while the user is choosing one, and binds them again when closed', async () => {
    const started = await start();
    const { app, windows, hotkeys, clock } = started;
    app.openSettings();
    hotkeys.names = { KeyQ: 'A' };
    windows.say('settings', { type: 'pause-chords', paused: true });
    await settlePromises();
    expect(hotkeys.bound.size).toBe(0);
    clock.advance(60);
    expect(windows.settings?.keyNames).toEqual({ KeyQ: 'A' });
    hotkeys.changeNames({ KeyA: 'A' });
    clock.advance(60);
    expect(windows.settings?.keyNames).toEqual({ KeyA: 'A' });
    windows.close('settings');
    await settlePromises();
    expect(hotkeys.bound.size).toBe(3);
  });

  it('shows the microphone’s level on request, until it is closed', async () => {
    const started = await start();
    const { app, windows } = started;
    app.openSettings();
    windows.say('settings', { type: 'listen', on: true });
    await speak(started, 100);
    expect(windows.settings?.microphones).toMatchObject({ isOpen: true, level: expect.closeTo(-14.7, 0) });
    windows.close('settings');
    expect(windows.streams.size).toBe(0);
  });

  it('can forget everything', async () => {
    const started = await start();
    const { app, windows, stores, platform, hotkeys } = started;
    await dictate(started, 'Forget me.');
    windows.say('settings', { type: 'set-key', provider: 'openai', key: 'sk-1' });
    await settlePromises();
    expect(platform.secrets.stored.size).toBe(1);
    windows.say('settings', { type: 'forget-everything' });
    await pass(started, 100);
    expect(platform.secrets.stored.size).toBe(0);
    await app.close();
    expect(stores.usage.stored).toEqual([]);
    expect(stores.spending.stored).toMatchObject({ seconds: 0 });
    expect(stores.settings.stored).toMatchObject({ provider: null });
    platform.field = '';
    hotkeys.press('pasteLast');
    await settlePromises();
    expect(platform.field).toBe('');
  });

  it('forgets as much as possible if the disk is full, and says what remains', async () => {
    const started = await start({ key: '' });
    const { windows, platform, stores, app } = started;
    windows.say('settings', { type: 'set-key', provider: 'deepgram', key: 'canary-1' });
    await settlePromises();
    await dictate(started, 'Forget me.');
    platform.secrets.failure = diskFull();
    windows.say('settings', { type: 'forget-everything' });
    await pass(started, 1_500);
    // An account's token is one of the secrets.
    expect(windows.hud?.title).toBe('Couldn’t save the account');
    windows.say('hud', { type: 'act', action: 'dismiss' });
    await pass(started, 100);
    expect(windows.hud?.title).toBe('Couldn’t remove your API keys');
    await app.close();
    expect(stores.usage.stored).toEqual([]);
  });

  it('works if stored keys cannot be read, and reports that', async () => {
    const started = await start({ key: '', secretsFailure: new Error('permission denied') });
    const { windows, platform } = started;
    await pass(started, 100);
    expect(windows.hud?.title).toBe('Couldn’t read your API keys');
    windows.say('hud', { type: 'act', action: 'dismiss' });
    windows.say('settings', { type: 'set-key', provider: 'deepgram', key: 'canary-1' });
    await settlePromises();
    await dictate(started, 'All the same.');
    expect(platform.field).toContain('All the same.');
  });

  it('includes the menu, for systems without a menu bar', async () => {
    const started = await start();
    const { app, windows } = started;
    app.openSettings();
    await pass(started, 100);
    const items = windows.settings?.menu?.flatMap((item) => (item.type === 'item' ? [item.id] : []));
    expect(items).toEqual(['toggle', 'cancel', 'paste-last', 'copy-last', 'retry', 'upgrade', 'open-site', 'quit']);
    windows.say('settings', { type: 'choose', item: 'quit' });
    expect(started.hasQuit()).toBe(true);
  });
});

describe('the system', () => {
  it('is kept awake only while a dictation is recorded or its text is awaited', async () => {
    const started = await start();
    const { hotkeys, platform, transport } = started;
    expect(platform.isKeptAwake).toBe(false);
    hotkeys.press('hold');
    await speak(started, 1_000);
    expect(platform.isKeptAwake).toBe(true);
    transport.sockets[0]?.open();
    hotkeys.release('hold');
    await speak(started, 600);
    expect(platform.isKeptAwake).toBe(true);
    transport.sockets[0]?.receive(finalResults(0, 1.6, 'Good morning.'));
    await pass(started, 200);
    expect(platform.isKeptAwake).toBe(false);
    hotkeys.press('hold');
    await started.app.close();
    expect(platform.isKeptAwake).toBe(false);
  });

  it('lets clicks through the HUD unless it has buttons', async () => {
    const started = await start({ key: '' });
    const { hotkeys, windows } = started;
    windows.say('settings', { type: 'set-key', provider: 'deepgram', key: 'canary-1' });
    hotkeys.press('hold');
    await speak(started, 1_000);
    expect([windows.isHudShown, windows.isHudClickable]).toEqual([true, false]);
    started.transport.sockets[0]?.end({ type: 'refused', status: 401, headers: {}, body: '' });
    hotkeys.release('hold');
    await speak(started, 600);
    expect(windows.hud?.actions).not.toEqual([]);
    expect(windows.isHudClickable).toBe(true);
    windows.say('hud', { type: 'act', action: 'dismiss' });
    await pass(started, 100);
    expect([windows.isHudShown, windows.isHudClickable]).toEqual([false, false]);
  });
});

describe('the menu bar', () => {
  it('is updated only when its contents change', async () => {
    const started = await start();
    await dictate(started, 'Good morning.');
    await pass(started, 2_000);
    const states = started.platform.menuBar.shown.map(({ state }) => state);
    // Opening the microphone and listening both count as recording.
    expect(states).toEqual(['idle', 'recording', 'recording', 'busy', 'idle']);
  });

  it('follows the settings', async () => {
    const started = await start();
    const { windows, platform } = started;
    const chords = { ...defaultSettings('other').chords, toggle: 'F9' };
    windows.say('settings', { type: 'change', change: { chords } });
    await pass(started, 100);
    expect(platform.menuBar.shown.at(-1)?.menu[1]).toMatchObject({ id: 'toggle', chord: 'F9' });
  });
});
