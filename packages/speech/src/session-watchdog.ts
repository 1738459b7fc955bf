import type { Clock } from './clock.ts';
import { WATCHDOG } from './limits.ts';

/** The part of a connection that is watched. */
export interface WatchedConnection {
  ping(): void;
  readonly bufferedBytes: number;
}

/**
 * Detects a lost session: its connection does not open or shows no sign of life (`network`), or the server is alive but
 * does not get ready or sends no text (`timeout`).
 *
 * It checks at a fixed interval rather than at the deadlines, for two reasons. Whether bytes leave a backlog can
 * only be seen by checking twice. And a check that runs far too late shows that the machine slept: then every timeout
 * restarts, with a ping, since a healthy server's answers may be waiting unread.
 */
export class SessionWatchdog {
  readonly #clock: Clock;
  readonly #connection: WatchedConnection;
  readonly #onLost: (kind: 'network' | 'timeout') => void;
  #stage: 'connecting' | 'open' | 'ready' = 'connecting';
  #awaitedAudioMs: number | undefined;
  #lookedAt: number;
  #connectingSince: number;
  #pingedAt: number;
  #aliveAt: number;
  #progressAt: number;
  /** What was buffered on this machine at the last check, and what has been added since. */
  #backlogBytes = 0;
  #addedBytes = 0;
  #cancelNextLook: () => void = () => {};

  /** Starts watching. `onLost` is called at most once. */
  constructor(clock: Clock, connection: WatchedConnection, onLost: (kind: 'network' | 'timeout') => void) {
    this.#clock = clock;
    this.#connection = connection;
    this.#onLost = onLost;
    const now = clock.now();
    this.#lookedAt = now;
    this.#connectingSince = now;
    this.#pingedAt = now;
    this.#aliveAt = now;
    this.#progressAt = now;
    this.#scheduleLook();
  }

  /** The connection is open. */
  opened(): void {
    this.#stage = 'open';
    this.#pingedAt = this.#clock.now();
    this.heard();
  }

  /** The session accepts audio. */
  ready(): void {
    this.#stage = 'ready';
  }

  /** Something arrived from the server. */
  heard(): void {
    this.#aliveAt = this.#clock.now();
  }

  /** The server sent something about the text. */
  progressed(): void {
    this.#progressAt = this.#clock.now();
  }

  /** This many bytes were passed to the connection. */
  sent(bytes: number): void {
    this.#addedBytes += bytes;
  }

  /** `audioMs`: length of the oldest audio whose text is awaited; `undefined`: no text is awaited. */
  awaitText(audioMs: number | undefined): void {
    if (this.#awaitedAudioMs === undefined) this.progressed();
    this.#awaitedAudioMs = audioMs;
  }

  stop(): void {
    this.#cancelNextLook();
  }

  #scheduleLook(): void {
    this.#cancelNextLook = this.#clock.schedule(WATCHDOG.checkEveryMs, () => {
      // Before the check, which may stop the watchdog.
      this.#scheduleLook();
      this.#look();
    });
  }

  #look(): void {
    const now = this.#clock.now();
    const slept = now - this.#lookedAt >= WATCHDOG.checkEveryMs + WATCHDOG.sleptMs;
    this.#lookedAt = now;
    if (slept) this.#startAnew(now);
    if (this.#backlogShrank()) {
      this.#aliveAt = now;
      this.#progressAt = now;
    }
    const lost = this.#lostKind(now);
    if (lost !== undefined) {
      this.stop();
      this.#onLost(lost);
    } else if (this.#stage !== 'connecting' && now - this.#pingedAt >= WATCHDOG.pingEveryMs) {
      this.#pingedAt = now;
      this.#connection.ping();
    }
  }

  #startAnew(now: number): void {
    this.#connectingSince = now;
    this.#aliveAt = now;
    this.#progressAt = now;
    this.#pingedAt = now - WATCHDOG.pingEveryMs;
  }

  #lostKind(now: number): 'network' | 'timeout' | undefined {
    if (this.#stage !== 'connecting' && now - this.#aliveAt >= WATCHDOG.deadAfterMs) return 'network';
    if (this.#stage !== 'ready' && now - this.#connectingSince >= WATCHDOG.connectingMs) {
      return this.#stage === 'connecting' ? 'network' : 'timeout';
    }
    if (this.#awaitedAudioMs === undefined) return undefined;
    const answerMs = Math.min(WATCHDOG.maxAnswerMs, WATCHDOG.answerMs + this.#awaitedAudioMs);
    return now - this.#progressAt >= answerMs ? 'timeout' : undefined;
  }

  /**
   * Whether bytes left that were buffered at the last check. Bytes that the system accepted without buffering prove
   * nothing: it accepts some for a dead connection too.
   */
  #backlogShrank(): boolean {
    const waited = this.#backlogBytes;
    const added = this.#addedBytes;
    this.#backlogBytes = this.#connection.bufferedBytes;
    this.#addedBytes = 0;
    return waited > 0 && this.#backlogBytes < waited + added;
  }
}
