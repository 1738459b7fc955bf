import { hostOf, webSocketAddress } from '../address.ts';
import { authorizationHeader } from '../api-key.ts';
import { SONIOX } from '../limits.ts';
import type { ProviderOptions, SttCaps, SttProvider } from '../provider.ts';
import type { SessionPorts } from '../session-connection.ts';
import { checkKeyBySocket } from '../socket-key-check.ts';
import { PhraseSession } from '../streaming/phrase-session.ts';
import { END_OF_AUDIO, startMessage } from './messages.ts';
import { readAnswer, sonioxProtocol } from './soniox-protocol.ts';

const CAPS: SttCaps = { segmentation: 'client', phrases: 'short', live: true, maxSessionMs: SONIOX.maxSessionMs };

/** Soniox, via its real-time API. The base URL is the host of that API. */
export function createSonioxProvider(options: ProviderOptions, ports: SessionPorts): SttProvider {
  const host = hostOf(options.baseUrl);
  const origin = { host, key: options.key };
  const request = {
    url: `${webSocketAddress(options.baseUrl)}/transcribe-websocket`,
    headers: authorizationHeader('Bearer', options.key),
  };
  return {
    id: 'soniox',
    host,
    // The provider's own estimate: it bills tokens, about as many for each hour of audio.
    models: [{ id: 'stt-rt-v5', pricePerMinute: 0.12 / 60, caps: CAPS }],
    capabilities: () => CAPS,
    // The list of models is on another host, which would then get the key too.
    checkKey: () => {
      const opening = [startMessage({ model: 'stt-rt-v5', languages: [], keywords: [] }), END_OF_AUDIO];
      return checkKeyBySocket({ request, opening, read: readAnswer }, options, ports);
    },
    start: (config, listener) => new PhraseSession(request, sonioxProtocol(config), origin, ports, listener),
  };
}
