/** Every duration and limit of the speech clients. Audio lengths are in the audio's own time, the rest on the clock. */

/** When a streaming session counts as lost. */
export const WATCHDOG = {
  /** How often the session is looked at; every other time here is kept to within this. */
  checkEveryMs: 250,
  /** A look that comes this much too late was held up by sleep: nothing can be said about the server yet. */
  sleptMs: 2_000,
  /** From the start to `ready`. */
  connectingMs: 10_000,
  pingEveryMs: 2_500,
  /** Without any sign of life. */
  deadAfterMs: 5_000,
  /** Wait for the text of audio, without any progress: this, and the audio's own length, at most the last. */
  answerMs: 3_000,
  maxAnswerMs: 30_000,
} as const;

export const OPENAI_REALTIME = {
  /** Servers that greet do so at once; the others are configured without a greeting after this. */
  greetingMs: 1_000,
  /** One `append`. The most the provider takes is 15 MiB. */
  append: { minAudioMs: 80, maxAudioMs: 1_000 },
  /** The provider refuses to transcribe less. */
  minCommitAudioMs: 100,
  /** The provider ends a session at 60 minutes. */
  maxSessionMs: 55 * 60_000,
} as const;

export const STREAMING = {
  /** Ranges this close together have nothing between them but rounding. */
  contiguousAudioMs: 100,
  /** What is sent again after a drop, or comes from a file, may be so far ahead of the speed at which it was spoken. */
  maxLeadAudioMs: 20_000,
} as const;

export const DEEPGRAM = {
  /** One binary frame. The provider asks for 20 to 250 ms. */
  frame: { minAudioMs: 40, maxAudioMs: 250 },
  /** The provider ends a session that hears nothing for 10 s. */
  keepAliveMs: 4_000,
  /** Silence after which the provider closes a segment. */
  endpointingMs: 300,
  /** The provider takes 500 tokens of key terms; a token has two characters or more. */
  maxKeytermCharacters: 1_000,
} as const;

export const SONIOX = {
  frame: { minAudioMs: 60, maxAudioMs: 250 },
  /** The provider ends a stream that is given nothing for 20 s. */
  keepAliveMs: 5_000,
  /** The provider ends a stream at 300 minutes. */
  maxSessionMs: 290 * 60_000,
  /** The provider takes a context of about 10,000 characters. */
  maxTermCharacters: 4_000,
  maxTextCharacters: 4_000,
} as const;

export const ASSEMBLYAI = {
  /** The provider takes 50 to 1,000 ms. */
  frame: { minAudioMs: 60, maxAudioMs: 500 },
  /** The provider ends a session at three hours. */
  maxSessionMs: 170 * 60_000,
  /** Of the silence that ended a turn, this much counts as its own: its last word may sound longer than is said. */
  turnTailAudioMs: 100,
  /** More turns than that are in no session. */
  maxTurns: 100_000,
  maxTerms: 100,
  maxTermCharacters: 50,
} as const;

export const ELEVENLABS = {
  frame: { minAudioMs: 100, maxAudioMs: 500 },
  /** The provider ignores the commit of less. */
  minCommitAudioMs: 350,
  /** The provider has been seen to give an answer twice. */
  answerSettlesMs: 250,
  /** The documentation says that sessions are limited, but not to how much; this is other providers' lowest. */
  maxSessionMs: 50 * 60_000,
  maxTerms: 50,
  maxTermCharacters: 20,
} as const;

export const GROQ = {
  /** The provider takes a prompt of 224 tokens; a token has two characters or more. */
  maxPromptCharacters: 448,
} as const;

export const MISTRAL = {
  /** Words to listen for. */
  maxWords: 100,
} as const;

/** Audio as files in requests of their own, and other requests. */
export const HTTP = {
  /** Uploads under way at once; the others wait. */
  maxUploads: 3,
  /** Providers take requests of 25 MB; what is left is for the other fields. */
  maxFileBytes: 24_000_000,
  /** Providers refuse less audio. */
  minFileAudioMs: 100,
  /** Longer audio is split at the quietest moment of this length, looked for in this much audio before the limit. */
  pauseAudioMs: 20,
  pauseSearchAudioMs: 60_000,
  /** Wait for the next byte of the answer: this, and the audio's own length, at most the last. */
  answerMs: 10_000,
  maxAnswerMs: 120_000,
  maxAnswerCharacters: 4_194_304,
  keyCheckMs: 10_000,
} as const;
