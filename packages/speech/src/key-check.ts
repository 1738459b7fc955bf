import { hostOf } from './address.ts';
import { apiKeySchema, authorizationHeader } from './api-key.ts';
import { type HttpRefusal, refusalError } from './error-kinds.ts';
import { type ErrorOrigin, sttError } from './error-messages.ts';
import { parseJson } from './json.ts';
import { HTTP } from './limits.ts';
import { modelsUrl } from './openai-api/endpoints.ts';
import { PatientExchange, textOf } from './patient-exchange.ts';
import type { KeyCheck, ProviderOptions } from './provider.ts';
import type { SessionPorts } from './session-connection.ts';

/** A call that answers only to a good key, without audio and without charge. */
interface Probe {
  url: string;
  scheme: 'Bearer' | 'Token';
  /** Servers of this kind may lack the call. */
  mayBeMissing: boolean;
}

/** Asks for the list of models. */
export function checkOpenAiKey(options: ProviderOptions, ports: SessionPorts): Promise<KeyCheck> {
  return check({ url: modelsUrl(options.baseUrl), scheme: 'Bearer', mayBeMissing: false }, options, ports);
}

/** Asks for the list of models, which many servers of one's own lack. */
export function checkCompatibleKey(options: ProviderOptions, ports: SessionPorts): Promise<KeyCheck> {
  return check({ url: modelsUrl(options.baseUrl), scheme: 'Bearer', mayBeMissing: true }, options, ports);
}

/** Asks for details of the key. (The list of projects would refuse keys that may only transcribe.) */
export function checkDeepgramKey(options: ProviderOptions, ports: SessionPorts): Promise<KeyCheck> {
  return check({ url: `${options.baseUrl}/auth/token`, scheme: 'Token', mayBeMissing: false }, options, ports);
}

async function check(probe: Probe, { baseUrl, key }: ProviderOptions, ports: SessionPorts): Promise<KeyCheck> {
  const origin = { host: hostOf(baseUrl), key };
  // It is sent as it is: with a space around it, too, it is wrong.
  if (apiKeySchema.safeParse(key).data !== key) {
    return {
      status: 'invalid',
      message: 'The API key contains a character that doesn’t belong there, such as a space. Copy it again.',
    };
  }
  const { url, scheme, mayBeMissing } = probe;
  const headers = authorizationHeader(scheme, key);
  const exchange = new PatientExchange({ method: 'GET', url, headers }, HTTP.keyCheckMs, ports);
  try {
    const response = await exchange.response();
    return verdict({ ...response, body: await textOf(response.body) }, mayBeMissing, origin);
  } catch (error) {
    const { message, advice } = sttError(exchange.kindOf(error), origin);
    return { status: 'unreachable', message: `${message} ${advice}` };
  } finally {
    exchange.cancel();
  }
}

function verdict(answer: HttpRefusal, mayBeMissing: boolean, origin: ErrorOrigin): KeyCheck {
  const { host, key } = origin;
  if (answer.status >= 200 && answer.status < 300) {
    // Whatever comes from elsewhere, such as the sign-in page of a hotel's network, is no JSON.
    if (typeof parseJson(answer.body) !== 'object') return stranger(host);
    return {
      status: 'valid',
      message: key === '' ? `${host} doesn’t need an API key.` : `${host} accepts the API key.`,
    };
  }
  if (mayBeMissing && (answer.status === 404 || answer.status === 405)) {
    return { status: 'limited', message: `${host} answers, but doesn’t say whether the API key works. Try it.` };
  }
  const { kind, message } = refusalError(answer, origin);
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
    default:
      return { status: 'unreachable', message };
  }
}

function stranger(host: string): KeyCheck {
  return { status: 'unreachable', message: `${host} doesn’t answer like a speech provider. Check the address.` };
}
