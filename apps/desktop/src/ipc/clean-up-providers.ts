/** What is known of who may tidy up texts. */
export interface CleanUpProviderFacts {
  name: string;
  /** Where it is, if not where the user says; absent: only the user can say. */
  baseUrl?: string;
  /** What is asked if the user names no model; absent: one must be named. */
  model?: string;
  /** Which key goes to it: the one for OpenAI's speech, a separate one, or none. */
  key: 'speech' | 'own' | 'none';
}

/** Who may tidy up texts, in the order in which they are offered. */
export const CLEAN_UP_PROVIDERS = {
  openai: { name: 'OpenAI', model: 'gpt-4.1-mini', key: 'speech' },
  ollama: { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', key: 'none' },
  'lm-studio': { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', key: 'none' },
  compatible: { name: 'Another server', key: 'own' },
} as const satisfies Record<string, CleanUpProviderFacts>;

export type CleanUpProviderId = keyof typeof CLEAN_UP_PROVIDERS;

export const CLEAN_UP_PROVIDER_IDS = Object.keys(CLEAN_UP_PROVIDERS) as [CleanUpProviderId, ...CleanUpProviderId[]];

/** What is known of one. */
export function cleanUpFactsOf(id: CleanUpProviderId): CleanUpProviderFacts {
  return CLEAN_UP_PROVIDERS[id];
}
