/** Durations and limits of selections and of insertion on X11. */

/** Giving a selection's content to others, and taking it from them. */
export const SELECTION = {
  /** What is longer goes in pieces. */
  incrementalBytes: 256 * 1_024,
  pieceBytes: 64 * 1_024,
  /** After each answer, when the requestor is woken: it may have overlooked it. */
  wakeMs: [1, 2, 4, 8],
  /** A requestor that fetches no piece for this long is given up. */
  sendStallMs: 5_000,
  /** How long an owner may take for an answer or the next piece, and for all its formats. */
  answerMs: 1_000,
  readMs: 2_000,
  /** More than this is not read. */
  readBytes: 64 * 1_024 * 1_024,
} as const;

/** From the call to the text in the field. The engine gives up after `INSERTION.limitMs`: all in all it must take less. */
export const PASTE = {
  keyPollMs: 4,
  /** Keys that are still down then are released by us. */
  keysUpMs: 1_500,
  /** A program that hasn't asked for the text by then won't. */
  requestMs: 2_000,
  /** A program that hasn't copied by then has nothing selected. */
  copyMs: 1_000,
  /** A program may read twice: before this much quiet no other text may be in the selection. */
  settleMs: 200,
  /** After this much quiet the selection is restored. */
  giveBackMs: 400,
  /** Both are longer for a slow program: so many times what it took to ask, up to a limit. */
  slowFactor: 20,
  slowLimitMs: 1_500,
  /** An editor of GTK's gives up what was selected in it when that has been replaced, if it can be at all. */
  replacedMs: 500,
  /** Everything up to the last key or the last piece. */
  limitMs: 9_000,
} as const;

/** Typing where pasting does not work. */
export const TYPING = {
  /** How long programs need to learn of new keys; sooner, characters are lost. */
  mappingSettleMs: 50,
  /** Between two keys; sooner, characters are lost. */
  keyMs: 2,
  /** As a key has cost in trials, with the look at the keyboard before it. */
  keyCostMs: 4,
  /** The same for giving a key another keysym: the window manager looks at the whole keyboard again. */
  mappingCostMs: 50,
  /** What is estimated to take longer goes to the clipboard. */
  limitMs: 3_500,
} as const;

/** Asking other programs about their fields, by AT-SPI. */
export const ACCESSIBILITY = {
  /** An insertion never waits longer for the text around the caret. */
  readMs: 30,
  /** So much is read on each side of the caret. */
  textCharacters: 200,
  /** Programs of which it is remembered what has the focus. */
  keptPrograms: 32,
} as const;
