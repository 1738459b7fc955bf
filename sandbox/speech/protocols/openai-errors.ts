import { HttpRefusal } from '../http-refusal.ts';

/** The `error` object in every error response of OpenAI's. */
export interface OpenAiError {
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

/** A request that OpenAI refuses with an error. */
export class OpenAiRefusal extends HttpRefusal {
  constructor(status: number, error: OpenAiError) {
    super(status, { error }, error.message, error.code ?? `${status}`);
  }
}

/** An error of the type `invalid_request_error`. */
export function invalidRequest(message: string, code: string | null, param: string | null = null): OpenAiError {
  return { message, type: 'invalid_request_error', param, code };
}

export const MISSING_KEY = invalidRequest(
  "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
  null,
);

/** The error for an unknown key. Like OpenAI's, it shows the key's first and last characters. */
export function incorrectKey(key: string): OpenAiError {
  const shown = key.length > 12 ? `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}` : '***';
  return invalidRequest(
    `Incorrect API key provided: ${shown}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    'invalid_api_key',
  );
}
