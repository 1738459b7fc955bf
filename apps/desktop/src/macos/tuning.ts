/** Durations and limits of what is done through macOS's functions. */

/** Asking other programs about their fields. */
export const ACCESSIBILITY = {
  /** A program that doesn't answer one question for this long is not asked further. */
  callMs: 200,
  /** The text on each side of the caret is read so far. */
  textUnits: 100,
  /** Targets that are remembered; the oldest is forgotten for a new one. */
  keptTargets: 32,
} as const;

/** Reading the pasteboard, which may have to be made by its owner first. What is beyond these limits is not restored. */
export const SNAPSHOT = {
  /** No further format is started after this long. One that has been started can't be aborted. */
  readMs: 1_000,
  /** Formats that don't fit are left out. */
  bytes: 64 * 1_024 * 1_024,
  /** After this long without a pause other work of the app gets its turn. */
  stretchMs: 8,
  /** Others may write while it is read, but hardly every time. */
  attempts: 5,
} as const;

/** From the call to the text in the field. The engine gives up after `INSERTION.limitMs`: all in all it must take less. */
export const PASTE = {
  /** How often the user's modifiers are read, and how long they are waited for. */
  keysPollMs: 8,
  keysUpMs: 1_000,
  /** How often the field is asked whether the text has come. */
  watchMs: 40,
  /** A field that could be read all the time and hasn't changed for this long has not taken the text. */
  unchangedMs: 2_000,
  /** A program that has not come so far by then may still paste when it wakes up: its text stays. */
  watchLimitMs: 3_000,
  /** The pasteboard is restored this long after the text was seen in the field: some programs read it twice. */
  seenHoldMs: 200,
  /** The same where it can't be seen: nothing shows when a program has read the pasteboard. */
  unseenHoldMs: 1_500,
  /** For a program that hangs then it is held once more, unless it has been held this long. */
  holdLimitMs: 3_000,
} as const;

/** Typing in place of pasting, in programs that are known to take it. */
export const TYPING = {
  /** Longer texts are pasted. */
  textUnits: 60,
  /** More than this in one event is cut off by the system. */
  eventUnits: 20,
  /** Between two events. */
  eventMs: 8,
} as const;

/** Muting what sound comes out of. */
export const SOUND_OUTPUT = {
  /** After how long a change that hasn't taken effect has failed, and how often that is checked. */
  changeMs: 500,
  lookMs: 20,
} as const;
