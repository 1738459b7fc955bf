import { FAILURES, type FailureCode } from '@workspace/contract/failures';

/** Returns the answer for a failure, in the words of the code table. */
export function refusal(code: FailureCode) {
  const { status, message } = FAILURES[code];
  return { ok: false, status, errors: [message] };
}
