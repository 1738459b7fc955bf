import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { describe, expect, it } from 'vitest';
import type { CleanUpSettings, Settings } from '../ipc/settings-document.ts';
import { defaultSettings } from './settings/default-settings.ts';
import { dictate, pass, type StartedApp, startApp as start } from './testing/started-app.ts';

const CHOICE: CleanUpSettings = {
  ...defaultSettings('other').cleanUp,
  enabled: true,
  provider: 'compatible',
  baseUrl: 'https://models.example/v1',
  model: 'm',
};

function startTidy(cleanUp: Partial<CleanUpSettings> = {}, settings: Partial<Settings> = {}): Promise<StartedApp> {
  return start({ settings: { cleanUp: { ...CHOICE, ...cleanUp }, ...settings } });
}

const asked = ({ models }: StartedApp) => models.asked.at(-1)!;

function itemIn({ platform }: StartedApp) {
  return platform.menuBar.shown.at(-1)?.menu.find((entry) => entry.type === 'item' && entry.id === 'insert-as-heard');
}

async function answer(started: StartedApp, text: string): Promise<void> {
  asked(started).answer(text);
  await settlePromises();
}

describe('a dictation that is tidied up', () => {
  it('is inserted that way, and the HUD shows the host meanwhile', async () => {
    const started = await startTidy({ instructions: 'Be kind.' });
    await dictate(started, 'so good morning');
    expect(started.windows.hud).toMatchObject({ title: 'Tidying up', host: 'models.example' });
    expect(asked(started)).toMatchObject({
      options: { baseUrl: 'https://models.example/v1', key: '', model: 'm' },
      question: { instructions: 'Be kind.', input: 'so good morning' },
    });
    await answer(started, 'Good morning.');
    expect(started.platform.field).toBe('Good morning.');
    await pass(started, 50);
    expect(started.windows.hud).toMatchObject({ title: 'Inserted', detail: null });
  });

  it('can be inserted as heard, wherever the focus is', async () => {
    const started = await startTidy();
    const { platform } = started;
    expect(itemIn(started)).toMatchObject({ enabled: false });
    await dictate(started, 'so good morning');
    await answer(started, 'Good morning.');
    await pass(started, 100);
    expect(itemIn(started)).toMatchObject({ enabled: true });
    platform.field = '';
    platform.menuBar.choose('insert-as-heard');
    await settlePromises();
    expect(platform.field).toBe('so good morning');
  });

  it('is inserted as heard if the answer is late, with an unobtrusive note in the HUD', async () => {
    const started = await startTidy({ limitMs: 1_000 });
    await dictate(started, 'so good morning');
    await pass(started, 1_000);
    expect(started.platform.field).toBe('so good morning');
    expect(asked(started).isCancelled).toBe(true);
    expect(started.windows.hud).toMatchObject({
      state: 'done',
      detail: 'As you said it: models.example took too long to tidy it up.',
    });
  });

  it('is inserted as heard if there is no answer, and the HUD says why', async () => {
    const started = await startTidy();
    await dictate(started, 'so good morning');
    asked(started).fail('over-limit', 'models.example is out of credit.');
    await pass(started, 100);
    expect(started.platform.field).toBe('so good morning');
    expect(started.windows.hud?.detail).toBe('As you said it. models.example is out of credit.');
  });

  it('is inserted as heard at once if the setup is incomplete, and the HUD says what is missing', async () => {
    const started = await startTidy({ model: null });
    await dictate(started, 'so good morning');
    expect([started.models.asked, started.platform.field]).toEqual([[], 'so good morning']);
    expect(started.windows.hud?.detail).toBe('As you said it. Tidy up has no model yet. Choose one in Settings.');
  });

  it('is sent with Return only after it is tidied up', async () => {
    const started = await startTidy({}, { pressReturn: 'always' });
    await dictate(started, 'so good morning');
    await pass(started, 500);
    expect(started.platform.field).toBe('');
    await answer(started, 'Good morning.');
    await pass(started, 500);
    expect(started.platform.field).toBe('Good morning.⏎');
  });

  it('is canceled and never inserted once everything is forgotten', async () => {
    const started = await startTidy();
    await dictate(started, 'so good morning');
    started.windows.say('settings', { type: 'forget-everything' });
    await pass(started, 3_000);
    expect([asked(started).isCancelled, started.platform.field]).toEqual([true, '']);
  });
});

describe('tidying up', () => {
  it('is off until the user enables it', async () => {
    const started = await startTidy({ enabled: false });
    await dictate(started, 'so good morning');
    expect([started.models.asked, started.platform.field]).toEqual([[], 'so good morning']);
    expect(itemIn(started)).toBeUndefined();
  });

  it.each([
    [true, 'XTerm', 'Notes'],
    [false, 'Notes', 'XTerm'],
  ])('depends on the rule for the app that gets the text (everywhere: %s)', async (enabled, without, withIt) => {
    const appRules = [{ app: enabled ? without : withIt, cleanUp: !enabled }];
    const started = await startTidy({ enabled }, { appRules });
    started.platform.focusedApp = without;
    await dictate(started, 'one');
    expect([started.models.asked.length, started.platform.field]).toEqual([0, 'one']);
    started.platform.focusedApp = withIt;
    await dictate(started, 'two');
    expect(started.models.asked.map(({ question }) => question.input)).toEqual(['two']);
  });
});

describe('the settings window', () => {
  const open = async (started: StartedApp) => {
    started.windows.open('settings');
    await pass(started, 100);
  };

  it('stores a key for the server separately, tries it, and never shows it', async () => {
    const started = await startTidy();
    await open(started);
    started.windows.say('settings', { type: 'set-model-key', key: 'own-canary' });
    started.windows.say('settings', { type: 'try-clean-up' });
    await settlePromises();
    expect(asked(started).options.key).toBe('own-canary');
    await answer(started, 'Let’s meet.');
    await pass(started, 100);
    expect(started.windows.settings?.cleanUp).toMatchObject({
      hasOwnKey: true,
      trial: { status: 'valid', text: 'Let’s meet.' },
    });
    expect(JSON.stringify(started.windows.settings)).not.toContain('canary');
    await started.app.close();
    expect(JSON.stringify(started.stores)).not.toContain('canary');
    expect(started.platform.secrets.stored.get('language-model')).toContain('own-canary');
  });

  it('lists the server’s models', async () => {
    const started = await startTidy({ provider: 'ollama', baseUrl: null, model: null });
    await open(started);
    started.models.names = ['qwen3'];
    started.windows.say('settings', { type: 'find-models' });
    await pass(started, 200);
    expect(started.windows.settings?.cleanUp).toMatchObject({ missing: 'model', models: ['qwen3'] });
  });

  it('accepts OpenAI’s key without switching speech to OpenAI', async () => {
    const started = await start({ key: '', settings: { provider: null, cleanUp: { ...CHOICE, provider: 'openai' } } });
    await open(started);
    expect(started.windows.settings?.cleanUp?.missing).toBe('key');
    started.windows.say('settings', { type: 'set-key', provider: 'openai', key: 'sk-one', keepsSpeech: true });
    await pass(started, 100);
    expect(started.windows.settings).toMatchObject({ usedProvider: 'on-device', cleanUp: { missing: null } });
  });
});
