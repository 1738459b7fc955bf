import { hostOf } from '../address.ts';
import { GROQ_PROFILE } from '../groq/groq-provider.ts';
import { MISTRAL_PROFILE } from '../mistral/mistral-provider.ts';
import type { ProviderOptions, SttProvider } from '../provider.ts';
import { factsOf, type RemoteProviderId } from '../registry.ts';
import type { SessionPorts } from '../session-connection.ts';
import { ANY_SERVER_PROFILE, OPENAI_PROFILE, type ServerProfile } from './server-profile.ts';
import { createUploadProvider } from './upload-provider.ts';

/** Those of the providers that have OpenAI's call for files. */
const PROFILES: Partial<Record<RemoteProviderId, ServerProfile>> = {
  openai: OPENAI_PROFILE,
  groq: GROQ_PROFILE,
  mistral: MISTRAL_PROFILE,
};

/**
 * Any server with OpenAI's call for files, `POST /audio/transcriptions`. The base URL goes up to and including `/v1`, or
 * names the call itself. A provider that is known by its host is treated as such.
 */
export function createOpenAiCompatibleProvider(options: ProviderOptions, ports: SessionPorts): SttProvider {
  const host = hostOf(options.baseUrl);
  const known = Object.entries(PROFILES).find(([id]) => hostOf(factsOf(id as RemoteProviderId).baseUrl ?? '') === host);
  return createUploadProvider('openai-compatible', known?.[1] ?? ANY_SERVER_PROFILE, options, ports);
}
