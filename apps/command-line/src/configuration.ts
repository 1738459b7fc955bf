import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ProxyEnvironment } from '@workspace/node-ports/proxy-environment';
import { apiKeySchema } from '@workspace/speech/api-key';
import { baseUrlSchema } from '@workspace/speech/base-url';
import type { ProviderId, ProviderOptions } from '@workspace/speech/provider';
import { factsOf, type RemoteProviderId } from '@workspace/speech/registry';
import { z } from 'zod';

/** Something in the environment is missing or unusable. The message names the variable, never its value. */
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

const BASE_URL_VARIABLE = 'SAYKEY_SPEECH_URL';

const variablesSchema = z.object({
  key: apiKeySchema,
  baseUrl: baseUrlSchema.optional(),
});

/** Returns the provider to use if none is asked for: OpenAI if its key is set, otherwise this computer. */
export function defaultProvider(environment: NodeJS.ProcessEnv): ProviderId {
  return environment[factsOf('openai').keyVariable] ? 'openai' : 'on-device';
}

/**
 * Reads the environment, where an empty variable counts as missing. An address that was asked for overrides the
 * environment's. Throws `ConfigurationError`.
 */
export function readConfiguration(
  asked: { provider: RemoteProviderId; baseUrl?: string | undefined },
  environment: NodeJS.ProcessEnv,
): Configuration {
  const facts = factsOf(asked.provider);
  const names = { key: facts.keyVariable, baseUrl: BASE_URL_VARIABLE };
  const variables = variablesSchema.safeParse({
    key: environment[names.key] ?? '',
    baseUrl: environment[names.baseUrl] || undefined,
  });
  if (!variables.success) {
    const [issue] = variables.error.issues;
    throw new ConfigurationError(`${issue?.path[0] === 'key' ? names.key : names.baseUrl} ${issue?.message}`);
  }
  const { key } = variables.data;
  const baseUrl = asked.baseUrl ?? variables.data.baseUrl ?? facts.baseUrl;
  if (baseUrl === undefined)
    throw new ConfigurationError(`The provider needs an address: give --base-url, or set ${names.baseUrl}.`);
  if (key === '' && facts.baseUrl !== undefined)
    throw new ConfigurationError(`Missing required environment variable ${names.key}`);
  return { baseUrl, key, proxyEnvironment: environment };
}

const CLEAN_UP_KEY_VARIABLE = 'SAYKEY_CLEAN_UP_KEY';
/** Providers that also have language models, with the same key. */
const WITH_LANGUAGE_MODELS: readonly ProviderId[] = ['openai', 'openai-compatible'];

/**
 * Reads where texts are tidied up, and with which key. A provider's key goes to that provider and nowhere else:
 * OpenAI's to OpenAI, the speech provider's to where speech goes. Throws `ConfigurationError`.
 */
export function readCleanUp(
  asked: { provider: ProviderId; baseUrl?: string | undefined; cleanUpUrl?: string | undefined },
  environment: NodeJS.ProcessEnv,
): ProviderOptions {
  const { provider, cleanUpUrl } = asked;
  const speech = provider === 'on-device' ? undefined : readConfiguration({ ...asked, provider }, environment);
  const baseUrl = cleanUpUrl ?? (WITH_LANGUAGE_MODELS.includes(provider) ? speech?.baseUrl : undefined);
  if (baseUrl === undefined)
    throw new ConfigurationError('This provider has no language model for --clean-up: give --clean-up-url.');
  const isAt = (address: string | undefined) =>
    address !== undefined && new URL(address).origin === new URL(baseUrl).origin;
  const own = environment[CLEAN_UP_KEY_VARIABLE] ?? '';
  // The speech provider's key has already been validated.
  if (own === '' && speech && isAt(speech.baseUrl)) return { baseUrl, key: speech.key };
  const { keyVariable, baseUrl: openAi } = factsOf('openai');
  const key = apiKeySchema.safeParse(own || (isAt(openAi) ? (environment[keyVariable] ?? '') : ''));
  if (!key.success) {
    const variable = own ? CLEAN_UP_KEY_VARIABLE : keyVariable;
    throw new ConfigurationError(`${variable} ${key.error.issues[0]?.message}`);
  }
  return { baseUrl, key: key.data };
}

/**
 * Returns the path of a file: in the working folder, or else in the one npm was called from, since npm changes to the
 * repository's.
 */
export function locateFile(name: string, environment: NodeJS.ProcessEnv): string {
  const { INIT_CWD } = environment;
  return INIT_CWD === undefined || existsSync(name) ? name : resolve(INIT_CWD, name);
}
