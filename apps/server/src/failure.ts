import { FAILURES, type FailureCode } from '@workspace/contract/failures';

export interface FailureDetails {
  /** Messages for the user, if the code's own says too little. */
  messages?: readonly string[];
  /** When it makes sense to try again. */
  retryAfterSeconds?: number;
  /** For the log only. */
  cause?: unknown;
}

/** A call can't be answered as asked. Anything else that is thrown is our fault. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly messages: readonly string[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: FailureCode, { messages, retryAfterSeconds, cause }: FailureDetails = {}) {
    super(code, { cause });
    this.name = 'Failure';
    this.code = code;
    this.messages = messages ?? [FAILURES[code].message];
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return FAILURES[this.code].status;
  }
}
