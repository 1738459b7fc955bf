import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ProxyEnvironment } from '@workspace/node-ports/proxy-environment';
import { apiKeySchema } from '@workspace/speech/api-key';
import { baseUrlSchema } from '@workspace/speech/base-url';
import { DEFAULT_BASE_URLS } from '@workspace/speech/create-provider';
import type { ProviderId, ProviderOptions, RemoteProviderId } from '@workspace/speech/provider';
import { z } from 'zod';

/** The environment lacks something, or holds what can't be used. The message names the variable, never its value. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigurationError';
  }
}

/** How a remote provider is reached. */
export interface Configuration extends ProviderOptions {
  proxyEnvironment: ProxyEnvironment;
}

/** For each provider, the variable that holds its key. */
const KEY_VARIABLES = {
  openai: 'OPENAI_API_KEY',
  'openai-compatible': 'OPENAI_API_KEY',
  deepgram: 'DEEPGRAM_API_KEY',
} as const satisfies Record<RemoteProviderId, string>;

const BASE_URL_VARIABLE = 'SAYKEY_SPEECH_URL';

const variablesSchema = z.object({
  key: apiKeySchema,
  baseUrl: baseUrlSchema.optional(),
});

/** The provider that is used where none is asked for: OpenAI with its key, without one this computer. */
export function defaultProvider(environment: NodeJS.ProcessEnv): ProviderId {
  return environment[KEY_VARIABLES.openai] ? 'openai' : 'on-device';
}

/**
 * Reads the environment, in which a variable that is empty counts as missing. An address that was asked for goes before
 * the environment's. Throws `ConfigurationError`.
 */
export function readConfiguration(
  asked: { provider: RemoteProviderId; baseUrl?: string | undefined },
  environment: NodeJS.ProcessEnv,
): Configuration {
  const names = { key: KEY_VARIABLES[asked.provider], baseUrl: BASE_URL_VARIABLE };
  const variables = variablesSchema.safeParse({
    key: environment[names.key] ?? '',
    baseUrl: environment[names.baseUrl] || undefined,
  });
  if (!variables.success) {
    const [issue] = variables.error.issues;
    throw new ConfigurationError(`${issue?.path[0] === 'key' ? names.key : names.baseUrl} ${issue?.message}`);
  }
  const { key } = variables.data;
  const baseUrl = asked.baseUrl ?? variables.data.baseUrl ?? DEFAULT_BASE_URLS[asked.provider];
  if (baseUrl === undefined)
    throw new ConfigurationError(`The provider needs an address: give --base-url, or set ${names.baseUrl}.`);
  if (key === '' && asked.provider !== 'openai-compatible')
    throw new ConfigurationError(`Missing required environment variable ${names.key}`);
  return { baseUrl, key, proxyEnvironment: environment };
}

/**
 * Where the file with this name is: in the working folder, else in the one that npm was called from, which npm leaves for
 * the repository's.
 */
export function locateFile(name: string, environment: NodeJS.ProcessEnv): string {
  const { INIT_CWD } = environment;
  return INIT_CWD === undefined || existsSync(name) ? name : resolve(INIT_CWD, name);
}
