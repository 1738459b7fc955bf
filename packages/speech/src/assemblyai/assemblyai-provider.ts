import { hostOf } from '../address.ts';
import { authorizationHeader } from '../api-key.ts';
import { checkKey } from '../key-check.ts';
import { ASSEMBLYAI } from '../limits.ts';
import type { ProviderOptions, SttCaps, SttProvider } from '../provider.ts';
import type { SessionPorts } from '../session-connection.ts';
import { RangeSession } from '../streaming/range-session.ts';
import { assemblyAiProtocol } from './assemblyai-protocol.ts';
import { streamAddress } from './stream-address.ts';

const CAPS: SttCaps = { segmentation: 'server', phrases: 'short', live: true, maxSessionMs: ASSEMBLYAI.maxSessionMs };

/** AssemblyAI, via its streaming API. The base URL goes up to and including `/v3`. */
export function createAssemblyAiProvider(options: ProviderOptions, ports: SessionPorts): SttProvider {
  const host = hostOf(options.baseUrl);
  const headers = authorizationHeader('', options.key);
  return {
    id: 'assemblyai',
    host,
    // Billed for the time that the connection is open, which is hardly longer than the audio.
    models: [
      { id: 'universal-streaming-multilingual', pricePerMinute: 0.15 / 60, caps: CAPS },
      { id: 'universal-streaming-english', pricePerMinute: 0.15 / 60, caps: CAPS },
      { id: 'universal-3-6-pro', pricePerMinute: 0.45 / 60, caps: CAPS },
    ],
    capabilities: () => CAPS,
    // Requests a token for browsers, which is discarded.
    checkKey: () =>
      checkKey({ url: `${options.baseUrl}/token?expires_in_seconds=60`, headers, mayBeMissing: false }, options, ports),
    start(config, listener) {
      const request = { url: streamAddress(options.baseUrl, config), headers };
      return new RangeSession(request, assemblyAiProtocol(), { host, key: options.key }, ports, listener);
    },
  };
}
