import { hostOf } from '../address.ts';
import { authorizationHeader } from '../api-key.ts';
import { checkCompatibleKey } from '../key-check.ts';
import { transcriptionsUrl } from '../openai-api/endpoints.ts';
import type { ProviderOptions, SttCaps, SttModel, SttProvider } from '../provider.ts';
import type { SessionPorts } from '../session-connection.ts';
import type { UploadServer } from './upload.ts';
import { UploadSession } from './upload-session.ts';

const CAPS: SttCaps = { segmentation: 'client', phrases: 'long', live: false };

/** What known hosts offer, the default first. Prices as the providers state them, in May and July 2026. */
const MODELS_BY_HOST: Partial<Record<string, readonly SttModel[]>> = {
  'api.openai.com': [{ id: 'gpt-transcribe', pricePerMinute: 0.0045, caps: CAPS }],
  'api.groq.com': [
    { id: 'whisper-large-v3-turbo', pricePerMinute: 0.04 / 60, caps: CAPS },
    { id: 'whisper-large-v3', pricePerMinute: 0.111 / 60, caps: CAPS },
  ],
};

/** The name that most servers of one's own take for whatever model they have. */
const USUAL_MODELS: readonly SttModel[] = [{ id: 'whisper-1', caps: CAPS }];

/**
 * Any server with OpenAI's call for files, `POST /audio/transcriptions`. The base URL goes up to and including `/v1`, or
 * names the call itself.
 */
export function createOpenAiCompatibleProvider(options: ProviderOptions, ports: SessionPorts): SttProvider {
  const { baseUrl, key } = options;
  const host = hostOf(baseUrl);
  const server: UploadServer = {
    host,
    key,
    url: transcriptionsUrl(baseUrl),
    headers: authorizationHeader('Bearer', key),
    refused: new Map(),
  };
  return {
    id: 'openai-compatible',
    host,
    models: MODELS_BY_HOST[host] ?? USUAL_MODELS,
    capabilities: () => CAPS,
    checkKey: () => checkCompatibleKey(options, ports),
    start: (config, listener) => new UploadSession(config, server, ports, listener),
  };
}
