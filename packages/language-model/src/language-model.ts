/** The server and the name of a language model. */
export interface LanguageModelOptions {
  /** Up to and including `/v1`, without a trailing slash. */
  baseUrl: string;
  /** If empty, none is sent. */
  key: string;
  model: string;
}

export interface Question {
  /** The task. */
  instructions: string;
  /** The data that the task is about; never instructions, whatever it says. */
  input: string;
}

/** Why there is no answer. */
export type LanguageModelErrorKind =
  /** The key is missing or was refused. */
  | 'unauthorized'
  /** Out of credit, or too many requests. */
  | 'over-limit'
  /** The address or the model doesn't exist. */
  | 'not-found'
  /** The server redirects, which is not followed. */
  | 'redirect'
  | 'unreachable'
  /** The model refused to answer. */
  | 'refused'
  /** Truncated, empty or malformed. */
  | 'incomplete'
  /** The request was canceled. */
  | 'aborted';

/** There is no answer. `message` tells the user why, and never contains the key or the text. */
export class LanguageModelError extends Error {
  readonly kind: LanguageModelErrorKind;

  constructor(kind: LanguageModelErrorKind, message: string) {
    super(message);
    this.name = 'LanguageModelError';
    this.kind = kind;
  }
}

/** A pending answer. */
export interface PendingAnswer {
  /** Resolves with the whole answer; rejects with a `LanguageModelError`. */
  text: Promise<string>;
  /** Aborts the request at once: `text` rejects. */
  cancel(): void;
}

/** The user's language model. Questions are independent of each other: no conversation is kept. */
export interface LanguageModel {
  /** The host that texts are sent to, as shown to the user. */
  readonly host: string;
  ask(question: Question): PendingAnswer;
}
