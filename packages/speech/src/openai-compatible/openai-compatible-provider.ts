import { hostOf } from '../address.ts';
import { GROQ_PROFILE } from '../groq/groq-provider.ts';
import { MISTRAL_PROFILE } from '../mistral/mistral-provider.ts';
import type { ProviderOptions, SttProvider } from '../provider.ts';
import { factsOf, type RemoteProviderId } from '../registry.ts';
import type { SessionPorts } from '../session-connection.ts';
import { ANY_SERVER_PROFILE, OPENAI_PROFILE, type ServerProfile } from './server-profile.ts';
import { createUploadProvider } from './upload-provider.ts';

/** The providers that have OpenAI's file API. */
const PROFILES: Partial<Record<RemoteProviderId, ServerProfile>> = {
  openai: OPENAI_PROFILE,
  groq: GROQ_PROFILE,
  mistral: MISTRAL_PROFILE,
};

/**
 * Any server with OpenAI's file API, `POST /audio/transcriptions`. The base URL goes up to and including `/v1`, or is
 * the full endpoint. A known provider is recognized by its host.
 */
export function createOpenAiCompatibleProvider(options: ProviderOptions, ports: SessionPorts): SttProvider {
  const host = hostOf(options.baseUrl);
  const known = Object.entries(PROFILES).find(([id]) => hostOf(factsOf(id as RemoteProviderId).baseUrl ?? '') === host);
  return createUploadProvider('openai-compatible', known?.[1] ?? ANY_SERVER_PROFILE, options, ports);
}
