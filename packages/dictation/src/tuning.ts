/** Every duration and limit of the engine. Audio lengths are measured in audio time, the rest by the clock. */

/** Keys. */
export const GESTURE = {
  /** A key released sooner was tapped. */
  tapMs: 300,
  /** A dictation started by a key that may belong to a combination is neither shown nor sent for this long. */
  tentativeMs: 200,
} as const;

/** How voice is distinguished from background noise; levels in dB below full scale. */
export const VOICE = {
  /** The floor is the lowest level of the last one to two windows. */
  floorWindowMs: 1_500,
  /** The floor starts no higher than this, in case the take begins in the middle of a word. */
  firstFloorDb: -45,
  /** Voice exceeds the noise floor by this much. */
  overFloorDb: 8,
  /** Anything louder is voice, even if steady: the gate fails open. */
  alwaysVoiceDb: -40,
  /** Anything softer is never voice: the noise of a good microphone in a quiet room. */
  neverVoiceDb: -65,
  /** Voice lasts at least this many 20 ms frames; a key click doesn't. */
  onsetFrames: 3,
  /** A dip between words, where a phrase is cut if no pause comes: at most this far above the window's lowest level. */
  dipDb: 2,
  dipWindowMs: 2_000,
} as const;

/**
 * Where phrases end. `patience`: once a phrase is `fromMs` long, a pause of `pauseMs` ends it (the last step reached
 * counts). From `dipFromMs` on, a dip between words ends it.
 */
export const PHRASES = {
  /** Phrases are pieces of one stream: a breath is enough. */
  short: {
    patience: [
      { fromMs: 0, pauseMs: 800 },
      { fromMs: 1_200, pauseMs: 500 },
      { fromMs: 6_000, pauseMs: 360 },
      { fromMs: 12_000, pauseMs: 240 },
      { fromMs: 18_000, pauseMs: 160 },
    ],
    dipFromMs: 25_000,
  },
  /** Each phrase is an upload, and nothing is shown before the release: few and long. */
  longAtOnce: {
    patience: [
      { fromMs: 30_000, pauseMs: 500 },
      { fromMs: 45_000, pauseMs: 200 },
    ],
    dipFromMs: 55_000,
  },
  /** Each phrase is an upload, inserted while the next one is spoken. */
  longByPhrase: {
    patience: [
      { fromMs: 3_000, pauseMs: 1_000 },
      { fromMs: 15_000, pauseMs: 500 },
      { fromMs: 45_000, pauseMs: 200 },
    ],
    dipFromMs: 55_000,
  },
} as const;

/** The recording. */
export const CAPTURE = {
  /** From key-down to the first sample; a Bluetooth headset may take most of it. */
  startLimitMs: 15_000,
  /** If no samples arrive for this long, the microphone is gone. */
  stalledMs: 3_000,
  /**
   * The tail after the release: at least `tailMinMs`, as samples may still be in flight, and at most `tailMaxMs`; it
   * ends once voice has been gone for `tailQuietMs`. Speech is committed without waiting for the end of the tail.
   */
  tailMinMs: 100,
  tailMaxMs: 500,
  tailQuietMs: 200,
  /** The tail is measured in audio; if no more arrives, the clock ends it. */
  tailLimitMs: 1_500,
  /**
   * How long to wait, before the tail counts, for samples recorded before the release: a busy machine may deliver them
   * late.
   */
  catchUpLimitMs: 5_000,
  /** A recording that hears only silence: warning, then stop. */
  silenceWarningMs: 2 * 60_000,
  silenceStopMs: 5 * 60_000,
  /** Length of one take; a longer dictation continues in the next one. */
  takeLimitMs: 60 * 60_000,
} as const;

/** From audio to text. */
export const TAKE = {
  /** How long connecting waits to learn which app has the focus, in order to use its settings. */
  focusedAppMs: 100,
  /** Delays before the first, second, … attempt to reconnect; the last one repeats. */
  retryMs: [0, 250, 500, 1_000, 2_000],
  /** How long the take keeps trying on its own after the release, or after the latest progress since then. */
  giveUpMs: 30_000,
  /** If the text has not arrived this long after the release, the HUD says so. */
  slowMs: 3_500,
  /** Hard limit after the release: this plus the audio's length. */
  finishLimitMs: 10 * 60_000,
  /** How long a failed take is kept in memory. */
  keepFailedMs: 10 * 60_000,
  /** At most this much audio is handed to a session at once. */
  pushSamples: 24_000,
  /** No more audio is handed over while more than this waits to leave the machine; rechecked after `backlogCheckMs`. */
  maxBacklogBytes: 256 * 1_024,
  backlogCheckMs: 20,
} as const;

/** When recognition on this computer takes over from the provider, if it is ready. */
export const BACKUP = {
  /** Failed attempts since text last arrived. Before the release, the first one only leads to a reconnect. */
  failedAttempts: 2,
  /**
   * How long a provider that owes an answer may be silent, before and after the release. Halfway through, the backup
   * gets ready.
   */
  silenceMs: 5_000,
  silenceAfterReleaseMs: 3_000,
  /** A provider that segments the audio itself owes an answer once this much audio has gone unanswered. */
  unansweredAudioMs: 3_000,
  /** A wait that overruns by this much was held up by sleep, and is restarted. */
  sleptMs: 2_000,
} as const;

/** Inserting text into the field. */
export const INSERTION = {
  /** An insertion that takes longer has failed; its text is kept. */
  limitMs: 10_000,
  /**
   * Between a text and the Return after it: terminal programs treat one that follows immediately as part of the paste.
   */
  returnPauseMs: 150,
  /** Where the text before the caret can't be read, spacing relies on our own last insertion this long. */
  ownTextMs: 2 * 60_000,
  /**
   * A program may have accepted text without showing it yet: for this long our own last insertion overrides what is
   * read.
   */
  settlesMs: 1_000,
  /** How much of its end must be found there, in UTF-16 units without white space. */
  comparedUnits: 20,
} as const;

/** Editing the selection. */
export const EDIT = {
  /** How long the model may take. */
  limitMs: 30_000,
  /** A longer selection is not sent; in UTF-16 units. */
  maxUnits: 20_000,
  /** A program that hasn't reported its selection by then counts as having none. */
  readMs: 2_500,
} as const;

/** Text that only repeats the words the provider was told to expect. */
export const ECHO = {
  /** Audio with less voice than this contains no word. */
  minVoicedMs: 150,
  /** Anything shorter may well have been spoken. */
  minKeywords: 2,
  minPromptWords: 2,
  minSentenceWords: 3,
} as const;
