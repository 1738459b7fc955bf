import { ApiError } from '../api-error.ts';

/**
 * Checks the key of a request, sent as a Bearer token or as the Basic user name.
 *
 * @param header the request's `Authorization`
 * @throws {ApiError} if it is missing or wrong
 */
export function authorize(header: string | undefined, secretKey: string): void {
  const key = keyOf(header);
  if (key === undefined) {
    throw refused(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (key !== secretKey) throw refused('Invalid API Key provided.');
}

function keyOf(header: string | undefined): string | undefined {
  const [, scheme, credentials] = /^(\S+) +(\S+)$/.exec(header ?? '') ?? [];
  if (scheme === undefined || credentials === undefined) return undefined;
  if (scheme.toLowerCase() === 'bearer') return credentials;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0];
}

function refused(message: string): ApiError {
  return new ApiError(401, 'invalid_request_error', message);
}
