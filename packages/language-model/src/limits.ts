/** Every duration and limit of asking a language model. */
export const MODEL = {
  /** Without a byte of the answer. */
  silenceMs: 30_000,
  /** Of an answer: no text that was spoken is longer. */
  maxAnswerCharacters: 200_000,
  /** Of the user's words that are sent along. */
  maxVocabularyCharacters: 2_000,
} as const;
