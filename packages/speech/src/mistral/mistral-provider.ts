import { createUploadProvider } from '../openai-compatible/upload-provider.ts';
import type { ProviderOptions, SttProvider } from '../provider.ts';
import type { SessionPorts } from '../session-connection.ts';
import { MISTRAL_PROFILE } from './mistral-profile.ts';

/** Mistral. The base URL goes up to and including `/v1`. */
export function createMistralProvider(options: ProviderOptions, ports: SessionPorts): SttProvider {
  return createUploadProvider('mistral', MISTRAL_PROFILE, options, ports);
}
