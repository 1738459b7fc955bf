/** All durations and limits for language model requests. */
export const MODEL = {
  /** Timeout while no byte of the answer arrives. */
  silenceMs: 30_000,
  /** Maximum length of an answer; no dictated text is longer. */
  maxAnswerCharacters: 200_000,
  /** Maximum length of the vocabulary sent along. */
  maxVocabularyCharacters: 2_000,
} as const;
