/** All durations and limits of on-device recognition. Audio lengths are in audio time, all others in clock time. */

/** The model's input. */
export const SOUND = {
  /** Silence added around a phrase, so that the model ends its text even if speech breaks off in mid-word. */
  padding: { beforeAudioMs: 200, afterAudioMs: 500 },
  /** Sound kept before and after the voice; longer silence can make the model return no text. */
  keptBeforeAudioMs: 120,
  keptAfterAudioMs: 200,
  /** Shorter sounds contain no word. */
  minAudioMs: 60,
} as const;

/** When a text is doubtful, and how to retry. */
export const DOUBT = {
  /** Mean log probability below which another attempt may do better. */
  confidence: -0.9,
  /** From this length on, fewer `tokensPerSecond` mean that the model has skipped part of the speech. */
  denseFromAudioMs: 5_000,
  tokensPerSecond: 1.5,
  /** Paddings for retrying a phrase whose text is doubtful. */
  otherPaddings: [
    { beforeAudioMs: 100, afterAudioMs: 1_500 },
    { beforeAudioMs: 300, afterAudioMs: 200 },
  ],
  /** Minimum length of a phrase to be retried in halves. */
  splitFromAudioMs: 3_000,
} as const;

/** Voice detection by level, with the same rule as the dictation engine. */
export const VOICE = {
  frameAudioMs: 20,
  overFloorDb: 8,
  alwaysVoiceDb: -40,
  neverVoiceDb: -65,
  /** Minimum duration of voice, in frames; a click is shorter. */
  onsetFrames: 3,
} as const;

/** Long phrases are recognized in windows. */
export const WINDOW = {
  /** Maximum length of a window. */
  maxAudioMs: 12_000,
  /** Its end is searched for from here on. */
  minAudioMs: 7_000,
  /** It ends in the quietest stretch of this length. */
  pauseAudioMs: 120,
} as const;

/** Provisional texts while a phrase is being spoken. */
export const PARTIAL = {
  /** Voice needed for the first one. */
  firstAudioMs: 500,
  /** New audio needed for another one. */
  nextAudioMs: 200,
} as const;

/** The recognizer's process. */
export const RECOGNIZER = {
  /** How long after its last use it is ended, to free its memory. */
  keepMs: 5 * 60_000,
  /** Timeout for loading the model, enough for the slowest machines. */
  loadingMs: 30_000,
  /** Timeout for a text: this plus a multiple of the audio's length. */
  answerMs: 10_000,
  answerPerAudio: 2,
  /** A timer that fires this late was delayed by system sleep. */
  sleptMs: 2_000,
  /** How many crashes on the same audio, or while loading, until it fails. */
  maxCrashes: 3,
} as const;
