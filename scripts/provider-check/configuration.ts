import { ConfigurationError } from '@workspace/command-line/configuration';
import { apiKeySchema } from '@workspace/speech/api-key';
import { baseUrlSchema } from '@workspace/speech/base-url';
import type { ProviderOptions } from '@workspace/speech/provider';
import { factsOf, REMOTE_PROVIDER_IDS, type RemoteProviderId } from '@workspace/speech/registry';
import { z } from 'zod';
import type { RecordingId } from './claim.ts';

const addressesSchema = z.object({
  /** Replaces the providers' own addresses. */
  SAYKEY_SPEECH_URL: baseUrlSchema.optional(),
  /** A server with OpenAI's file transcription call, and its key, which it may not need. */
  SAYKEY_COMPATIBLE_URL: baseUrlSchema.optional(),
  SAYKEY_COMPATIBLE_KEY: apiKeySchema.default(''),
});

/** The providers' keys, each by the name of its variable. */
const keysSchema = z.object(
  Object.fromEntries(REMOTE_PROVIDER_IDS.map((id) => [factsOf(id).keyVariable, apiKeySchema.optional()])),
);

/** A way from speech to text to try. */
interface Way {
  id: Exclude<RecordingId, 'openai-wrong-key'>;
  name: string;
  provider: RemoteProviderId;
  /** Defaults to the provider's first. */
  model?: string;
  /** The provider whose key and address are used; by default its own. */
  keyOf?: RemoteProviderId;
}

const WAYS: readonly Way[] = [
  { id: 'openai-phrases', name: 'OpenAI, phrase by phrase', provider: 'openai', model: 'gpt-transcribe' },
  { id: 'openai-live', name: 'OpenAI, word by word', provider: 'openai', model: 'gpt-live-transcribe' },
  // The fallback if the two above fail.
  {
    id: 'openai-files',
    name: 'OpenAI, as files',
    provider: 'openai-compatible',
    model: 'gpt-transcribe',
    keyOf: 'openai',
  },
  { id: 'compatible', name: 'Compatible server', provider: 'openai-compatible' },
  { id: 'deepgram', name: 'Deepgram', provider: 'deepgram' },
  { id: 'groq', name: 'Groq', provider: 'groq' },
  { id: 'mistral', name: 'Mistral', provider: 'mistral' },
  { id: 'soniox', name: 'Soniox', provider: 'soniox' },
  { id: 'assemblyai', name: 'AssemblyAI', provider: 'assemblyai' },
  { id: 'elevenlabs', name: 'ElevenLabs', provider: 'elevenlabs' },
];

export interface ConfiguredWay extends Way {
  /** Without this variable it is skipped. */
  needs: string;
  /** Absent if it is to be skipped. */
  options?: ProviderOptions;
}

/**
 * Reads from the environment which ways to try, and how. Empty variables count as missing. Throws `ConfigurationError`.
 */
export function readWays(environment: NodeJS.ProcessEnv): ConfiguredWay[] {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { SAYKEY_SPEECH_URL, SAYKEY_COMPATIBLE_URL, SAYKEY_COMPATIBLE_KEY } = parse(addressesSchema, given);
  const keys = parse(keysSchema, given);
  return WAYS.map((way) => {
    if (way.id === 'compatible') {
      const options = SAYKEY_COMPATIBLE_URL && { baseUrl: SAYKEY_COMPATIBLE_URL, key: SAYKEY_COMPATIBLE_KEY };
      return { ...way, needs: 'SAYKEY_COMPATIBLE_URL', ...(options && { options }) };
    }
    const { keyVariable: needs, baseUrl = '' } = factsOf(way.keyOf ?? way.provider);
    const key = keys[needs];
    return { ...way, needs, ...(key && { options: { baseUrl: SAYKEY_SPEECH_URL ?? baseUrl, key } }) };
  });
}

function parse<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  throw new ConfigurationError(`${String(error.issues[0]?.path[0])} ${error.issues[0]?.message}`);
}
