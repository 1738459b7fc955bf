import { MESSAGES } from './messages.ts';

/** A call succeeded, but its response lacks required fields. */
export class InvalidAnswerError extends Error {
  override readonly name = 'InvalidAnswerError';

  constructor(options?: ErrorOptions) {
    super(MESSAGES.invalidAnswer, options);
  }
}
