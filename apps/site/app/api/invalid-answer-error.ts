import { MESSAGES } from './messages.ts';

/** A call succeeded, and its answer lacks what is needed of it. */
export class InvalidAnswerError extends Error {
  override readonly name = 'InvalidAnswerError';

  constructor(options?: ErrorOptions) {
    super(MESSAGES.invalidAnswer, options);
  }
}
