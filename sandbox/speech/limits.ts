const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** Every duration and limit of the providers, and of the sandbox itself. How audio is recognized is tuned in `recognizer/`. */
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
  /** Mistral: the most words to listen for. */
  mostMistralWords: 100,

  /** Deepgram: without audio and `KeepAlive` for this long a stream is closed. */
  idleStreamMs: 10_000,
  /** Deepgram: speech that goes on is made final in parts of about this length. */
  longestSegmentMs: 5_000,
  /** Deepgram: audio between interim results. */
  interimStepMs: 500,
  /** Deepgram: less open audio is not worth an answer to `Finalize`. */
  leastFinalizedMs: 100,
  /** Deepgram: a word whose sound came this near to the end of the audio may go on. */
  wordMayGoOnMs: 100,

  /** Soniox: without audio and `keepalive` for this long a stream is ended. */
  idleSonioxMs: 20_000,
  /** Soniox: the longest context. */
  longestContextCharacters: 10_000,
  /** AssemblyAI: what one frame may hold, and the silence that ends a turn. */
  shortestFrameMs: 50,
  longestFrameMs: 1_000,
  turnSilenceMs: 400,
  /** AssemblyAI: words to listen for. */
  mostKeyterms: 100,
  longestKeytermCharacters: 50,
  /** ElevenLabs: less audio than that is not committed. */
  shortestScribeCommitMs: 300,
  mostScribeTerms: 50,
  longestScribeTermCharacters: 20,
  /** How far audio may be ahead of the speed at which it is spoken, if providers ask for that speed. */
  largestLeadMs: 30_000,
  /** Soniox: how far behind the audio tokens are final. */
  tokenSettlesMs: 1_500,

  /** How long finals that are to be reordered wait for more of them. */
  heldFinalMs: 1_000,
  /** The sessions of which an account remembers what was received. */
  sessionsRemembered: 200,
  /** The largest scenario: 20 minutes of audio at 24 kHz as base64, and then some. */
  largestScenarioBytes: 128 * MEBIBYTE,
  /** The largest frame read; more than an event may have, so that such an event is refused and not its frame. */
  largestFrameBytes: 20 * MEBIBYTE,
} as const;
