import { ConfigurationError } from '@workspace/command-line/configuration';
import { apiKeySchema } from '@workspace/speech/api-key';
import { baseUrlSchema } from '@workspace/speech/base-url';
import { DEFAULT_BASE_URLS } from '@workspace/speech/create-provider';
import type { ProviderOptions, RemoteProviderId } from '@workspace/speech/provider';
import { z } from 'zod';

const schema = z.object({
  OPENAI_API_KEY: apiKeySchema.default(''),
  DEEPGRAM_API_KEY: apiKeySchema.default(''),
  /** In place of the own addresses of OpenAI and Deepgram. */
  SAYKEY_SPEECH_URL: baseUrlSchema.optional(),
  /** A server with OpenAI's call for files, and its key, which it may do without. */
  SAYKEY_COMPATIBLE_URL: baseUrlSchema.optional(),
  SAYKEY_COMPATIBLE_KEY: apiKeySchema.default(''),
});

type Variables = z.infer<typeof schema>;

/** A way from speech to text that is tried. */
interface Way {
  id: 'openai-phrases' | 'openai-live' | 'openai-files' | 'compatible' | 'deepgram';
  name: string;
  provider: RemoteProviderId;
  /** The provider's first where it is left out. */
  model?: string;
  /** Without this variable it is skipped. */
  needs: keyof Variables;
}

const WAYS: readonly Way[] = [
  {
    id: 'openai-phrases',
    name: 'OpenAI, phrase by phrase',
    provider: 'openai',
    model: 'gpt-transcribe',
    needs: 'OPENAI_API_KEY',
  },
  {
    id: 'openai-live',
    name: 'OpenAI, word by word',
    provider: 'openai',
    model: 'gpt-live-transcribe',
    needs: 'OPENAI_API_KEY',
  },
  // What is left when the two above fail.
  {
    id: 'openai-files',
    name: 'OpenAI, as files',
    provider: 'openai-compatible',
    model: 'gpt-transcribe',
    needs: 'OPENAI_API_KEY',
  },
  { id: 'compatible', name: 'Compatible server', provider: 'openai-compatible', needs: 'SAYKEY_COMPATIBLE_URL' },
  { id: 'deepgram', name: 'Deepgram', provider: 'deepgram', needs: 'DEEPGRAM_API_KEY' },
];

export interface ConfiguredWay extends Way {
  /** Absent where it is to be skipped. */
  options?: ProviderOptions;
}

/**
 * Reads from the environment which ways are tried, and how. Variables that are empty count as missing. Throws
 * `ConfigurationError`.
 */
export function readWays(environment: NodeJS.ProcessEnv): ConfiguredWay[] {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { success, data, error } = schema.safeParse(given);
  if (!success) throw new ConfigurationError(`${String(error.issues[0]?.path[0])} ${error.issues[0]?.message}`);
  return WAYS.map((way) => (data[way.needs] ? { ...way, options: optionsOf(way, data) } : way));
}

function optionsOf({ id }: Way, variables: Variables): ProviderOptions {
  if (id === 'compatible') {
    return { baseUrl: variables.SAYKEY_COMPATIBLE_URL ?? '', key: variables.SAYKEY_COMPATIBLE_KEY };
  }
  const owner = id === 'deepgram' ? 'deepgram' : 'openai';
  return {
    baseUrl: variables.SAYKEY_SPEECH_URL ?? DEFAULT_BASE_URLS[owner] ?? '',
    key: owner === 'deepgram' ? variables.DEEPGRAM_API_KEY : variables.OPENAI_API_KEY,
  };
}
