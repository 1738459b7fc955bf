import { sttError } from '@workspace/speech/error-messages';
import { describe, expect, it } from 'vitest';
import { pass, type StartedApp, type StartOptions, speak, startApp } from './testing/started-app.ts';

const WITHOUT_KEY: StartOptions = { key: '', settings: { provider: null } };
const KEEP_MS = 5 * 60_000;

/** Makes a two-second dictation that is recognized on this computer as the given text. */
async function dictateHere(started: StartedApp, text: string): Promise<void> {
  started.recognizer.text = text;
  started.hotkeys.press('hold');
  await speak(started, 2_000);
  started.hotkeys.release('hold');
  await speak(started, 600);
  await pass(started, 300);
}

/** Lets the live dictation's provider refuse the key. */
function refuseKey({ transport }: StartedApp): void {
  transport.sockets.at(-1)?.end({ type: 'refused', status: 401, headers: {}, body: '' });
}

describe('without a key', () => {
  it('the first press of the keys writes, without a question', async () => {
    const started = await startApp(WITHOUT_KEY);
    await dictateHere(started, 'Good morning.');
    expect(started.platform.field).toBe('Good morning.');
    expect(started.windows.hud).toMatchObject({ state: 'done', title: 'Inserted' });
    expect([started.transport.sockets, started.transport.exchanges]).toEqual([[], []]);
  });

  it('where the sound goes is shown as this computer', async () => {
    const started = await startApp(WITHOUT_KEY);
    started.hotkeys.press('hold');
    await speak(started, 200);
    expect(started.windows.hud).toMatchObject({ state: 'listening', host: 'On this computer' });
    expect(started.platform.menuBar.shown.at(-1)?.menu).toContainEqual({
      type: 'label',
      label: 'On this computer: free',
    });
  });

  it('a dictation costs nothing, which is known', async () => {
    const started = await startApp(WITHOUT_KEY);
    await dictateHere(started, 'Good morning.');
    await started.app.close();
    expect(started.stores.spending.stored).toMatchObject({
      seconds: expect.closeTo(2.3, 0),
      dollars: 0,
      hasUnpriced: false,
    });
  });

  it('nothing of what was said is stored', async () => {
    const started = await startApp(WITHOUT_KEY);
    await dictateHere(started, 'Canary.');
    await started.app.close();
    const stored = Object.values(started.stores).map((store) => store.stored);
    expect(JSON.stringify(stored)).not.toMatch(/canary/i);
  });

  it('what was said while it loads is not lost', async () => {
    const started = await startApp(WITHOUT_KEY);
    const { recognizer, platform } = started;
    recognizer.isQuick = false;
    await dictateHere(started, 'From the first word.');
    expect(platform.field).toBe('');
    recognizer.load();
    await pass(started, 100);
    expect(platform.field).toBe('From the first word.');
  });
});

describe('recognition on this computer', () => {
  it('is loaded when the keys go down, not sooner, and freed five minutes after its last use: the settings show it', async () => {
    const started = await startApp(WITHOUT_KEY);
    const { app, recognizer, windows } = started;
    const shown = async () => {
      await pass(started, 200);
      return windows.settings?.onDevice;
    };
    recognizer.isQuick = false;
    app.openSettings();
    expect([await shown(), recognizer.running]).toEqual(['freed', 0]);
    started.hotkeys.press('hold');
    expect([await shown(), recognizer.running]).toEqual(['loading', 1]);
    recognizer.load();
    expect(await shown()).toBe('ready');
    started.hotkeys.release('hold');
    await speak(started, 600);
    await pass(started, KEEP_MS - 1_000);
    expect([await shown(), recognizer.running]).toEqual(['ready', 1]);
    await pass(started, 1_000);
    expect([await shown(), recognizer.running]).toEqual(['freed', 0]);
  });

  it('says in the HUD why it can’t work, and keeps what was said', async () => {
    const started = await startApp(WITHOUT_KEY);
    const { recognizer, windows, app } = started;
    recognizer.failure = 'damaged';
    app.openSettings();
    await dictateHere(started, '');
    expect(windows.settings?.onDevice).toBe('failed');
    expect(windows.hud).toMatchObject({ state: 'failed', actions: [{ id: 'retry' }, { id: 'dismiss' }] });
    expect(windows.hud?.title).toMatch(/a part of it is damaged\.$/);
    recognizer.failure = undefined;
    recognizer.text = 'Found again.';
    windows.say('hud', { type: 'act', action: 'retry' });
    await pass(started, 300);
    expect(started.platform.field).toBe('Found again.');
  });

  it.each(['idle', 'listening', 'loading'])(
    'leaves no process behind when the app ends while it is %s',
    async (moment) => {
      const started = await startApp(WITHOUT_KEY);
      const { recognizer, hotkeys, app, clock } = started;
      recognizer.isQuick = moment !== 'loading';
      if (moment === 'idle') await dictateHere(started, 'Good morning.');
      else {
        hotkeys.press('hold');
        await speak(started, 1_000);
      }
      expect(recognizer.running).toBe(1);
      await app.close();
      await pass(started, 1_000);
      expect(recognizer.running).toBe(0);
      expect(clock.scheduledCount).toBe(0);
    },
  );
});

describe('a provider that fails', () => {
  const refusal = sttError('auth', { host: 'api.deepgram.com', key: '' });

  it('does not cost the words: a refused key is reported all the same', async () => {
    const started = await startApp({ settings: { onDeviceFallback: true } });
    const { hotkeys, recognizer, platform, windows } = started;
    recognizer.text = 'Good morning.';
    hotkeys.press('hold');
    await speak(started, 1_000);
    refuseKey(started);
    await speak(started, 500);
    expect(windows.hud).toMatchObject({ host: 'On this computer', trouble: true });
    hotkeys.release('hold');
    await speak(started, 600);
    await pass(started, 200);
    expect(platform.field).toBe('Good morning.');
    await pass(started, 1_500);
    expect(windows.hud).toMatchObject({ state: 'notice', title: refusal.message });
    windows.say('hud', { type: 'act', action: 'settings' });
    expect(windows.opened.has('settings')).toBe(true);
  });

  it('is not paid for what was understood here', async () => {
    const started = await startApp({ settings: { onDeviceFallback: true } });
    started.recognizer.text = 'Good morning.';
    started.hotkeys.press('hold');
    await speak(started, 1_000);
    refuseKey(started);
    started.hotkeys.release('hold');
    await speak(started, 600);
    await pass(started, 200);
    await started.app.close();
    expect(started.stores.spending.stored).toMatchObject({ dollars: expect.closeTo(0, 5), hasUnpriced: false });
    expect(started.stores.spending.stored).toMatchObject({ seconds: expect.closeTo(1.5, 0) });
  });

  it('fails as it did if nothing is to take over', async () => {
    const started = await startApp({ settings: { onDeviceFallback: true, languages: ['de'] } });
    started.hotkeys.press('hold');
    await speak(started, 1_000);
    refuseKey(started);
    started.hotkeys.release('hold');
    await speak(started, 600);
    expect(started.windows.hud).toMatchObject({ state: 'failed', title: refusal.message });
    expect(started.recognizer.launches).toBe(0);
  });
});

describe('a key that is entered', () => {
  const enter = ({ windows }: StartedApp) =>
    windows.say('settings', { type: 'set-key', provider: 'deepgram', key: 'canary-key' });

  it('makes its provider the one in use, if none was chosen', async () => {
    const started = await startApp(WITHOUT_KEY);
    started.app.openSettings();
    await pass(started, 100);
    expect(started.windows.settings).toMatchObject({ usedProvider: 'on-device', settings: { provider: null } });
    enter(started);
    await pass(started, 100);
    expect(started.windows.settings).toMatchObject({ usedProvider: 'deepgram', settings: { provider: 'deepgram' } });
  });

  it('leaves the choice of this computer as it is', async () => {
    const started = await startApp({ key: '', settings: { provider: 'on-device' } });
    started.app.openSettings();
    enter(started);
    await pass(started, 100);
    expect(started.windows.settings).toMatchObject({ usedProvider: 'on-device', settings: { provider: 'on-device' } });
  });
});
