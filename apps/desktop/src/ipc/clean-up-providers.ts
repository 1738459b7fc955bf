/** What is known about a provider that can tidy up text. */
export interface CleanUpProviderFacts {
  name: string;
  /** Its address unless the user sets another; absent if the user has to set it. */
  baseUrl?: string;
  /** The model used unless the user names one; absent if the user has to name one. */
  model?: string;
  /** Which key it gets: the one for OpenAI's speech recognition, its own, or none. */
  key: 'speech' | 'own' | 'none';
}

/** The providers that can tidy up text, in the order in which they are offered. */
export const CLEAN_UP_PROVIDERS = {
  openai: { name: 'OpenAI', model: 'gpt-4.1-mini', key: 'speech' },
  ollama: { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', key: 'none' },
  'lm-studio': { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', key: 'none' },
  compatible: { name: 'Another server', key: 'own' },
} as const satisfies Record<string, CleanUpProviderFacts>;

export type CleanUpProviderId = keyof typeof CLEAN_UP_PROVIDERS;

export const CLEAN_UP_PROVIDER_IDS = Object.keys(CLEAN_UP_PROVIDERS) as [CleanUpProviderId, ...CleanUpProviderId[]];

/** Returns what is known about a provider. */
export function cleanUpFactsOf(id: CleanUpProviderId): CleanUpProviderFacts {
  return CLEAN_UP_PROVIDERS[id];
}
