/** All durations and limits of the speech clients. Audio lengths are in audio time, everything else in elapsed time. */

/** When a streaming session counts as lost. */
export const WATCHDOG = {
  /** Interval between checks; the other times here are accurate only to within this. */
  checkEveryMs: 250,
  /** A check that runs this late means that the machine slept, so it says nothing about the server yet. */
  sleptMs: 2_000,
  /** Timeout from the start to `ready`. */
  connectingMs: 10_000,
  pingEveryMs: 2_500,
  /** Timeout without any sign of life. */
  deadAfterMs: 5_000,
  /** Timeout for text, without any progress: this plus the audio's length, capped at `maxAnswerMs`. */
  answerMs: 3_000,
  maxAnswerMs: 30_000,
} as const;

export const OPENAI_REALTIME = {
  /** Servers that send a greeting do so immediately; the others are configured without one after this. */
  greetingMs: 1_000,
  /** Audio per `append`. The provider accepts at most 15 MiB. */
  append: { minAudioMs: 80, maxAudioMs: 1_000 },
  /** The provider refuses to transcribe less. */
  minCommitAudioMs: 100,
  /** The provider ends a session at 60 minutes. */
  maxSessionMs: 55 * 60_000,
} as const;

export const STREAMING = {
  /** A gap of up to this much between ranges is a rounding error. */
  contiguousAudioMs: 100,
  /** How far audio that is resent after a drop, or read from a file, may run ahead of real time. */
  maxLeadAudioMs: 20_000,
} as const;

export const DEEPGRAM = {
  /** Audio per binary frame. The provider asks for 20 to 250 ms. */
  frame: { minAudioMs: 40, maxAudioMs: 250 },
  /** The provider ends a session that receives nothing for 10 s. */
  keepAliveMs: 4_000,
  /** Silence after which the provider closes a segment. */
  endpointingMs: 300,
  /** The provider accepts 500 tokens of key terms; a token has at least two characters. */
  maxKeytermCharacters: 1_000,
} as const;

export const SONIOX = {
  frame: { minAudioMs: 60, maxAudioMs: 250 },
  /** The provider ends a stream that receives nothing for 20 s. */
  keepAliveMs: 5_000,
  /** The provider ends a stream at 300 minutes. */
  maxSessionMs: 290 * 60_000,
  /** The provider accepts a context of about 10,000 characters. */
  maxTermCharacters: 4_000,
  maxTextCharacters: 4_000,
} as const;

export const ASSEMBLYAI = {
  /** The provider accepts 50 to 1,000 ms. */
  frame: { minAudioMs: 60, maxAudioMs: 500 },
  /** The provider ends a session at three hours. */
  maxSessionMs: 170 * 60_000,
  /** This much of the silence after a turn counts as part of it: its last word may last longer than reported. */
  turnTailAudioMs: 100,
  /** No session has more turns than this. */
  maxTurns: 100_000,
  maxTerms: 100,
  maxTermCharacters: 50,
} as const;

export const ELEVENLABS = {
  frame: { minAudioMs: 100, maxAudioMs: 500 },
  /** The provider ignores commits of less. */
  minCommitAudioMs: 350,
  /** The provider has been observed to send an answer twice. */
  answerSettlesMs: 250,
  /** The documentation says that sessions are limited, but not to what; this is below any other provider's limit. */
  maxSessionMs: 50 * 60_000,
  maxTerms: 50,
  maxTermCharacters: 20,
} as const;

export const GROQ = {
  /** The provider accepts a prompt of 224 tokens; a token has at least two characters. */
  maxPromptCharacters: 448,
} as const;

export const MISTRAL = {
  /** Words to listen for. */
  maxWords: 100,
} as const;

/** File uploads and other HTTP requests. */
export const HTTP = {
  /** Concurrent uploads; the others wait. */
  maxUploads: 3,
  /** Providers accept requests of 25 MB; the rest is for the other form fields. */
  maxFileBytes: 24_000_000,
  /** Providers refuse less audio. */
  minFileAudioMs: 100,
  /** Longer audio is split at the quietest `pauseAudioMs` in the last `pauseSearchAudioMs` before the limit. */
  pauseAudioMs: 20,
  pauseSearchAudioMs: 60_000,
  /** Timeout without any data sent or received: this plus the audio's length, capped at `maxAnswerMs`. */
  answerMs: 10_000,
  maxAnswerMs: 120_000,
  maxAnswerCharacters: 4_194_304,
  keyCheckMs: 10_000,
} as const;
