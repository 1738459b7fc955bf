import type {
  LanguageModel,
  LanguageModelError,
  LanguageModelOptions,
  PendingAnswer,
  Question,
} from '@workspace/language-model/language-model';
import { hostOf } from '@workspace/speech/address';
import { z } from 'zod';
import { cleanUpFactsOf } from '../../ipc/clean-up-providers.ts';
import type { CleanUpSettings } from '../../ipc/settings-document.ts';
import type { SecretStore } from '../platform.ts';

/** What the language model still needs before it can be used. */
export type ModelLack = 'address' | 'key' | 'model';

/** Where OpenAI's speech recognition is, and its key, which is empty if there is none. */
export interface OpenAiAccess {
  baseUrl: string;
  key: string;
}

export interface ConfiguredLanguageModelDependencies {
  create(options: LanguageModelOptions): LanguageModel;
  /** Lists a server's models. Never rejects. */
  list(options: Pick<LanguageModelOptions, 'baseUrl' | 'key'>): Promise<readonly string[]>;
  secrets: SecretStore;
  settings(): Pick<CleanUpSettings, 'provider' | 'baseUrl' | 'model'>;
  openAi(): OpenAiAccess;
  /** Something shown about the model changed. */
  onChange(): void;
}

interface MadeModel {
  options: LanguageModelOptions;
  model: LanguageModel;
  /** Why its last answer failed. */
  problem: LanguageModelError | undefined;
}

/** The key's name in the secret store. */
const SECRET = 'language-model';
const secretSchema = z.object({ origin: z.string(), key: z.string() });

/**
 * The language model the user has chosen, with its key, which is only in memory here, and only sent to the address it
 * was entered for.
 */
export class ConfiguredLanguageModel {
  readonly #dependencies: ConfiguredLanguageModelDependencies;
  #stored: z.infer<typeof secretSchema> | undefined;
  /** Replaced only if something changed, since a client remembers what its server lacks. */
  #made: MadeModel | undefined;
  /** The models a server listed, and the key used to ask it. */
  #listed: { baseUrl: string; key: string; names: readonly string[] } | undefined;

  constructor(dependencies: ConfiguredLanguageModelDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads the stored key. Resolves with false if there is one that can't be read. */
  async load(): Promise<boolean> {
    try {
      const secret = await this.#dependencies.secrets.get(SECRET);
      if (secret !== undefined) this.#stored = secretSchema.parse(JSON.parse(secret));
      return true;
    } catch {
      return false;
    }
  }

  /** The model, ready to be asked; undefined while something is `missing`. */
  get current(): LanguageModel | undefined {
    const { baseUrl, key, name: model } = this.#choice;
    if (this.missing !== undefined || baseUrl === undefined || model === undefined) return undefined;
    const options: LanguageModelOptions = { baseUrl, key, model };
    const { options: before } = this.#made ?? {};
    if (!this.#made || before?.baseUrl !== baseUrl || before.key !== key || before.model !== model)
      this.#made = this.#make(options);
    return this.#made.model;
  }

  /** What it lacks; undefined if it can be asked. */
  get missing(): ModelLack | undefined {
    const { baseUrl, key, name } = this.#choice;
    if (baseUrl === undefined) return 'address';
    if (key === '' && this.#facts.key === 'speech') return 'key';
    return name === undefined ? 'model' : undefined;
  }

  /** The host text is sent to; null while the address is missing. */
  get host(): string | null {
    const { baseUrl } = this.#choice;
    return baseUrl === undefined ? null : hostOf(baseUrl);
  }

  /** Why its last answer failed; undefined if it didn't, or if another model has been chosen since. */
  get problem(): LanguageModelError | undefined {
    return this.current && this.#made?.problem;
  }

  /** Whether there is a separate key for the chosen address. */
  get hasOwnKey(): boolean {
    return this.#facts.key === 'own' && this.#choice.key !== '';
  }

  /** The models the server listed last; null if it hasn't been asked. */
  get models(): readonly string[] | null {
    const { baseUrl, key } = this.#choice;
    return this.#listed?.baseUrl === baseUrl && this.#listed?.key === key ? (this.#listed?.names ?? null) : null;
  }

  /** Asks the server for its models. Does nothing while it has no address. */
  async findModels(): Promise<void> {
    const { baseUrl, key } = this.#choice;
    if (baseUrl === undefined) return;
    this.#listed = { baseUrl, key, names: await this.#dependencies.list({ baseUrl, key }) };
    this.#dependencies.onChange();
  }

  /** Stores a key for the current address. Rejects if it can't be stored; even then it works until the app ends. */
  async setKey(key: string | undefined): Promise<void> {
    const trimmed = key?.trim() ?? '';
    const { baseUrl } = this.#choice;
    this.#stored = trimmed === '' || baseUrl === undefined ? undefined : { origin: originOf(baseUrl), key: trimmed };
    this.#dependencies.onChange();
    await this.#dependencies.secrets.set(SECRET, this.#stored && JSON.stringify(this.#stored));
  }

  /** Removes the stored key. Rejects if it can't be removed; even then it isn't used until the next start. */
  async forget(): Promise<void> {
    await this.setKey(undefined);
  }

  get #facts() {
    return cleanUpFactsOf(this.#dependencies.settings().provider);
  }

  get #choice(): { baseUrl: string | undefined; key: string; name: string | undefined } {
    const { baseUrl: chosen, model } = this.#dependencies.settings();
    const facts = this.#facts;
    const name = model ?? facts.model;
    if (facts.key === 'speech') return { ...this.#dependencies.openAi(), name };
    const baseUrl = chosen ?? facts.baseUrl;
    const isForKey = baseUrl !== undefined && facts.key === 'own' && this.#stored?.origin === originOf(baseUrl);
    return { baseUrl, key: isForKey ? (this.#stored?.key ?? '') : '', name };
  }

  /** Creates a model that keeps track of whether it answers. */
  #make(options: LanguageModelOptions): MadeModel {
    const model = this.#dependencies.create(options);
    const setProblem = (problem: LanguageModelError | undefined) => {
      if (problem?.kind === 'aborted' || problem === made.problem) return;
      made.problem = problem;
      this.#dependencies.onChange();
    };
    const ask = (question: Question): PendingAnswer => {
      const pending = model.ask(question);
      pending.text.then(
        () => setProblem(undefined),
        (error) => setProblem(error as LanguageModelError),
      );
      return pending;
    };
    const made: MadeModel = { options, model: { host: model.host, ask }, problem: undefined };
    return made;
  }
}

function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}
