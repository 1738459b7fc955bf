import { createUploadProvider } from '../openai-compatible/upload-provider.ts';
import type { ProviderOptions, SttProvider } from '../provider.ts';
import type { SessionPorts } from '../session-connection.ts';
import { GROQ_PROFILE } from './groq-profile.ts';

/** Groq. The base URL goes up to and including `/openai/v1`. */
export function createGroqProvider(options: ProviderOptions, ports: SessionPorts): SttProvider {
  return createUploadProvider('groq', GROQ_PROFILE, options, ports);
}
