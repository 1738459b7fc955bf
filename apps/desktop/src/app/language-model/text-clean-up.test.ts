import { FakeCleaner } from '@workspace/dictation/testing/fake-cleaner';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { describe, expect, it } from 'vitest';
import type { AppRule, CleanUpSettings } from '../../ipc/settings-document.ts';
import { defaultSettings } from '../settings/default-settings.ts';
import { FakeLanguageModels } from '../testing/fake-language-model.ts';
import { MemorySecrets } from '../testing/memory-secrets.ts';
import { TextCleanUp, TRIAL_TEXT } from './text-clean-up.ts';

function tidyUp(choice: Partial<CleanUpSettings> = {}, { key = 'sk-one', appRules = [] as AppRule[] } = {}) {
  const settings = { cleanUp: { ...defaultSettings('other').cleanUp, enabled: true, ...choice }, appRules };
  const clock = new FakeClock();
  const models = new FakeLanguageModels();
  const made: { cleaner: FakeCleaner; instructions: string }[] = [];
  const cleanUp = new TextCleanUp({
    clock,
    models: {
      create: models.create,
      list: models.list,
      createCleaner: (_model, instructions) => {
        const cleaner = new FakeCleaner();
        made.push({ cleaner, instructions });
        return cleaner;
      },
    },
    secrets: new MemorySecrets(),
    settings: () => settings,
    openAi: () => ({ baseUrl: 'https://api.openai.com/v1', key }),
    onChange: () => {},
  });
  return { cleanUp, model: cleanUp.model, models, settings, clock, made };
}

describe('tidying up', () => {
  it('is wanted if enabled everywhere, or by a rule for an app', () => {
    expect(tidyUp().cleanUp.isWanted).toBe(true);
    expect(tidyUp({ enabled: false }).cleanUp.isWanted).toBe(false);
    expect(tidyUp({ enabled: false }, { appRules: [{ app: 'Mail', cleanUp: true }] }).cleanUp.isWanted).toBe(true);
    expect(tidyUp({ enabled: false }, { appRules: [{ app: 'Mail', cleanUp: false }] }).cleanUp.isWanted).toBe(false);
  });

  it('uses the limits and instructions from the settings, and the same cleaner until they change', () => {
    const { cleanUp, settings, made } = tidyUp({ limitMs: 4_000, byPhrase: false, instructions: 'Be brief.' });
    expect(cleanUp.current).toMatchObject({ limitMs: 4_000, byPhrase: false });
    expect(cleanUp.current.cleaner).toBe(cleanUp.current.cleaner);
    settings.cleanUp.instructions = 'Be formal.';
    expect(cleanUp.current.cleaner).toBe(made[1]?.cleaner);
    settings.cleanUp.model = 'other';
    expect(cleanUp.current.cleaner).toBe(made[2]?.cleaner);
    expect(made.map(({ instructions }) => instructions)).toEqual(['Be brief.', 'Be formal.', 'Be formal.']);
  });

  it.each([
    [{}, '', 'Tidy up has no API key yet. Add one in Settings.'],
    [{ provider: 'compatible' }, 'sk-one', 'Tidy up has no server address yet. Add one in Settings.'],
    [{ provider: 'ollama' }, 'sk-one', 'Tidy up has no model yet. Choose one in Settings.'],
  ] as const)(
    'leaves texts as heard while its setup is incomplete, and says what is missing (%s)',
    async (choice, key, problem) => {
      const { cleanUp, made } = tidyUp(choice, { key });
      expect(await cleanUp.current.cleaner.cleanUp('words', { languages: [], vocabulary: [] }).text).toBeUndefined();
      expect(cleanUp.problem).toBe(problem);
      expect([made, await cleanUp.try()]).toEqual([[], null]);
    },
  );

  it.each([
    ['unauthorized', true],
    ['over-limit', true],
    ['not-found', true],
    ['redirect', true],
    ['unreachable', true],
    ['refused', false],
    ['incomplete', false],
  ] as const)('reports a failure as a problem only if the user can fix it (%s)', async (kind, isReported) => {
    const { cleanUp, model, models } = tidyUp();
    model.current?.ask({ instructions: '', input: '' });
    models.asked[0]?.fail(kind, 'What is wrong.');
    await settlePromises();
    expect(cleanUp.problem).toBe(isReported ? 'What is wrong.' : undefined);
    expect(cleanUp.view.problem).toBe('What is wrong.');
  });
});

describe('a trial', () => {
  async function trial(choice: Partial<CleanUpSettings> = {}) {
    const made = tidyUp(choice);
    const result = made.cleanUp.try();
    await settlePromises();
    expect(made.cleanUp.view.trial).toMatchObject({ status: 'checking', message: 'Asking api.openai.com…' });
    const [asked] = made.made[0]!.cleaner.asked;
    expect(asked?.said).toBe(TRIAL_TEXT);
    return { ...made, result, asked: asked! };
  }

  it('shows the text and how long it took', async () => {
    const { cleanUp, clock, asked, result, settings } = await trial();
    clock.advance(640);
    asked.answer('Let’s meet on Thursday at ten.');
    const expected = {
      status: 'valid',
      message: 'api.openai.com answered in 0.6 seconds.',
      text: 'Let’s meet on Thursday at ten.',
    };
    expect(await result).toEqual(expected);
    expect(cleanUp.view.trial).toEqual(expected);
    expect(clock.scheduledCount).toBe(0);
    settings.cleanUp.model = 'other';
    expect(cleanUp.view.trial).toBeNull();
  });

  it('warns if it took longer than the limit', async () => {
    const { clock, asked, result } = await trial({ limitMs: 2_500 });
    clock.advance(4_100);
    asked.answer('Let’s meet on Thursday at ten.');
    expect(await result).toMatchObject({
      status: 'limited',
      message: 'This took 4.1 seconds, and your limit is 2.5 seconds. Choose a faster model or a longer limit.',
    });
  });

  it('warns if the answer is unusable', async () => {
    const { asked, result } = await trial();
    asked.answer(undefined);
    expect(await result).toMatchObject({ status: 'limited', message: expect.stringContaining('Try another model.') });
  });

  it('says why there is no answer', async () => {
    const { model, models, asked, result } = await trial();
    model.current?.ask({ instructions: '', input: '' });
    models.asked[0]?.fail('unauthorized', 'The key is refused.');
    await settlePromises();
    asked.answer(undefined);
    expect(await result).toEqual({ status: 'invalid', message: 'The key is refused.', text: null });
  });

  it('times out', async () => {
    const { clock, asked, result } = await trial();
    clock.advance(60_000);
    expect(await result).toMatchObject({ status: 'unreachable', message: 'api.openai.com didn’t answer in time.' });
    expect(asked.isCancelled).toBe(true);
  });
});
