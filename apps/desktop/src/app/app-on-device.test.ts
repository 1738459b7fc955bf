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
  it('the first key press dictates, without any setup', async () => {
    const started = await startApp(WITHOUT_KEY);
    await dictateHere(started, 'Good morning.');
    expect(started.platform.field).toBe('Good morning.');
    expect(started.windows.hud).toMatchObject({ state: 'done', title: 'Inserted' });
    expect([started.transport.sockets, started.transport.exchanges]).toEqual([[], []]);
  });

  it('this computer is shown as where the audio goes', async () => {
    const started = await startApp(WITHOUT_KEY);
    started.hotkeys.press('hold');
    await speak(started, 200);
    expect(started.windows.hud).toMatchObject({ state: 'listening', host: 'On this computer' });
    expect(started.platform.menuBar.shown.at(-1)?.menu).toContainEqual({
      type: 'label',
      label: 'On this computer: free',
    });
  });

  it('a dictation is known to cost nothing', async () => {
    const started = await startApp(WITHOUT_KEY);
    await dictateHere(started, 'Good morning.');
    await started.app.close();
    expect(started.stores.spending.stored).toMatchObject({
      seconds: expect.closeTo(2.3, 0),
      dollars: 0,
      hasUnpriced: false,
    });
  });

  it('no dictated text is stored', async () => {
    const started = await startApp(WITHOUT_KEY);
    await dictateHere(started, 'Canary.');
    await started.app.close();
    const stored = Object.values(started.stores).map((store) => store.stored);
    expect(JSON.stringify(stored)).not.toMatch(/canary/i);
  });

  it('speech during loading is not lost', async () => {
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
  it('is loaded on key press, no sooner, and freed five minutes after its last use, as the settings show', async () => {
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

  it('says in the HUD why it can’t work, and keeps the recording', async () => {
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
    'leaves no process behind when the app exits while it is %s',
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

  it('loses no text, and a refused key is still reported', async () => {
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

  it('costs nothing for what was recognized on this computer', async () => {
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

  it('fails as usual if there is no fallback', async () => {
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

describe('entering a key', () => {
  const enter = ({ windows }: StartedApp) =>
    windows.say('settings', { type: 'set-key', provider: 'deepgram', key: 'canary-key' });

  it('selects its provider if none was chosen', async () => {
    const started = await startApp(WITHOUT_KEY);
    started.app.openSettings();
    await pass(started, 100);
    expect(started.windows.settings).toMatchObject({ usedProvider: 'on-device', settings: { provider: null } });
    enter(started);
    await pass(started, 100);
    expect(started.windows.settings).toMatchObject({ usedProvider: 'deepgram', settings: { provider: 'deepgram' } });
  });

  it('does not override the choice of this computer', async () => {
    const started = await startApp({ key: '', settings: { provider: 'on-device' } });
    started.app.openSettings();
    enter(started);
    await pass(started, 100);
    expect(started.windows.settings).toMatchObject({ usedProvider: 'on-device', settings: { provider: 'on-device' } });
  });
});
