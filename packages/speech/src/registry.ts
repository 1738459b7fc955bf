/** Static facts about a provider. */
export interface ProviderFacts {
  /** As the provider spells it. */
  name: string;
  /** The environment variable for its key. */
  keyVariable: string;
  /** Absent if the user sets it. */
  baseUrl?: string;
  /** The page for creating an API key. */
  keyPage?: string;
}

/** The providers that are used over the network, in the order in which they are offered. */
export const REMOTE_PROVIDERS = {
  openai: {
    name: 'OpenAI',
    keyVariable: 'OPENAI_API_KEY',
    baseUrl: 'https://api.openai.com/v1',
    keyPage: 'https://platform.openai.com/api-keys',
  },
  deepgram: {
    name: 'Deepgram',
    keyVariable: 'DEEPGRAM_API_KEY',
    baseUrl: 'https://api.deepgram.com/v1',
    keyPage: 'https://console.deepgram.com/',
  },
  groq: {
    name: 'Groq',
    keyVariable: 'GROQ_API_KEY',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyPage: 'https://console.groq.com/keys',
  },
  mistral: {
    name: 'Mistral',
    keyVariable: 'MISTRAL_API_KEY',
    baseUrl: 'https://api.mistral.ai/v1',
    keyPage: 'https://console.mistral.ai/api-keys',
  },
  soniox: {
    name: 'Soniox',
    keyVariable: 'SONIOX_API_KEY',
    baseUrl: 'https://stt-rt.soniox.com',
    keyPage: 'https://console.soniox.com/',
  },
  assemblyai: {
    name: 'AssemblyAI',
    keyVariable: 'ASSEMBLYAI_API_KEY',
    baseUrl: 'https://streaming.assemblyai.com/v3',
    keyPage: 'https://www.assemblyai.com/dashboard/api-keys',
  },
  elevenlabs: {
    name: 'ElevenLabs',
    keyVariable: 'ELEVENLABS_API_KEY',
    baseUrl: 'https://api.elevenlabs.io/v1',
    keyPage: 'https://elevenlabs.io/app/developers/api-keys',
  },
  'openai-compatible': { name: 'OpenAI-compatible server', keyVariable: 'OPENAI_API_KEY' },
} as const satisfies Record<string, ProviderFacts>;

export type RemoteProviderId = keyof typeof REMOTE_PROVIDERS;

/** IDs of the providers that are used over the network, with the user's key. */
export const REMOTE_PROVIDER_IDS = Object.keys(REMOTE_PROVIDERS) as [RemoteProviderId, ...RemoteProviderId[]];

/** Returns the static facts about a provider. */
export function factsOf(id: RemoteProviderId): ProviderFacts {
  return REMOTE_PROVIDERS[id];
}
