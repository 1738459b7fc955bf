import { vi } from 'vitest';

/** The sandbox's control API as used by these tests; `sandbox/speech/README.md` describes all of it. */

/** How the sandbox treats a key. */
export interface Scenario {
  /** The audio in which received audio is located, and the words in it. */
  reference?: { wavPath: string };
  words?: readonly { text: string; startMs: number; endMs: number }[];
  key?: 'accepted' | 'refused' | 'refused-after-open';
  connectDelayMs?: number;
  latency?: { fixedMs: number };
  sessionMaxMs?: number;
  /** Additional models of the HTTP call. */
  models?: readonly string[];
  refusedParameters?: readonly string[];
  languageModel?: {
    dialects?: readonly QuestionRecord['dialect'][];
    answer?: string;
    pieceMs?: number;
    outcome?: 'complete' | 'incomplete' | 'refused' | 'failed' | 'cut' | 'empty';
  };
  rules?: readonly Rule[];
}

/** A request to a language model. */
export interface QuestionRecord {
  dialect: 'responses' | 'chat-completions';
  body: unknown;
  instructions: string;
  input: string;
  isWhole: boolean;
}

/** Something that goes wrong, and when. */
export interface Rule {
  when: {
    /** Only in the key's n-th session; a refused socket counts. */
    session?: number;
    onEvent?: EventName;
    /** Once the session has received this much audio. */
    afterAudioMs?: number;
    /** Only the n-th time, counted across all sessions of the key. */
    nth?: number;
  };
  do: Fault;
}

export type EventName =
  | 'upgrade'
  | 'open'
  | 'request'
  | 'session.update'
  | 'commit'
  | 'finalize'
  | 'close'
  | 'final'
  | 'answer';

export type Fault =
  | { type: 'drop' | 'fail-item' | 'commit-last' | 'expire' | 'garbage' | 'hallucinate' }
  | { type: 'close'; code: number; reason?: string }
  | { type: 'stall' | 'mute'; ms?: number }
  | { type: 'delay'; ms: number }
  | { type: 'refuse'; status: number; headers?: Record<string, string>; body?: unknown }
  | { type: 'error'; error: { type?: string; code?: string; message?: string }; fatal?: boolean }
  | { type: 'repeat'; times: number }
  | { type: 'reorder'; hold: number }
  | { type: 'echo'; what: 'keywords' | 'prompt' };

/** The sandbox's record of one session: a socket, or a transcription request. */
export interface SessionRecord {
  session: number;
  protocol: 'openai-realtime' | 'openai-transcriptions' | 'deepgram-listen';
  receivedSamples: number;
  /** Null while it is open. */
  closedAtMs: number | null;
  /** The pieces of audio submitted for recognition. */
  items: { from: number; to: number; outcome: 'pending' | 'final' | 'failed'; text: string | null }[];
  /** The client's protocol violations. */
  violations: { code: string; message: string }[];
}

/**
 * Opens a connection for each call: the sandbox may close an idle one while a test computes, which is noticed only when the next
 * call is sent.
 */
const OWN_CONNECTION = { connection: 'close' };

/** A key of the sandbox with its own scenario. */
export class SandboxAccount {
  /** The sandbox's address, up to and including `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly #address: string;

  constructor(baseUrl: string, key: string) {
    this.baseUrl = baseUrl;
    this.key = key;
    this.#address = new URL(`/control/scenarios/${encodeURIComponent(key)}`, baseUrl).href;
  }

  /** Sets the key's scenario, and has the sandbox keep the audio that it receives. */
  async play(scenario: Scenario): Promise<void> {
    const response = await fetch(this.#address, {
      method: 'PUT',
      headers: { ...OWN_CONNECTION, 'content-type': 'application/json' },
      body: JSON.stringify({ ...scenario, keepAudio: true }),
    });
    if (!response.ok) throw new Error(`The sandbox refused the scenario: ${await response.text()}`);
  }

  /** The sessions so far. */
  async sessions(): Promise<SessionRecord[]> {
    const response = await fetch(`${this.#address}/sessions`, { headers: OWN_CONNECTION });
    return ((await response.json()) as { sessions: SessionRecord[] }).sessions;
  }

  /** The requests to language models so far. */
  async questions(): Promise<QuestionRecord[]> {
    const response = await fetch(`${this.#address}/questions`, { headers: OWN_CONNECTION });
    return ((await response.json()) as { questions: QuestionRecord[] }).questions;
  }

  /** Resolves once the sessions meet a condition. */
  async until(isReached: (sessions: readonly SessionRecord[]) => boolean): Promise<void> {
    await vi.waitUntil(async () => isReached(await this.sessions()), { timeout: 300_000, interval: 50 });
  }

  /** The 16-bit samples that a session received. */
  async audio(session: number): Promise<Buffer> {
    const response = await fetch(`${this.#address}/sessions/${session}/audio`, { headers: OWN_CONNECTION });
    return Buffer.from(await response.arrayBuffer());
  }
}
