import { hostOf } from '../address.ts';
import { authorizationHeader } from '../api-key.ts';
import { checkKey } from '../key-check.ts';
import { modelsUrl, transcriptionsUrl } from '../openai-api/endpoints.ts';
import type { ProviderOptions, SttProvider } from '../provider.ts';
import type { RemoteProviderId } from '../registry.ts';
import type { SessionPorts } from '../session-connection.ts';
import { type ServerProfile, UPLOAD_CAPS } from './server-profile.ts';
import type { UploadServer } from './upload.ts';
import { UploadSession } from './upload-session.ts';

/** Creates a provider that uses OpenAI's file API. */
export function createUploadProvider(
  id: RemoteProviderId,
  { models, parameters, listsModels }: ServerProfile,
  options: ProviderOptions,
  ports: SessionPorts,
): SttProvider {
  const { baseUrl, key } = options;
  const host = hostOf(baseUrl);
  const headers = authorizationHeader('Bearer', key);
  const server: UploadServer = { host, key, url: transcriptionsUrl(baseUrl), headers, parameters, refused: new Map() };
  const probe = { url: modelsUrl(baseUrl), headers, mayBeMissing: !listsModels };
  return {
    id,
    host,
    models,
    capabilities: () => UPLOAD_CAPS,
    checkKey: () => checkKey(probe, options, ports),
    start: (config, listener) => new UploadSession(config, server, ports, listener),
  };
}
