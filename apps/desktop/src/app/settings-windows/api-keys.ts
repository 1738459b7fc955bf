import { PRODUCT_NAME } from '@workspace/contract/brand';
import type { RemoteProviderId } from '@workspace/speech/registry';
import type { HudPresenter } from '../hud/hud-presenter.ts';
import type { ConfiguredLanguageModel } from '../language-model/configured-language-model.ts';
import type { SpeechProviders } from '../speech/speech-providers.ts';

export interface ApiKeysDependencies {
  providers: Pick<SpeechProviders, 'load' | 'setKey' | 'forget'>;
  model: Pick<ConfiguredLanguageModel, 'load' | 'setKey' | 'forget'>;
  hud: Pick<HudPresenter, 'notify'>;
}

/** The user's API keys for speech and for the language model. Failures of the secret store are shown in the HUD. */
export class ApiKeys {
  readonly #dependencies: ApiKeysDependencies;

  constructor(dependencies: ApiKeysDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads the stored keys. */
  async load(): Promise<void> {
    const { providers, model } = this.#dependencies;
    const areRead = await Promise.all([providers.load(), model.load()]);
    if (areRead.includes(false)) this.#notify('not-read');
  }

  /** Stores a speech provider's key; undefined removes it. */
  async setForSpeech(provider: RemoteProviderId, key: string | undefined): Promise<void> {
    await this.#dependencies.providers.setKey(provider, key).catch(() => this.#notify('not-saved'));
  }

  /** Stores the language model's own key; an empty one removes it. */
  async setForModel(key: string): Promise<void> {
    await this.#dependencies.model.setKey(key).catch(() => this.#notify('not-saved'));
  }

  /** Removes all keys. */
  async forget(): Promise<void> {
    const { providers, model } = this.#dependencies;
    await Promise.all([providers.forget(), model.forget()]).catch(() => this.#notify('not-removed'));
  }

  #notify(problem: keyof typeof NOTICES): void {
    this.#dependencies.hud.notify({ tone: 'notice', ...NOTICES[problem] });
  }
}

const NOTICES = {
  'not-read': {
    title: 'Couldn’t read your API keys',
    detail: `Check the disk, then restart ${PRODUCT_NAME}. Until then, you can enter a key again in Settings.`,
  },
  'not-saved': {
    title: 'Couldn’t save the API key',
    detail: `It works until you quit ${PRODUCT_NAME}. Check the disk, then enter it again.`,
  },
  'not-removed': {
    title: 'Couldn’t remove your API keys',
    detail: `They’re out of use until ${PRODUCT_NAME} restarts. Check the disk, then forget everything again.`,
  },
} as const;
