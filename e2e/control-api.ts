import { vi } from 'vitest';

/** The sandbox's control API as these tests use it: the README of `sandbox/speech` describes all of it. */

/** What a key's owner can expect of the sandbox. */
export interface Scenario {
  /** Audio in which received audio is looked for, and the words in it. */
  reference?: { wavPath: string };
  words?: readonly { text: string; startMs: number; endMs: number }[];
  key?: 'accepted' | 'refused' | 'refused-after-open';
  connectDelayMs?: number;
  latency?: { fixedMs: number };
  sessionMaxMs?: number;
  /** Further models of the HTTP call. */
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

/** A question to a language model. */
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
    /** Only in the n-th session of the key; a socket that is refused counts. */
    session?: number;
    onEvent?: EventName;
    /** Once the session has received so much audio. */
    afterAudioMs?: number;
    /** Only the n-th time, counted over all sessions of the key. */
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

/** What the sandbox wrote down of one session: a socket, or a request for a transcription. */
export interface SessionRecord {
  session: number;
  protocol: 'openai-realtime' | 'openai-transcriptions' | 'deepgram-listen';
  receivedSamples: number;
  /** Null while it is open. */
  closedAtMs: number | null;
  /** Pieces of the audio that were to become text. */
  items: { from: number; to: number; outcome: 'pending' | 'final' | 'failed'; text: string | null }[];
  /** What the client should not have done. */
  violations: { code: string; message: string }[];
}

/**
 * A connection for each call: one that was kept open may be closed by the sandbox while a test computes, which is
 * noticed only when the next call goes out over it.
 */
const OWN_CONNECTION = { connection: 'close' };

/** A key of the sandbox with its own scenario. */
export class SandboxAccount {
  /** Where the sandbox is, up to and including `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly #address: string;

  constructor(baseUrl: string, key: string) {
    this.baseUrl = baseUrl;
    this.key = key;
    this.#address = new URL(`/control/scenarios/${encodeURIComponent(key)}`, baseUrl).href;
  }

  /** Has the sandbox treat the key as the scenario says, and keep the audio that it receives. */
  async play(scenario: Scenario): Promise<void> {
    const response = await fetch(this.#address, {
      method: 'PUT',
      headers: { ...OWN_CONNECTION, 'content-type': 'application/json' },
      body: JSON.stringify({ ...scenario, keepAudio: true }),
    });
    if (!response.ok) throw new Error(`The sandbox refused the scenario: ${await response.text()}`);
  }

  /** What was received so far, session by session. */
  async sessions(): Promise<SessionRecord[]> {
    const response = await fetch(`${this.#address}/sessions`, { headers: OWN_CONNECTION });
    return ((await response.json()) as { sessions: SessionRecord[] }).sessions;
  }

  /** What language models were asked so far. */
  async questions(): Promise<QuestionRecord[]> {
    const response = await fetch(`${this.#address}/questions`, { headers: OWN_CONNECTION });
    return ((await response.json()) as { questions: QuestionRecord[] }).questions;
  }

  /** Resolves once what was received so far is as asked for. */
  async until(isReached: (sessions: readonly SessionRecord[]) => boolean): Promise<void> {
    await vi.waitUntil(async () => isReached(await this.sessions()), { timeout: 60_000, interval: 50 });
  }

  /** The 16-bit samples that a session received. */
  async audio(session: number): Promise<Buffer> {
    const response = await fetch(`${this.#address}/sessions/${session}/audio`, { headers: OWN_CONNECTION });
    return Buffer.from(await response.arrayBuffer());
  }
}
