/** Durations and limits of work done through macOS's functions. */

/** Querying other programs about their fields. */
export const ACCESSIBILITY = {
  /** A program that doesn't answer a query for this long is not queried further. */
  callMs: 200,
  /** How much of the text on each side of the caret is read. */
  textUnits: 100,
  /** Targets to remember; the oldest is forgotten for a new one. */
  keptTargets: 32,
} as const;

/** Reading the pasteboard, whose owner may have to produce it first. What exceeds these limits is not restored. */
export const SNAPSHOT = {
  /** No further format is started after this long. One that has started can't be aborted. */
  readMs: 1_000,
  /** Formats that don't fit are left out. */
  bytes: 64 * 1_024 * 1_024,
  /** After this long without a pause, the app's other work gets a turn. */
  stretchMs: 8,
  /** Other programs may write while it is read, but hardly every time. */
  attempts: 5,
} as const;

/** From the call to the text in the field. The engine gives up after `INSERTION.limitMs`: the total must be less. */
export const PASTE = {
  /** How often the user's modifiers are read, and how long to wait for their release. */
  keysPollMs: 8,
  keysUpMs: 1_000,
  /** How often the field is checked for the text. */
  watchMs: 40,
  /** A field that was readable all along and hasn't changed for this long has not taken the text. */
  unchangedMs: 2_000,
  /** A program that hasn't got that far by then may still paste when it wakes up: its text stays on the pasteboard. */
  watchLimitMs: 3_000,
  /** The pasteboard is restored this long after the text was seen in the field: some programs read it twice. */
  seenHoldMs: 200,
  /** The same if the text can't be seen: nothing shows when a program has read the pasteboard. */
  unseenHoldMs: 1_500,
  /** If the program hangs at that point, the hold is repeated, unless it has already lasted this long. */
  holdLimitMs: 3_000,
} as const;

/** Typing instead of pasting, in programs known to accept it. */
export const TYPING = {
  /** Longer texts are pasted. */
  textUnits: 60,
  /** The system cuts off whatever exceeds this in one event. */
  eventUnits: 20,
  /** Pause between two events. */
  eventMs: 8,
} as const;

/** Muting output devices. */
export const SOUND_OUTPUT = {
  /** How long until a change that hasn't taken effect has failed, and how often to check. */
  changeMs: 500,
  lookMs: 20,
} as const;
