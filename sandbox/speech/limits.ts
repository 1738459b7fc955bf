const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** Durations and limits of the providers and the sandbox itself. The recognizer's constants are in `recognizer/`. */
export const LIMITS = {
  /** OpenAI Realtime: less audio cannot be committed. */
  shortestCommitMs: 100,
  /** OpenAI Realtime: the largest client event. */
  largestEventBytes: 15 * MEBIBYTE,
  /** OpenAI Realtime: `semantic_vad` waits as long as `server_vad` does; the sandbox doesn't judge what was said. */
  semanticSilenceMs: 500,
  semanticPaddingMs: 300,

  /** OpenAI over HTTP: the largest file, and the shortest sound in one. */
  largestFileBytes: 25 * MEBIBYTE,
  shortestFileMs: 100,
  largestFieldBytes: MEBIBYTE,

  /** Groq: the longest prompt. */
  longestGroqPromptTokens: 224,
  /** Mistral: the maximum number of words in `context_bias`. */
  mostMistralWords: 100,

  /** Deepgram: a stream is closed after this long without audio or `KeepAlive`. */
  idleStreamMs: 10_000,
  /** Deepgram: continuous speech becomes final in segments of about this length. */
  longestSegmentMs: 5_000,
  /** How much audio there is between interim results. */
  interimStepMs: 500,
  /** Deepgram: `Finalize` gets no response if less audio than this is pending. */
  leastFinalizedMs: 100,
  /** Deepgram, AssemblyAI: a cut word that ends this close to the end of the audio may continue. */
  wordMayGoOnMs: 100,

  /** Soniox: a stream is ended after this long without audio or `keepalive`. */
  idleSonioxMs: 20_000,
  /** Soniox: the longest context. */
  longestContextCharacters: 10_000,
  /** AssemblyAI: how much audio a frame may hold, and the silence that ends a turn. */
  shortestFrameMs: 50,
  longestFrameMs: 1_000,
  turnSilenceMs: 400,
  /** AssemblyAI: the keyterms. */
  mostKeyterms: 100,
  longestKeytermCharacters: 50,
  /** ElevenLabs: less audio is not committed. */
  shortestScribeCommitMs: 300,
  mostScribeTerms: 50,
  longestScribeTermCharacters: 20,
  /** How far audio may run ahead of real time, for providers that require real time. */
  largestLeadMs: 30_000,
  /** Soniox: how far behind the audio tokens become final. */
  tokenSettlesMs: 1_500,

  /** How long finals that are held back for reordering wait for more. */
  heldFinalMs: 1_000,
  /** How many sessions an account remembers. */
  sessionsRemembered: 200,
  /** The largest scenario: enough for 20 minutes of audio at 24 kHz as base64. */
  largestScenarioBytes: 128 * MEBIBYTE,
  /** The largest frame read; larger than the largest event, so that the protocol itself can refuse larger events. */
  largestFrameBytes: 20 * MEBIBYTE,
} as const;
