import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ProxyEnvironment } from '@workspace/node-ports/proxy-environment';
import { apiKeySchema } from '@workspace/speech/api-key';
import { baseUrlSchema } from '@workspace/speech/base-url';
import type { ProviderId, ProviderOptions } from '@workspace/speech/provider';
import { factsOf, type RemoteProviderId } from '@workspace/speech/registry';
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

const BASE_URL_VARIABLE = 'SAYKEY_SPEECH_URL';

const variablesSchema = z.object({
  key: apiKeySchema,
  baseUrl: baseUrlSchema.optional(),
});

/** The provider that is used if none is asked for: OpenAI with its key, without one this computer. */
export function defaultProvider(environment: NodeJS.ProcessEnv): ProviderId {
  return environment[factsOf('openai').keyVariable] ? 'openai' : 'on-device';
}

/**
 * Reads the environment, in which a variable that is empty counts as missing. An address that was asked for goes before
 * the environment's. Throws `ConfigurationError`.
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
/** Whose servers have language models, too, and take the same key. */
const WITH_LANGUAGE_MODELS: readonly ProviderId[] = ['openai', 'openai-compatible'];

/**
 * Where texts are tidied up, and by which key. A provider's key goes to the provider and nowhere else: OpenAI's to OpenAI,
 * that of the speech provider to where speech goes. Throws `ConfigurationError`.
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
  // That of the speech provider has been found good.
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
 * Where the file with this name is: in the working folder, else in the one that npm was called from, which npm leaves for
 * the repository's.
 */
export function locateFile(name: string, environment: NodeJS.ProcessEnv): string {
  const { INIT_CWD } = environment;
  return INIT_CWD === undefined || existsSync(name) ? name : resolve(INIT_CWD, name);
}
