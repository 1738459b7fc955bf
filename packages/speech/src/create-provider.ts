import { createAssemblyAiProvider } from './assemblyai/assemblyai-provider.ts';
import { createDeepgramProvider } from './deepgram/deepgram-provider.ts';
import { createElevenLabsProvider } from './elevenlabs/elevenlabs-provider.ts';
import { createGroqProvider } from './groq/groq-provider.ts';
import { createMistralProvider } from './mistral/mistral-provider.ts';
import { createOpenAiProvider } from './openai/openai-provider.ts';
import { createOpenAiCompatibleProvider } from './openai-compatible/openai-compatible-provider.ts';
import type { ProviderOptions, SttProvider } from './provider.ts';
import type { RemoteProviderId } from './registry.ts';
import type { SessionPorts } from './session-connection.ts';
import { createSonioxProvider } from './soniox/soniox-provider.ts';

type Create = (options: ProviderOptions, ports: SessionPorts) => SttProvider;

const CREATE: Record<RemoteProviderId, Create> = {
  openai: (options, ports) => createOpenAiProvider(options, ports, createOpenAiCompatibleProvider(options, ports)),
  deepgram: createDeepgramProvider,
  groq: createGroqProvider,
  mistral: createMistralProvider,
  soniox: createSonioxProvider,
  assemblyai: createAssemblyAiProvider,
  elevenlabs: createElevenLabsProvider,
  'openai-compatible': createOpenAiCompatibleProvider,
};

/** Creates the client for a provider. */
export function createProvider(id: RemoteProviderId, options: ProviderOptions, ports: SessionPorts): SttProvider {
  return CREATE[id](options, ports);
}
