import type { Recognition } from '@workspace/dictation/take-runner';
import { ENGLISH_ONLY, includesEnglish } from '@workspace/on-device/languages';
import { apiKeyPage } from '@workspace/speech/api-key-page';
import { createProvider } from '@workspace/speech/create-provider';
import { type KeyCheck, ON_THIS_COMPUTER, type ProviderId, type SttProvider } from '@workspace/speech/provider';
import { factsOf, REMOTE_PROVIDER_IDS, type RemoteProviderId } from '@workspace/speech/registry';
import type { SessionPorts } from '@workspace/speech/session-connection';
import type { Settings } from '../../ipc/settings-document.ts';
import type { ProviderView } from '../../ipc/settings-messages.ts';
import type { SecretStore } from '../platform.ts';

/** Set from outside in development and test runs. */
export interface SpeechEnvironment {
  baseUrl: string | undefined;
  keys: Partial<Record<RemoteProviderId, string>>;
}

/**
 * What a provider needs before it can be used. `english`: English among the chosen languages, the only one this
 * computer understands.
 */
export type NotReady = 'address' | 'key' | 'english';

/** The message about a provider that lacks something. */
export const MISSING: Record<NotReady, string> = {
  key: 'There’s no API key yet. Add one in Settings.',
  address: 'The server has no address yet. Add one in Settings.',
  english: `${ENGLISH_ONLY} In Settings, add English to your languages, or add a provider’s API key.`,
};

/** Providers that only need a key, in the order in which they are tried if none is chosen. */
const WELL_KNOWN = REMOTE_PROVIDER_IDS.filter((id) => factsOf(id).baseUrl !== undefined);

/** The speech providers, with the user's keys and choices. Keys are only in memory here, and nowhere else. */
export class SpeechProviders {
  readonly #ports: SessionPorts;
  readonly #onDevice: SttProvider;
  readonly #secrets: SecretStore;
  readonly #environment: SpeechEnvironment;
  readonly #settings: () => Settings;
  readonly #onChange: () => void;
  readonly #storedKeys = new Map<RemoteProviderId, string>();
  readonly #checks = new Map<RemoteProviderId, ProviderView['check']>();
  /** Replaced only if address or key changed, since a client remembers what its server refuses. */
  readonly #clients = new Map<RemoteProviderId, { baseUrl: string; key: string; provider: SttProvider }>();

  constructor(
    ports: SessionPorts,
    onDevice: SttProvider,
    secrets: SecretStore,
    environment: SpeechEnvironment,
    settings: () => Settings,
    onChange: () => void,
  ) {
    this.#ports = ports;
    this.#onDevice = onDevice;
    this.#secrets = secrets;
    this.#environment = environment;
    this.#settings = settings;
    this.#onChange = onChange;
  }

  /** Reads the stored keys. Resolves with whether all of them could be read. */
  async load(): Promise<boolean> {
    try {
      for (const id of REMOTE_PROVIDER_IDS) {
        const key = await this.#secrets.get(id);
        if (key !== undefined) this.#storedKeys.set(id, key);
      }
      return true;
    } catch {
      return false;
    }
  }

  /**
   * The provider for the next dictation: the chosen one, otherwise the first with a key. Until that one can be used, or
   * if there is none, it is recognition on this computer, so that even the first press of the keys produces text.
   */
  get used(): ProviderId {
    return this.#usedFor(this.#settings().languages);
  }

  /** What that provider lacks; `undefined` if it can be used. */
  get missing(): NotReady | undefined {
    return this.#lacking(this.used);
  }

  /** That provider's name. */
  get name(): string {
    return this.used === 'on-device' ? ON_THIS_COMPUTER : factsOf(this.used).name;
  }

  /**
   * Returns the recognition for a take in these languages, which may differ from the settings'. Call only if nothing is
   * `missing`.
   */
  recognition(languages: readonly string[] = this.#settings().languages): Recognition {
    const used = this.#usedFor(languages);
    const { onDeviceFallback } = this.#settings();
    if (used === 'on-device') return this.#recognizerOf(this.#onDevice, languages);
    const provider = this.#client(used);
    if (provider === undefined) throw new Error('The provider has no address.');
    const hasBackup = onDeviceFallback && includesEnglish(languages);
    return {
      ...this.#recognizerOf(provider, languages),
      ...(hasBackup && { backup: this.#recognizerOf(this.#onDevice, languages) }),
    };
  }

  /** Stores a key, replacing the previous one. Rejects if it can't be stored; even then it works until the app ends. */
  async setKey(id: RemoteProviderId, key: string | undefined): Promise<void> {
    const trimmed = key?.trim() || undefined;
    if (trimmed === undefined) this.#storedKeys.delete(id);
    else this.#storedKeys.set(id, trimmed);
    this.#checks.delete(id);
    this.#onChange();
    await this.#secrets.set(id, trimmed);
  }

  /**
   * Checks the key with the provider, and measures how long the answer takes. Resolves with undefined if the provider
   * has no address.
   */
  async check(id: RemoteProviderId): Promise<(KeyCheck & { roundTripMs: number }) | undefined> {
    const provider = this.#client(id);
    if (provider === undefined) return undefined;
    this.#setCheck(id, { status: 'checking', message: `Asking ${provider.host}…`, roundTripMs: null });
    const askedAt = this.#ports.clock.now();
    const result = await provider.checkKey();
    const roundTripMs = Math.round(this.#ports.clock.now() - askedAt);
    // A key replaced in the meantime hasn't been checked.
    if (this.#client(id) === provider) this.#setCheck(id, { ...result, roundTripMs });
    return { ...result, roundTripMs };
  }

  /** Returns the providers reached over the network as shown in the windows, without keys. */
  views(): ProviderView[] {
    return REMOTE_PROVIDER_IDS.map((id) => {
      const provider = this.#client(id);
      return {
        id,
        name: factsOf(id).name,
        host: provider?.host ?? null,
        needsAddress: factsOf(id).baseUrl === undefined,
        models: (provider?.models ?? []).map((model) => ({
          id: model.id,
          pricePerMinute: model.pricePerMinute ?? null,
          live: model.caps.live,
        })),
        key: this.#environment.keys[id] ? 'environment' : this.#storedKeys.has(id) ? 'stored' : 'none',
        check: this.#checks.get(id) ?? null,
        hasKeyPage: this.keyPage(id) !== undefined,
      };
    });
  }

  /** Where OpenAI's speech recognition is, and its key. */
  get openAi(): { baseUrl: string; key: string } {
    return { baseUrl: this.#baseUrl('openai') ?? factsOf('openai').baseUrl ?? '', key: this.#key('openai') };
  }

  /** Returns the page where the provider's API keys are created; undefined if unknown. */
  keyPage(id: RemoteProviderId): string | undefined {
    const host = this.#client(id)?.host;
    return host === undefined ? undefined : apiKeyPage(host);
  }

  /** Removes all stored keys. Rejects if one can't be removed; even then it isn't used until the next start. */
  async forget(): Promise<void> {
    await Promise.all(REMOTE_PROVIDER_IDS.map((id) => this.setKey(id, undefined)));
  }

  #usedFor(languages: readonly string[]): ProviderId {
    const wanted = this.#wanted;
    return this.#lacking(wanted) !== undefined && includesEnglish(languages) ? 'on-device' : wanted;
  }

  get #wanted(): ProviderId {
    return this.#settings().provider ?? WELL_KNOWN.find((id) => this.#key(id) !== '') ?? 'on-device';
  }

  #lacking(id: ProviderId): NotReady | undefined {
    if (id === 'on-device') return includesEnglish(this.#settings().languages) ? undefined : 'english';
    if (this.#baseUrl(id) === undefined) return 'address';
    return this.#key(id) === '' && factsOf(id).baseUrl !== undefined ? 'key' : undefined;
  }

  #recognizerOf(provider: SttProvider, languages: readonly string[]): Pick<Recognition, 'provider' | 'config'> {
    const settings = this.#settings();
    const config = { model: chosenModel(provider, settings), languages: [...languages], keywords: settings.vocabulary };
    return { provider, config };
  }

  #setCheck(id: RemoteProviderId, check: ProviderView['check']): void {
    this.#checks.set(id, check);
    this.#onChange();
  }

  #key(id: RemoteProviderId): string {
    return this.#environment.keys[id] ?? this.#storedKeys.get(id) ?? '';
  }

  #baseUrl(id: RemoteProviderId): string | undefined {
    return this.#settings().baseUrls[id] ?? this.#environment.baseUrl ?? factsOf(id).baseUrl;
  }

  #client(id: RemoteProviderId): SttProvider | undefined {
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

/** Returns the chosen model, or the default; if live text is wanted, a live one, if the provider has any. */
function chosenModel(provider: SttProvider, { live, models }: Settings): string {
  const [usual] = provider.models;
  if (provider.id === 'on-device') return usual?.id ?? '';
  const chosen = models[provider.id] ?? usual?.id ?? '';
  if (!live || provider.capabilities(chosen).live) return chosen;
  return provider.models.find(({ caps }) => caps.live)?.id ?? chosen;
}
