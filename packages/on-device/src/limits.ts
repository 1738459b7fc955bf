/** Every duration and limit of recognition on this computer. Audio lengths are in the audio's own time, the rest on the clock. */

/** What the model is given to hear. */
export const SOUND = {
  /** Silence put around a phrase: with it the model ends its texts where speech breaks off in the middle of a word. */
  padding: { beforeAudioMs: 200, afterAudioMs: 500 },
  /** Kept of the sound before and after the voice; longer silence can make the model hear nothing. */
  keptBeforeAudioMs: 120,
  keptAfterAudioMs: 200,
  /** Shorter sounds hold no word. */
  minAudioMs: 60,
} as const;

/** Which text must not be trusted at once. */
export const DOUBT = {
  /** Mean log-probability below which another hearing may do better. */
  confidence: -0.9,
  /** From this length on, fewer tokens in a second mean that the model has skipped a part of what was said. */
  denseFromAudioMs: 5_000,
  tokensPerSecond: 1.5,
  /** Other paddings to hear a phrase with whose text is doubtful. */
  otherPaddings: [
    { beforeAudioMs: 100, afterAudioMs: 1_500 },
    { beforeAudioMs: 300, afterAudioMs: 200 },
  ],
  /** A phrase is only heard in halves if it is at least this long. */
  splitFromAudioMs: 3_000,
} as const;

/** Voice against background, by level; the rule is the engine's own. */
export const VOICE = {
  frameAudioMs: 20,
  overFloorDb: 8,
  alwaysVoiceDb: -40,
  neverVoiceDb: -65,
  /** Frames that voice lasts at least: a click does not. */
  onsetFrames: 3,
} as const;

/** Long phrases are heard in windows. */
export const WINDOW = {
  /** No window is longer. */
  maxAudioMs: 12_000,
  /** Its end is looked for from here on. */
  minAudioMs: 7_000,
  /** The quietest stretch of this length is where it ends. */
  pauseAudioMs: 120,
} as const;

/** Text while a phrase is being spoken. */
export const PARTIAL = {
  /** Voice that must have been heard for the first one. */
  firstAudioMs: 500,
  /** New audio that makes another one worth while. */
  nextAudioMs: 200,
} as const;

/** The recognizer's process. */
export const RECOGNIZER = {
  /** It is ended, and its memory freed, this long after its last use. */
  keepMs: 5 * 60_000,
  /** From its start until the model is loaded, on the slowest of machines. */
  loadingMs: 30_000,
  /** Wait for a text: this, and a multiple of the audio's own length. */
  answerMs: 10_000,
  answerPerAudio: 2,
  /** A timer that fires this much too late was held up by sleep. */
  sleptMs: 2_000,
  /** How often the same audio may bring the process down before it is given up. */
  maxCrashes: 3,
} as const;
