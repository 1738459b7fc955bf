import type { Recognition } from '@workspace/dictation/take-runner';
import { createProvider, DEFAULT_BASE_URLS } from '@workspace/speech/create-provider';
import { type KeyCheck, PROVIDER_IDS, type ProviderId, type SttProvider } from '@workspace/speech/provider';
import type { SessionPorts } from '@workspace/speech/session-connection';
import type { Settings } from '../channel/settings-document.ts';
import type { ProviderView } from '../channel/settings-messages.ts';
import type { SecretStore } from './shell.ts';

const NAMES: Record<ProviderId, string> = {
  openai: 'OpenAI',
  'openai-compatible': 'OpenAI-compatible server',
  deepgram: 'Deepgram',
};

/** What a development or test run sets from outside. */
export interface SpeechEnvironment {
  baseUrl: string | undefined;
  keys: Partial<Record<ProviderId, string>>;
}

/** A provider that can't be used yet, and what is missing. */
export type NotReady = 'address' | 'key';

/** The speech providers, with the user's keys and choices. Keys are in memory here, and nowhere else. */
export class SpeechProviders {
  readonly #ports: SessionPorts;
  readonly #secrets: SecretStore;
  readonly #environment: SpeechEnvironment;
  readonly #settings: () => Settings;
  readonly #onChange: () => void;
  readonly #storedKeys = new Map<ProviderId, string>();
  readonly #checks = new Map<ProviderId, ProviderView['check']>();
  /** Made anew only where address or key changed, since a client remembers what its server refuses. */
  readonly #clients = new Map<ProviderId, { baseUrl: string; key: string; provider: SttProvider }>();

  constructor(
    ports: SessionPorts,
    secrets: SecretStore,
    environment: SpeechEnvironment,
    settings: () => Settings,
    onChange: () => void,
  ) {
    this.#ports = ports;
    this.#secrets = secrets;
    this.#environment = environment;
    this.#settings = settings;
    this.#onChange = onChange;
  }

  /** Reads the stored keys. Resolves with whether all that there are could be read. */
  async load(): Promise<boolean> {
    try {
      for (const id of PROVIDER_IDS) {
        const key = await this.#secrets.get(id);
        if (key !== undefined) this.#storedKeys.set(id, key);
      }
      return true;
    } catch {
      return false;
    }
  }

  /** What the chosen provider lacks; `undefined` where it can be used. */
  get missing(): NotReady | undefined {
    const { provider: id } = this.#settings();
    if (this.#baseUrl(id) === undefined) return 'address';
    return this.#key(id) === '' && id !== 'openai-compatible' ? 'key' : undefined;
  }

  /** The name of the chosen provider. */
  get name(): string {
    return NAMES[this.#settings().provider];
  }

  /** The chosen provider, with the settings of the next take. Only where nothing is `missing`. */
  recognition(): Recognition {
    const settings = this.#settings();
    const provider = this.#client(settings.provider);
    if (provider === undefined) throw new Error('The provider has no address.');
    return {
      provider,
      config: {
        model: chosenModel(provider, settings),
        languages: settings.languages,
        keywords: settings.vocabulary,
      },
    };
  }

  /** Stores a key, in place of a former one. Rejects where it can't be stored; it works until the app ends all the same. */
  async setKey(id: ProviderId, key: string | undefined): Promise<void> {
    const trimmed = key?.trim() || undefined;
    if (trimmed === undefined) this.#storedKeys.delete(id);
    else this.#storedKeys.set(id, trimmed);
    this.#checks.delete(id);
    this.#onChange();
    await this.#secrets.set(id, trimmed);
  }

  /** Asks the provider about its key, and measures how long the answer takes. */
  async check(id: ProviderId): Promise<(KeyCheck & { roundTripMs: number }) | undefined> {
    const provider = this.#client(id);
    if (provider === undefined) return undefined;
    this.#setCheck(id, { status: 'checking', message: `Asking ${provider.host} …`, roundTripMs: null });
    const askedAt = this.#ports.clock.now();
    const result = await provider.checkKey();
    const roundTripMs = Math.round(this.#ports.clock.now() - askedAt);
    // A key that was replaced meanwhile has not been checked.
    if (this.#client(id) === provider) this.#setCheck(id, { ...result, roundTripMs });
    return { ...result, roundTripMs };
  }

  /** The providers as the windows show them, without keys. */
  views(): ProviderView[] {
    return PROVIDER_IDS.map((id) => {
      const provider = this.#client(id);
      return {
        id,
        name: NAMES[id],
        host: provider?.host ?? null,
        needsAddress: DEFAULT_BASE_URLS[id] === undefined,
        models: (provider?.models ?? []).map((model) => ({
          id: model.id,
          pricePerMinute: model.pricePerMinute ?? null,
          live: model.caps.live,
        })),
        key: this.#environment.keys[id] ? 'environment' : this.#storedKeys.has(id) ? 'stored' : 'none',
        check: this.#checks.get(id) ?? null,
      };
    });
  }

  /** Removes every stored key. Rejects where one can't be removed: it is not used any more all the same, until the next start. */
  async forget(): Promise<void> {
    await Promise.all(PROVIDER_IDS.map((id) => this.setKey(id, undefined)));
  }

  #setCheck(id: ProviderId, check: ProviderView['check']): void {
    this.#checks.set(id, check);
    this.#onChange();
  }

  #key(id: ProviderId): string {
    return this.#environment.keys[id] ?? this.#storedKeys.get(id) ?? '';
  }

  #baseUrl(id: ProviderId): string | undefined {
    return this.#settings().baseUrls[id] ?? this.#environment.baseUrl ?? DEFAULT_BASE_URLS[id];
  }

  #client(id: ProviderId): SttProvider | undefined {
    const baseUrl = this.#baseUrl(id);
    if (baseUrl === undefined) return undefined;
    const key = this.#key(id);
    const made = this.#clients.get(id);
    if (made?.baseUrl === baseUrl && made.key === key) return made.provider;
    const provider = createProvider(id, { baseUrl, key }, this.#ports);
    this.#clients.set(id, { baseUrl, key, provider });
    return provider;
  }
}

/** The model chosen, or the default; where live is wished for, one that is live, if the provider has one. */
function chosenModel(provider: SttProvider, { live, models }: Settings): string {
  const chosen = models[provider.id] ?? provider.models[0]?.id ?? '';
  if (!live || provider.capabilities(chosen).live) return chosen;
  return provider.models.find(({ caps }) => caps.live)?.id ?? chosen;
}
