import { finalResults } from '@workspace/speech/testing/deepgram-messages';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { describe, expect, it } from 'vitest';
import type { CleanUpSettings, Settings } from '../ipc/settings-document.ts';
import { defaultSettings } from './settings/default-settings.ts';
import { dictate, pass, type StartedApp, speak, startApp } from './testing/started-app.ts';

const { chords, cleanUp } = defaultSettings('other');
const MODEL: CleanUpSettings = { ...cleanUp, provider: 'compatible', baseUrl: 'https://models.example/v1', model: 'm' };

async function startEditing(model: CleanUpSettings = MODEL, settings: Partial<Settings> = {}): Promise<StartedApp> {
  const started = await startApp({ settings: { chords: { ...chords, edit: 'F8' }, cleanUp: model, ...settings } });
  started.platform.field = 'Dear all, old text.';
  started.platform.selection = {
    type: 'selected',
    target: { id: 'field', kind: 'multi-line' },
    text: 'old text',
    mark: '1',
  };
  return started;
}

/** Holds the key and gives the instruction, calling `look` before the key is released. */
async function say(started: StartedApp, instruction: string, look = () => {}): Promise<void> {
  const { hotkeys, transport } = started;
  hotkeys.press('edit');
  await speak(started, 200);
  const socket = transport.sockets.at(-1);
  socket?.open();
  await speak(started, 1_800);
  look();
  hotkeys.release('edit');
  await speak(started, 600);
  socket?.receive(finalResults(0, 2.6, instruction));
  await pass(started, 200);
}

async function answer(started: StartedApp, text: string): Promise<void> {
  started.models.asked.at(-1)?.answer(text);
  await settlePromises();
  await pass(started, 100);
}

const stateIn = ({ platform }: StartedApp) => platform.menuBar.shown.at(-1)?.menu[0];

describe('editing by voice', () => {
  it('replaces the selection with the answer, and the HUD shows the progress and the host', async () => {
    const started = await startEditing();
    const { windows, platform, models } = started;
    await say(started, 'Make it new.', () => {
      expect(windows.hud).toMatchObject({ title: 'Say what to change', detail: null });
      expect(stateIn(started)).toMatchObject({ label: 'Listening to an instruction' });
    });
    expect(windows.hud).toMatchObject({ title: 'Editing', host: 'models.example' });
    expect(stateIn(started)).toMatchObject({ label: 'Editing' });
    expect(models.asked[0]).toMatchObject({ options: { baseUrl: 'https://models.example/v1', key: '', model: 'm' } });
    expect(models.asked[0]?.question.input).toContain('old text');
    expect(models.asked[0]?.question.instructions).toContain('Make it new.');
    expect(platform.field).toBe('Dear all, old text.');
    await answer(started, 'new text');
    expect(platform.field).toBe('Dear all, new text.');
    expect(windows.hud).toMatchObject({ state: 'done', title: 'Edited' });
  });

  it('works even if dictations are tidied up, and never tidies up the instruction', async () => {
    const started = await startEditing({ ...MODEL, enabled: true });
    await say(started, 'Make it new.');
    await answer(started, 'new text');
    expect([started.models.asked.length, started.platform.field]).toEqual([1, 'Dear all, new text.']);
  });

  it('starts only after the previous dictation has been inserted', async () => {
    const started = await startEditing({ ...MODEL, enabled: true, limitMs: 30_000 });
    await dictate(started, 'first words');
    await say(started, 'Make it new.');
    expect(started.models.asked.map(({ question }) => question.input)).toEqual(['first words']);
    await answer(started, 'First words.');
    expect(started.platform.field).toBe('Dear all, old text.First words.');
    expect(started.models.asked[1]?.question.input).toContain('old text');
  });

  it('leaves the answer on the clipboard if nothing is selected, and says so in advance', async () => {
    const started = await startEditing();
    const { platform, windows } = started;
    platform.selection = { type: 'none' };
    await say(started, 'A haiku.', () =>
      expect(windows.hud?.detail).toBe('Nothing is selected: the answer will be on the clipboard.'),
    );
    await answer(started, 'Rain.');
    expect([platform.clipboardText, platform.field]).toEqual(['Rain.', 'Dear all, old text.']);
    expect(windows.hud).toMatchObject({ state: 'notice', title: 'The answer is on the clipboard' });
  });

  it.each([
    ['moved', 'You had moved on'],
    ['not-editable', 'can’t be changed'],
    ['secure-input', 'an app is protecting what you type'],
  ] as const)('says why the answer is on the clipboard: %s', async (outcome, reason) => {
    const started = await startEditing();
    started.platform.replacementOutcome = outcome;
    await say(started, 'Make it new.');
    await answer(started, 'new text');
    expect([started.platform.clipboardText, started.platform.field]).toEqual(['new text', 'Dear all, old text.']);
    expect(started.windows.hud).toMatchObject({
      title: 'The answer is on the clipboard',
      detail: expect.stringContaining(reason),
    });
  });

  it('leaves the selection unchanged if there is no answer, and says why and what to do', async () => {
    const started = await startEditing();
    await say(started, 'Make it new.');
    started.models.asked[0]?.fail('over-limit', 'models.example is out of credit.');
    await pass(started, 100);
    expect([started.platform.clipboardText, started.platform.field]).toEqual(['', 'Dear all, old text.']);
    expect(started.windows.hud).toMatchObject({
      state: 'failed',
      title: 'Couldn’t edit the text',
      detail: 'models.example is out of credit. Your text is as it was.',
      actions: [{ id: 'settings' }, { id: 'dismiss' }],
    });
  });

  it('shows a failure until the next edit', async () => {
    const started = await startEditing();
    await say(started, 'Make it new.');
    started.models.asked[0]?.fail('incomplete');
    await pass(started, 100);
    expect(started.windows.hud).toMatchObject({ state: 'failed' });
    await say(started, 'Make it new.');
    started.hotkeys.press('cancel');
    await pass(started, 2_000);
    expect(started.windows.hud).toBeNull();
  });

  it('gives the model 30 seconds', async () => {
    const started = await startEditing();
    await say(started, 'Make it new.');
    await pass(started, 29_000);
    expect(started.windows.hud?.title).toBe('Editing');
    await pass(started, 1_000);
    expect(started.models.asked[0]?.isCancelled).toBe(true);
    expect(started.windows.hud?.detail).toBe('models.example didn’t answer within 30 seconds. Your text is as it was.');
  });

  it('is canceled by the cancel chord, whatever the model answers later', async () => {
    const started = await startEditing();
    await say(started, 'Make it new.');
    started.hotkeys.press('cancel');
    expect(started.models.asked[0]?.isCancelled).toBe(true);
    await answer(started, 'new text');
    expect([started.platform.clipboardText, started.platform.field]).toEqual(['', 'Dear all, old text.']);
    expect(started.windows.hud).toMatchObject({ state: 'cancelled' });
  });

  it('is refused while no model is set up, and the HUD says what is missing', async () => {
    const started = await startEditing({ ...MODEL, model: null });
    started.hotkeys.press('edit');
    await speak(started, 300);
    expect(started.transport.sockets).toEqual([]);
    expect(started.windows.hud).toMatchObject({
      title: 'Not ready to edit by voice',
      detail: 'No language model is chosen yet. Choose one in Settings, under Tidy up.',
      actions: [{ id: 'settings' }, { id: 'dismiss' }],
    });
    started.hotkeys.release('edit');
    await dictate(started, 'hello');
    expect(started.platform.field).toContain('hello');
  });

  it('does nothing if the recording ends by itself', async () => {
    const started = await startEditing();
    const { hotkeys, transport, platform, windows, models } = started;
    hotkeys.press('edit');
    await speak(started, 200);
    transport.sockets.at(-1)?.open();
    await speak(started, 1_800);
    platform.goToSleep();
    await pass(started, 100);
    transport.sockets.at(-1)?.receive(finalResults(0, 2, 'Make it'));
    await pass(started, 1_000);
    expect([models.asked, platform.field]).toEqual([[], 'Dear all, old text.']);
    expect(windows.hud).toMatchObject({
      title: 'Recording stopped: the computer went to sleep',
      detail: 'Nothing was edited.',
    });
  });

  it('sends nothing to the language model if nothing was said', async () => {
    const started = await startEditing();
    await say(started, '');
    expect(started.models.asked).toEqual([]);
    expect(started.windows.hud?.title).toBe('No speech was heard');
  });
});
