/** Durations and limits of selections and insertion on X11. */

/** Serving selections to other programs, and reading theirs. */
export const SELECTION = {
  /** Longer content is sent in pieces. */
  incrementalBytes: 256 * 1_024,
  pieceBytes: 64 * 1_024,
  /** Delays after each answer at which the requestor is woken: it may have missed it. */
  wakeMs: [1, 2, 4, 8],
  /** A requestor that fetches nothing for this long is given up on. */
  sendStallMs: 5_000,
  /** How long an owner may take per answer or piece, and for all its formats. */
  answerMs: 1_000,
  readMs: 2_000,
  /** Larger content isn't read. */
  readBytes: 64 * 1_024 * 1_024,
} as const;

/** From the call to the text in the field. The engine gives up after `INSERTION.limitMs`: the total must be less. */
export const PASTE = {
  keyPollMs: 4,
  /** Keys that are still down then are released by us. */
  keysUpMs: 1_500,
  /** A program that hasn't requested the text by then won't. */
  requestMs: 2_000,
  /** A program that hasn't copied by then has nothing selected. */
  copyMs: 1_000,
  /** A program may read twice: the selection must not hold other text before it has been quiet for this long. */
  settleMs: 200,
  /** The selection is restored after being quiet for this long. */
  giveBackMs: 400,
  /** Both are longer for slow programs: this multiple of the time until the first request, up to a limit. */
  slowFactor: 20,
  slowLimitMs: 1_500,
  /** GTK's editors give up the primary selection when the selected text is replaced, if it can be replaced at all. */
  replacedMs: 500,
  /** Everything until the last key or piece. */
  limitMs: 9_000,
} as const;

/** Typing where pasting doesn't work. */
export const TYPING = {
  /** How long programs need to notice new keys; with less, characters are lost. */
  mappingSettleMs: 50,
  /** Between two keys; with less, characters are lost. */
  keyMs: 2,
  /** Measured cost per key, including the check of the keyboard before it. */
  keyCostMs: 4,
  /** The same for remapping a key: the window manager rereads the whole keyboard. */
  mappingCostMs: 50,
  /** Text estimated to take longer goes to the clipboard. */
  limitMs: 3_500,
} as const;

/** Reading other programs' fields through AT-SPI. */
export const ACCESSIBILITY = {
  /** An insertion never waits longer for the text around the caret. */
  readMs: 30,
  /** Characters read on each side of the caret. */
  textCharacters: 200,
  /** Number of programs whose focused object is remembered. */
  keptPrograms: 32,
} as const;
