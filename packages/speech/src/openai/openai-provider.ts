import { hostOf, webSocketAddress } from '../address.ts';
import { authorizationHeader } from '../api-key.ts';
import { checkKey } from '../key-check.ts';
import { modelsUrl } from '../openai-api/endpoints.ts';
import type { ProviderOptions, SttProvider } from '../provider.ts';
import type { SessionPorts } from '../session-connection.ts';
import { capsOf, MODELS } from './models.ts';
import { OpenAiSession } from './openai-session.ts';

/**
 * OpenAI, via its Realtime API: section "Realtime transcription" of the provider's guides. `fallback` is another API of
 * the same host.
 */
export function createOpenAiProvider(
  options: ProviderOptions,
  ports: SessionPorts,
  fallback?: SttProvider,
): SttProvider {
  const host = hostOf(options.baseUrl);
  const headers = authorizationHeader('Bearer', options.key);
  const request = {
    // No model here: with one, the provider opens a conversation instead.
    url: `${webSocketAddress(options.baseUrl)}/realtime?intent=transcription`,
    headers,
  };
  return {
    id: 'openai',
    host,
    models: MODELS,
    capabilities: capsOf,
    checkKey: () => checkKey({ url: modelsUrl(options.baseUrl), headers, mayBeMissing: false }, options, ports),
    start: (config, listener) => new OpenAiSession(request, config, { host, key: options.key }, ports, listener),
    ...(fallback === undefined ? {} : { fallback }),
  };
}
