import { apiKeyPage } from './api-key-page.ts';
import type { SttError, SttErrorKind } from './provider.ts';

/** Hosts that are this computer itself. */
const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/i;
/**
 * Hosts on the local network: addresses per RFC 1918, 3927, 4193 and 4291, names per RFC 6762 and 8375, and names
 * without a dot. Since macOS 15, apps can't reach them without permission (`EHOSTUNREACH`; Apple, TN3179).
 */
const LOCAL_NETWORK =
  /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)[\d.]+(?::\d+)?$|^\[f(?:[cd]|e[89ab])|(?:^[^.:[]+|\.local|\.home\.arpa)(?::\d+)?$/i;

/**
 * User-facing texts for each kind of error: what happened, with the host, so that the user knows whom to ask; and what
 * to do. Provider texts are not passed on: they may contain parts of the key or of what was said.
 */
const WORDS: Record<SttErrorKind, (host: string) => [message: string, advice: string]> = {
  auth: (host) => [
    `${host} refused the API key.`,
    `Check the API key, or create a new one ${pageWords(host) ?? 'with the provider'}.`,
  ],
  permission: (host) => [
    `${host} doesn’t let this API key transcribe.`,
    'Allow the API key to use speech models, or use another one.',
  ],
  quota: (host) => [`Your account at ${host} is out of credit.`, 'Add credit there, then try again.'],
  'rate-limit': (host) => [`${host} is receiving too many requests.`, 'Wait a moment, then try again.'],
  network: (host) => [`No connection to ${host}.`, networkAdvice(host)],
  timeout: (host) => [`${host} didn’t answer in time.`, 'Try again.'],
  'bad-config': (host) => [`${host} refused the request.`, 'Check the address, the model and the languages.'],
  expired: (host) => [`The session with ${host} reached its maximum length.`, 'Try again.'],
  server: (host) => [`${host} had an internal error.`, 'Try again in a moment.'],
  protocol: (host) => [
    `${host} sent an answer that makes no sense here.`,
    'Check that the address is right for this provider.',
  ],
  unavailable: () => ['Speech recognition on this computer can’t start.', 'Reinstall the app.'],
};

function networkAdvice(host: string): string {
  if (LOOPBACK.test(host)) return 'Check that the server is running, then try again.';
  return LOCAL_NETWORK.test(host)
    ? 'Check that the server is running. On a Mac, also allow this app in System Settings, under Privacy & Security > Local Network.'
    : 'Check your internet connection, then try again.';
}

/** Where to create a new API key, as a human-readable address. */
function pageWords(host: string): string | undefined {
  const page = apiKeyPage(host);
  return page && `at ${page.replace(/^https:\/\/|\/$/g, '')}`;
}

/** Where an error comes from. The key is needed to keep it out of the error code. */
export interface ErrorOrigin {
  host: string;
  key: string;
}

/** Creates the error of a kind, with its code if that is safe to show. */
export function sttError(
  kind: SttErrorKind,
  origin: ErrorOrigin,
  details: { code?: string | undefined; retryAfterMs?: number | undefined } = {},
): SttError {
  const { code, retryAfterMs } = details;
  const showCode =
    code !== undefined && /^[\w.-]{1,64}$/.test(code) && !(origin.key !== '' && code.includes(origin.key));
  const [message, advice] = WORDS[kind](origin.host);
  return {
    kind,
    message,
    advice,
    ...(showCode ? { code } : {}),
    ...(retryAfterMs !== undefined ? { retryAfterMs } : {}),
  };
}
