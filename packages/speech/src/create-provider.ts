import { createDeepgramProvider } from './deepgram/deepgram-provider.ts';
import { createOpenAiProvider } from './openai/openai-provider.ts';
import { createOpenAiCompatibleProvider } from './openai-compatible/openai-compatible-provider.ts';
import type { ProviderOptions, RemoteProviderId, SttProvider } from './provider.ts';
import type { SessionPorts } from './session-connection.ts';

/** Where the providers are. A compatible server is where the user says. */
export const DEFAULT_BASE_URLS: Readonly<Partial<Record<RemoteProviderId, string>>> = {
  openai: 'https://api.openai.com/v1',
  deepgram: 'https://api.deepgram.com/v1',
};

/** Makes the client of a provider. */
export function createProvider(id: RemoteProviderId, options: ProviderOptions, ports: SessionPorts): SttProvider {
  switch (id) {
    case 'openai':
      return createOpenAiProvider(options, ports, createOpenAiCompatibleProvider(options, ports));
    case 'openai-compatible':
      return createOpenAiCompatibleProvider(options, ports);
    case 'deepgram':
      return createDeepgramProvider(options, ports);
  }
}
