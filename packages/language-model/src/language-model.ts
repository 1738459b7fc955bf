/** Where a language model is, and which one. */
export interface LanguageModelOptions {
  /** Up to and including `/v1`, without a slash at its end. */
  baseUrl: string;
  /** Empty: none is sent. */
  key: string;
  model: string;
}

export interface Question {
  /** What is to be done. */
  instructions: string;
  /** What it is to be done with: data, whatever it says. */
  input: string;
}

/** Why there is no answer. */
export type LanguageModelErrorKind =
  /** No key, or a refused one. */
  | 'unauthorized'
  /** Out of credit, or too many requests. */
  | 'over-limit'
  /** The address or the model isn't there. */
  | 'not-found'
  /** It redirects to another host, which gets nothing. */
  | 'redirect'
  | 'unreachable'
  /** It would not answer. */
  | 'refused'
  /** Broken off, empty, or not what the protocol says. */
  | 'incomplete'
  /** Nobody wants the answer any more. */
  | 'aborted';

/** There is no answer. `message` says why in plain words, never with the key or the text. */
export class LanguageModelError extends Error {
  readonly kind: LanguageModelErrorKind;

  constructor(kind: LanguageModelErrorKind, message: string) {
    super(message);
    this.name = 'LanguageModelError';
    this.kind = kind;
  }
}

/** An answer under way. */
export interface PendingAnswer {
  /** Resolves with the whole answer; rejects with a `LanguageModelError`. */
  text: Promise<string>;
  /** Ends the request at once: `text` rejects. */
  cancel(): void;
}

/** The user's language model, with one request at a time; nothing is kept. */
export interface LanguageModel {
  /** The host that texts go to, to be named to the user. */
  readonly host: string;
  ask(question: Question): PendingAnswer;
}
