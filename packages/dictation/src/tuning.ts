/** Every duration and limit of the engine. Audio lengths are counted in the audio's own time, the rest on the clock. */

/** Keys. */
export const GESTURE = {
  /** A key that is released sooner was tapped. */
  tapMs: 300,
  /** A dictation started by a key that may belong to a combination is neither shown nor sent for this long. */
  tentativeMs: 200,
} as const;

/** How voice is distinguished from background noise; levels in dB below full scale. */
export const VOICE = {
  /** The floor is the lowest level of the last one to two windows. */
  floorWindowMs: 1_500,
  /** The first frames are held against at most this floor, in case the take begins in the middle of a word. */
  firstFloorDb: -45,
  /** Voice exceeds the noise floor by this much. */
  overFloorDb: 8,
  /** What is louder is voice even if it is steady: the gate fails open. */
  alwaysVoiceDb: -40,
  /** What is softer is never voice: the noise of a good microphone in a quiet room. */
  neverVoiceDb: -65,
  /** Voice must last this many frames of 20 ms; a click of the key does not. */
  onsetFrames: 3,
  /** A dip between words, for cutting if no pause comes: at most this far above the lowest level of the window. */
  dipDb: 2,
  dipWindowMs: 2_000,
} as const;

/**
 * Where phrases end. `patience`: from a phrase length on, a pause of this length ends it (the last step whose length is
 * reached counts). From `dipFromMs` on, a dip between words does.
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
  /** Each phrase is an upload, and is inserted while the next is spoken. */
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
  /** From the key going down to the first sample; a headset over Bluetooth may take most of it. */
  startLimitMs: 15_000,
  /** Samples that stay away this long mean that the microphone is gone. */
  stalledMs: 3_000,
  /**
   * After the release: at least as long as samples may still be under way, at most this long, until voice has been gone
   * for so long. What was said is committed by then, without waiting for the rest.
   */
  tailMinMs: 100,
  tailMaxMs: 500,
  tailQuietMs: 200,
  /** The tail is audio; if no more audio comes, the clock ends it. */
  tailLimitMs: 1_500,
  /** Before that, how long to wait for what was heard before the release: on a busy machine it may still be under way. */
  catchUpLimitMs: 5_000,
  /** A recording that hears only silence: warning, then stop. */
  silenceWarningMs: 2 * 60_000,
  silenceStopMs: 5 * 60_000,
  /** Length of one take; a longer dictation goes on in the next one. */
  takeLimitMs: 60 * 60_000,
} as const;

/** The way from audio to text. */
export const TAKE = {
  /** How long connecting waits to learn which app has the focus, whose settings it then uses. */
  focusedAppMs: 100,
  /** Pauses before the first, second, … attempt to connect again; the last one repeats. */
  retryMs: [0, 250, 500, 1_000, 2_000],
  /** After the release, or the last text after it, the take goes on trying by itself this long. */
  giveUpMs: 30_000,
  /** If the text has not arrived this long after the release, the HUD says so. */
  slowMs: 3_500,
  /** After the release, whatever happens: this plus the audio's length. */
  finishLimitMs: 10 * 60_000,
  /** How long a failed take is kept in memory. */
  keepFailedMs: 10 * 60_000,
  /** At most this much audio is handed to a session at once. */
  pushSamples: 24_000,
  /** No more audio is handed over while this much waits to leave the machine; checked again after a while. */
  maxBacklogBytes: 256 * 1_024,
  backlogCheckMs: 20,
} as const;

/** When recognition on this computer takes over from the provider, if it is ready. */
export const BACKUP = {
  /** Attempts that failed since text last came. The first is made good by connecting again, before the release. */
  failedAttempts: 2,
  /** Silence of a provider that owes an answer, before the release and after it. Half of it has the backup get ready. */
  silenceMs: 5_000,
  silenceAfterReleaseMs: 3_000,
  /** A provider that cuts the audio by itself owes an answer once it has been given so much without one. */
  unansweredAudioMs: 3_000,
  /** A wait that ends this much too late was held up by sleep, and is restarted. */
  sleptMs: 2_000,
} as const;

/** Text on its way into the field. */
export const INSERTION = {
  /** An insertion that takes longer has failed; its text is kept. */
  limitMs: 10_000,
  /** Between a text and the Return behind it: programs in terminals take one that comes at once for a part of the paste. */
  returnPauseMs: 150,
  /** Where the text before the caret can't be read, our own last insertion counts for spacing this long. */
  ownTextMs: 2 * 60_000,
  /** A program may have taken a text without showing it yet: for this long our own last insertion outweighs what is read. */
  settlesMs: 1_000,
  /** So much of its end must be there to be seen. */
  comparedUnits: 20,
} as const;

/** Editing what is selected. */
export const EDIT = {
  /** So long may the model take. */
  limitMs: 30_000,
  /** What is longer is not sent; in UTF-16 units. */
  maxUnits: 20_000,
  /** A program that hasn't said by then what is selected has nothing selected. */
  readMs: 2_500,
} as const;

/** Text that only repeats the words that the provider was given to expect. */
export const ECHO = {
  /** Below this there is no word in the audio. */
  minVoicedMs: 150,
  /** What is shorter may well have been spoken. */
  minKeywords: 2,
  minPromptWords: 2,
  minSentenceWords: 3,
} as const;
