import { hostOf } from '../address.ts';
import { authorizationHeader } from '../api-key.ts';
import { checkKey } from '../key-check.ts';
import type { ProviderOptions, SttCaps, SttProvider } from '../provider.ts';
import type { SessionPorts } from '../session-connection.ts';
import { RangeSession } from '../streaming/range-session.ts';
import { DEEPGRAM_PROTOCOL } from './deepgram-protocol.ts';
import { listenAddress } from './listen-address.ts';

const CAPS: SttCaps = { segmentation: 'server', phrases: 'short', live: true };

/** Deepgram, via its streaming API. The base URL goes up to and including `/v1`. */
export function createDeepgramProvider(options: ProviderOptions, ports: SessionPorts): SttProvider {
  const host = hostOf(options.baseUrl);
  const headers = authorizationHeader('Token', options.key);
  return {
    id: 'deepgram',
    host,
    // The multilingual price, which is the default; a single language costs 0.0048.
    models: [{ id: 'nova-3', pricePerMinute: 0.0058, caps: CAPS }],
    capabilities: () => CAPS,
    // The list of projects would refuse keys restricted to transcription.
    checkKey: () => checkKey({ url: `${options.baseUrl}/auth/token`, headers, mayBeMissing: false }, options, ports),
    start: (config, listener) => {
      const request = { url: listenAddress(options.baseUrl, config), headers };
      return new RangeSession(request, DEEPGRAM_PROTOCOL, { host, key: options.key }, ports, listener);
    },
  };
}
