import type { TextCleaner } from '@workspace/dictation/ports';
import type { CleanUp } from '@workspace/dictation/writing';
import type { LanguageModel, LanguageModelErrorKind } from '@workspace/language-model/language-model';
import type { Clock } from '@workspace/speech/clock';
import type { Settings } from '../../ipc/settings-document.ts';
import type { CleanUpView } from '../../ipc/settings-messages.ts';
import {
  ConfiguredLanguageModel,
  type ConfiguredLanguageModelDependencies,
  type ModelLack,
} from './configured-language-model.ts';
import type { LanguageModels } from './language-models.ts';

export interface TextCleanUpDependencies extends Pick<ConfiguredLanguageModelDependencies, 'secrets' | 'openAi'> {
  clock: Clock;
  models: LanguageModels;
  settings(): Pick<Settings, 'cleanUp' | 'appRules'>;
  /** Something shown in the windows changed. */
  onChange(): void;
}

/** Sample text for trying out a model: has a filler and a self-correction. */
export const TRIAL_TEXT = 'so um let’s meet on Wednesday no Thursday at ten';
/** Limit of a trial's answer: no dictation waits longer for its text. */
const TRIAL_LIMIT_MS = 30_000;

/** Tidying up with the user's language model: what the engine needs for it, and whether it works. */
export class TextCleanUp {
  readonly model: ConfiguredLanguageModel;
  readonly #dependencies: TextCleanUpDependencies;
  #made: { model: LanguageModel; instructions: string; cleaner: TextCleaner } | undefined;
  #trial: { model: LanguageModel; result: CleanUpView['trial'] } | undefined;

  constructor(dependencies: TextCleanUpDependencies) {
    const { models, secrets, settings, openAi, onChange } = dependencies;
    this.#dependencies = dependencies;
    this.model = new ConfiguredLanguageModel({
      create: models.create,
      list: models.list,
      secrets,
      settings: () => settings().cleanUp,
      openAi,
      onChange,
    });
  }

  /** How text is tidied up if wanted. While the model can't be asked, text stays as it was heard. */
  get current(): CleanUp {
    const { limitMs, byPhrase } = this.#dependencies.settings().cleanUp;
    return { cleaner: this.#cleaner ?? this.#notReady, limitMs, byPhrase };
  }

  /** Whether it is turned on, at least in one app. */
  get isWanted(): boolean {
    const { cleanUp, appRules } = this.#dependencies.settings();
    return cleanUp.enabled || appRules.some((rule) => rule.cleanUp === true);
  }

  /** Why text stays as it was heard, and what the user can do; undefined if it needn't. */
  get problem(): string | undefined {
    const { missing, problem } = this.model;
    if (missing) return MODEL_MISSING[missing];
    return problem && isMendable(problem.kind) ? problem.message : undefined;
  }

  get view(): CleanUpView {
    const { current, missing = null, host, hasOwnKey, problem, models } = this.model;
    return {
      host,
      hasOwnKey,
      missing,
      models: models && [...models],
      problem: problem?.message ?? null,
      trial: this.#trial?.model === current ? (this.#trial?.result ?? null) : null,
    };
  }

  /** Tries the model with a sample sentence and reports the result. Resolves with null if the model can't be asked. */
  async try(): Promise<CleanUpView['trial']> {
    const { clock, onChange } = this.#dependencies;
    const model = this.model.current;
    const cleaner = this.#cleaner;
    if (!model || !cleaner) return null;
    const report = (result: NonNullable<CleanUpView['trial']>) => {
      this.#trial = { model, result };
      onChange();
      return result;
    };
    report({ status: 'checking', message: `Asking ${model.host}…`, text: null });
    const askedAt = clock.now();
    const pending = cleaner.cleanUp(TRIAL_TEXT, { languages: ['en'], vocabulary: [] });
    const stopWaiting = clock.schedule(TRIAL_LIMIT_MS, () => pending.cancel());
    const text = await pending.text;
    stopWaiting();
    return report(this.#judge(model.host, text, clock.now() - askedAt));
  }

  get #cleaner(): TextCleaner | undefined {
    const { settings, models } = this.#dependencies;
    const { instructions } = settings().cleanUp;
    const model = this.model.current;
    if (!model) return undefined;
    if (this.#made?.model !== model || this.#made.instructions !== instructions)
      this.#made = { model, instructions, cleaner: models.createCleaner(model, instructions) };
    return this.#made.cleaner;
  }

  /** Makes no requests. */
  get #notReady(): TextCleaner {
    return {
      host: this.model.host ?? '',
      cleanUp: () => ({ text: Promise.resolve(undefined), cancel: () => {} }),
    };
  }

  #judge(host: string, text: string | undefined, tookMs: number): NonNullable<CleanUpView['trial']> {
    const { limitMs } = this.#dependencies.settings().cleanUp;
    const took = formatSeconds(tookMs);
    if (tookMs >= TRIAL_LIMIT_MS)
      return { status: 'unreachable', message: `${host} didn’t answer in time.`, text: null };
    if (text === undefined) {
      const { problem } = this.model;
      if (problem) return { status: STATUS_OF_PROBLEM[problem.kind], message: problem.message, text: null };
      const message = `${host} answered, but not with a tidied text. Try another model.`;
      return { status: 'limited', message, text: null };
    }
    if (tookMs > limitMs) {
      const message = `This took ${took}, and your limit is ${formatSeconds(limitMs)}. Choose a faster model or a longer limit.`;
      return { status: 'limited', message, text };
    }
    return { status: 'valid', message: `${host} answered in ${took}.`, text };
  }
}

/** What the language model lacks, and what to do. */
const MODEL_MISSING: Record<ModelLack, string> = {
  address: 'Tidy up has no server address yet. Add one in Settings.',
  key: 'Tidy up has no API key yet. Add one in Settings.',
  model: 'Tidy up has no model yet. Choose one in Settings.',
};

const STATUS_OF_PROBLEM: Record<LanguageModelErrorKind, 'invalid' | 'limited' | 'unreachable'> = {
  unauthorized: 'invalid',
  'over-limit': 'limited',
  'not-found': 'unreachable',
  redirect: 'unreachable',
  unreachable: 'unreachable',
  refused: 'limited',
  incomplete: 'limited',
  aborted: 'unreachable',
};

/** Returns whether the user can do something about it. */
function isMendable(kind: LanguageModelErrorKind): boolean {
  return kind !== 'refused' && kind !== 'incomplete' && kind !== 'aborted';
}

function formatSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} seconds`;
}
