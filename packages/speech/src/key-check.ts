import { hostOf } from './address.ts';
import { apiKeySchema } from './api-key.ts';
import { type HttpRefusal, refusalError } from './error-kinds.ts';
import { type ErrorOrigin, sttError } from './error-messages.ts';
import { parseJson } from './json.ts';
import { HTTP } from './limits.ts';
import { PatientExchange, textOf } from './patient-exchange.ts';
import type { KeyCheck, ProviderOptions, SttError } from './provider.ts';
import type { SessionPorts } from './session-connection.ts';

/** A request that succeeds only with a valid key, without audio and without charge. */
export interface KeyProbe {
  url: string;
  headers: Record<string, string>;
  /** Whether servers of this kind may lack the endpoint. */
  mayBeMissing: boolean;
}

/** The verdict on a string that can't be a key. It is not sent. */
export const IMPOSSIBLE_KEY: KeyCheck = {
  status: 'invalid',
  message: 'The API key contains a character that doesn’t belong there, such as a space. Copy it again.',
};

/** Whether a header can carry the key unchanged; surrounding whitespace is invalid too. */
export function isPossibleKey(key: string): boolean {
  return apiKeySchema.safeParse(key).data === key;
}

/** Checks the key with the provider by an HTTP request. */
export async function checkKey(
  { url, headers, mayBeMissing }: KeyProbe,
  { baseUrl, key }: ProviderOptions,
  ports: SessionPorts,
): Promise<KeyCheck> {
  const origin = { host: hostOf(baseUrl), key };
  if (!isPossibleKey(key)) return IMPOSSIBLE_KEY;
  const exchange = new PatientExchange({ method: 'GET', url, headers }, HTTP.keyCheckMs, ports);
  try {
    const response = await exchange.response();
    return verdict({ ...response, body: await textOf(response.body) }, mayBeMissing, origin);
  } catch (error) {
    return verdictOfError(sttError(exchange.kindOf(error), origin), origin);
  } finally {
    exchange.cancel();
  }
}

function verdict(answer: HttpRefusal, mayBeMissing: boolean, origin: ErrorOrigin): KeyCheck {
  const { host } = origin;
  if (answer.status >= 200 && answer.status < 300) {
    // A response from elsewhere, such as the sign-in page of a hotel's network, is not JSON.
    if (typeof parseJson(answer.body) !== 'object') return stranger(host);
    return goodKey(origin);
  }
  if (mayBeMissing && (answer.status === 404 || answer.status === 405)) {
    return { status: 'limited', message: `${host} answers, but doesn’t say whether the API key works. Try it.` };
  }
  return verdictOfError(refusalError(answer, origin), origin);
}

/** Returns the verdict if the key works. */
export function goodKey({ host, key }: ErrorOrigin): KeyCheck {
  return {
    status: 'valid',
    message: key === '' ? `${host} doesn’t need an API key.` : `${host} accepts the API key.`,
  };
}

/** Returns the verdict if the provider answers with an error. */
export function verdictOfError({ kind, message, advice }: SttError, { host, key }: ErrorOrigin): KeyCheck {
  switch (kind) {
    case 'auth':
      return { status: 'invalid', message: key === '' ? `${host} needs an API key. Enter one.` : message };
    case 'permission':
      return {
        status: 'limited',
        message: `${host} accepts the API key, but limits what it can do. If dictation fails, allow it to use speech models.`,
      };
    case 'quota':
      return { status: 'limited', message };
    case 'rate-limit':
      return { status: 'limited', message: `${host} is too busy to check the API key. You can use it anyway.` };
    case 'bad-config':
      return stranger(host);
    case 'server':
      return { status: 'unreachable', message };
    default:
      return { status: 'unreachable', message: `${message} ${advice}` };
  }
}

function stranger(host: string): KeyCheck {
  return { status: 'unreachable', message: `${host} doesn’t answer like a speech provider. Check the address.` };
}
