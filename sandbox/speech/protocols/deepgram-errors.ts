import { randomUUID } from 'node:crypto';
import type { HttpAnswer } from '../sockets.ts';

/** An HTTP error in Deepgram's format. */
export function deepgramError(status: number, code: string, message: string): HttpAnswer & { code: string } {
  const requestId = randomUUID();
  return {
    status,
    code,
    headers: { 'dg-request-id': requestId, 'dg-error': message },
    body: { err_code: code, err_msg: message, request_id: requestId },
  };
}

/** The response to a missing or unknown key. */
export function refuseDeepgramKey(): HttpAnswer & { code: string } {
  return deepgramError(401, 'INVALID_AUTH', 'Invalid credentials.');
}
