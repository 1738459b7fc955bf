import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../clock.ts';
import { type Action, type EventName, FaultRules, type Protocol } from './fault-rules.ts';
import { LIMITS } from './limits.ts';
import { msOf } from './recognizer/rate.ts';
import type { Script } from './recognizer/recognizer.ts';
import { loadScript, type Scenario } from './scenario.ts';

/** A stretch of audio to be transcribed. Positions are samples at the session's rate. */
export interface ItemRecord {
  id: string;
  from: number;
  to: number;
  outcome: 'pending' | 'final' | 'failed';
  text: string | null;
  /** When the audio was complete, and when the text was first sent, in milliseconds since the process started. */
  committedAtMs: number;
  finalAtMs: number | null;
  /** The time between the two: the provider's latency. */
  providerMs: number | null;
}

/** A request to a language model. */
export interface QuestionRecord {
  dialect: 'responses' | 'chat-completions';
  body: unknown;
  instructions: string;
  input: string;
  /** Whether the answer was sent in full. */
  isWhole: boolean;
}

/** A client error that was refused. */
interface Violation {
  atMs: number;
  code: string;
  message: string;
}

/** What was received in one session: on a socket, or in a transcription request. */
export interface SessionRecord {
  session: number;
  protocol: Protocol;
  openedAtMs: number;
  closedAtMs: number | null;
  /** How it ended: by a close frame (`code`, `reason`), a dropped connection or an HTTP response (`code` is null). */
  end: { by: 'client' | 'sandbox'; code: number | null; reason: string } | null;
  /** Path and query. */
  url: string;
  /** Without those that hold the key. */
  headers: Record<string, string>;
  /** What the client configured: `session.update`s, or a request's fields. */
  configurations: unknown[];
  /** Samples per second of the received audio; 0 while unknown. */
  rate: number;
  receivedSamples: number;
  items: ItemRecord[];
  violations: Violation[];
}

/** One session of an account: records what is received, and tells which faults to inject. */
export class SessionJournal {
  readonly record: SessionRecord;
  readonly #account: Account;
  readonly #clock: Clock;
  readonly #audio: Buffer[] = [];

  constructor(account: Account, clock: Clock, record: SessionRecord) {
    this.#account = account;
    this.#clock = clock;
    this.record = record;
  }

  /** Returns the faults to inject at an event of this session. */
  faults(event: EventName): Action[] {
    return this.#account.faults.at(event, this.#moment());
  }

  /** Records received 16-bit samples. Returns the faults that they trigger. */
  receive(pcm: Buffer): Action[] {
    const before = this.#moment().audioMs;
    this.record.receivedSamples += pcm.length / 2;
    if (this.#account.scenario.keepAudio) this.#audio.push(pcm);
    return this.#account.faults.afterAudio(this.#moment(), before);
  }

  /** All audio received, if the scenario keeps it. */
  audio(): Buffer {
    return Buffer.concat(this.#audio);
  }

  refuse(code: string, message: string): void {
    this.record.violations.push({ atMs: this.#clock.now(), code, message });
  }

  /** Records that the audio of an item is complete. */
  commit(id: string, from: number, to: number): ItemRecord {
    const item: ItemRecord = {
      id,
      from,
      to,
      outcome: 'pending',
      text: null,
      committedAtMs: this.#clock.now(),
      finalAtMs: null,
      providerMs: null,
    };
    this.record.items.push(item);
    return item;
  }

  /** Records that an item's text was sent, or that the item failed (null). */
  finish(item: ItemRecord, text: string | null): void {
    const now = this.#clock.now();
    item.outcome = text === null ? 'failed' : 'final';
    item.text = text;
    item.finalAtMs = now;
    item.providerMs = now - item.committedAtMs;
  }

  /** Records how the session ended; only the first call counts. */
  end(by: 'client' | 'sandbox', code: number | null, reason = ''): void {
    if (this.record.closedAtMs !== null) return;
    this.record.closedAtMs = this.#clock.now();
    this.record.end = { by, code, reason };
  }

  #moment() {
    const { session, protocol, receivedSamples, rate } = this.record;
    return { session, protocol, audioMs: rate === 0 ? 0 : (receivedSamples * 1000) / rate };
  }
}

/** Everything the sandbox knows about one API key. */
export class Account {
  readonly key: string;
  readonly scenario: Scenario;
  readonly script: Script;
  readonly faults: FaultRules;
  /** The requests to language models, in order. */
  readonly questions: QuestionRecord[] = [];
  /** Where in the reference the last text sent ended, in samples: a new session is expected to continue there. */
  place = 0;
  readonly #clock: Clock;
  #sessions: SessionJournal[] = [];
  #sessionCount = 0;
  readonly #enders = new Set<() => void>();

  /** @throws {UnusableReference} */
  constructor(key: string, scenario: Scenario, clock: Clock) {
    this.key = key;
    this.scenario = scenario;
    this.script = loadScript(scenario);
    this.faults = new FaultRules(scenario.rules);
    this.#clock = clock;
  }

  /** What was received in each session; only the latest sessions are kept. */
  get sessions(): readonly SessionJournal[] {
    return this.#sessions;
  }

  openSession(protocol: Protocol, url: string, headers: IncomingHttpHeaders, rate: number): SessionJournal {
    this.#sessionCount++;
    const journal = new SessionJournal(this, this.#clock, {
      session: this.#sessionCount,
      protocol,
      openedAtMs: this.#clock.now(),
      closedAtMs: null,
      end: null,
      url: this.#withoutKey(url),
      headers: this.#harmless(headers),
      configurations: [],
      rate,
      receivedSamples: 0,
      items: [],
      violations: [],
    });
    this.#sessions = [...this.#sessions, journal].slice(-LIMITS.sessionsRemembered);
    return journal;
  }

  /** Registers a callback for when the account is forgotten. Returns a function that unregisters it. */
  onForgotten(end: () => void): () => void {
    this.#enders.add(end);
    return () => this.#enders.delete(end);
  }

  /** Ends everything in progress. */
  forget(): void {
    for (const end of this.#enders) end();
  }

  /** How long a final takes, in milliseconds; `samples` are at the recognizer's rate. */
  latencyMs(samples: number): number {
    const { fixedMs, perAudioSecondMs } = this.scenario.latency;
    return fixedMs + (perAudioSecondMs * msOf(samples)) / 1000;
  }

  #withoutKey(text: string): string {
    return this.key === '' ? text : text.replaceAll(this.key, '…');
  }

  #harmless(headers: IncomingHttpHeaders): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => name !== 'authorization' && name !== 'xi-api-key')
        .map(([name, value]) => [name, this.#withoutKey(String(value))]),
    );
  }
}

/** The accounts of all keys. */
export class Accounts {
  readonly #clock: Clock;
  readonly #byKey = new Map<string, Account>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Sets the scenario of a key, and discards everything known about the key before.
   *
   * @throws {UnusableReference}
   */
  set(key: string, scenario: Scenario): void {
    const account = new Account(key, scenario, this.#clock);
    this.forget(key);
    this.#byKey.set(key, account);
  }

  get(key: string): Account | undefined {
    return this.#byKey.get(key);
  }

  /** Forgets a key and ends its sessions. Returns whether it was known. */
  forget(key: string): boolean {
    this.#byKey.get(key)?.forget();
    return this.#byKey.delete(key);
  }

  /** Ends all sessions. */
  forgetAll(): void {
    for (const key of [...this.#byKey.keys()]) this.forget(key);
  }
}
