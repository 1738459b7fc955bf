import type { Clock } from './clock.ts';
import { refusalError } from './error-kinds.ts';
import { type ErrorOrigin, sttError } from './error-messages.ts';
import type { SttErrorKind, SttEvent } from './provider.ts';
import { SessionWatchdog } from './session-watchdog.ts';
import type { Transport, WebSocketConnection, WebSocketEnd, WebSocketRequest } from './transport.ts';

export interface SessionPorts {
  clock: Clock;
  transport: Transport;
}

/** A provider's handlers for events of the connection. */
export interface SessionProtocol {
  onOpen(): void;
  onMessage(data: string | Uint8Array): void;
  /** The server closed the connection: the protocol ends the session with `finish` or `fail`. */
  onServerClose(code: number, reason: string): void;
}

/**
 * A session's only connection, and its events. Monitors the connection, and turns every way in which a session can end
 * into a single `closed` event, after which nothing follows: no event, no frame, no timer.
 */
export class SessionConnection {
  readonly #ports: SessionPorts;
  readonly #origin: ErrorOrigin;
  readonly #listener: (event: SttEvent) => void;
  readonly #socket: WebSocketConnection;
  readonly #watchdog: SessionWatchdog;
  readonly #timers = new Set<() => void>();
  #isOver = false;

  /** Connects at once. Neither `protocol` nor `listener` is called before this returns. */
  constructor(
    request: WebSocketRequest,
    origin: ErrorOrigin,
    ports: SessionPorts,
    protocol: SessionProtocol,
    listener: (event: SttEvent) => void,
  ) {
    this.#ports = ports;
    this.#origin = origin;
    this.#listener = listener;
    this.#socket = ports.transport.connect(request, {
      onOpen: () => {
        this.#watchdog.opened();
        protocol.onOpen();
      },
      onMessage: (data) => {
        this.#watchdog.heard();
        protocol.onMessage(data);
      },
      onPong: () => this.#watchdog.heard(),
      onEnd: (end) => this.#onEnd(end, protocol),
    });
    this.#watchdog = new SessionWatchdog(ports.clock, this.#socket, (kind) => this.fail(kind));
  }

  /** Bytes that have not left this machine. */
  get bufferedBytes(): number {
    return this.#socket.bufferedBytes;
  }

  send(data: string | Uint8Array): void {
    this.#watchdog.sent(data.length);
    this.#socket.send(data);
  }

  emit(event: SttEvent): void {
    if (!this.#isOver) this.#listener(event);
  }

  /** The session accepts audio: notifies the listener. */
  ready(): void {
    this.#watchdog.ready();
    this.emit({ type: 'ready' });
  }

  /** The server sent something about the text. */
  progressed(): void {
    this.#watchdog.progressed();
  }

  /** `audioMs`: length of the oldest audio whose text is awaited; `undefined`: no text is awaited. */
  awaitText(audioMs: number | undefined): void {
    this.#watchdog.awaitText(audioMs);
  }

  /** Like the clock's `schedule`, but canceled when the session ends. */
  schedule(delayMs: number, callback: () => void): void {
    if (this.#isOver) return;
    const callOff = this.#ports.clock.schedule(delayMs, () => {
      this.#timers.delete(callOff);
      callback();
    });
    this.#timers.add(callOff);
  }

  /** Ends the session without an error. */
  finish(): void {
    if (!this.#end()) return;
    this.#socket.close();
    this.#listener({ type: 'closed' });
  }

  /** Ends the session with an error. */
  fail(kind: SttErrorKind, code?: string): void {
    this.#endWith({ type: 'closed', error: sttError(kind, this.#origin, { code }) });
  }

  /** Ends the session without an event. */
  cancel(): void {
    if (this.#end()) this.#socket.terminate();
  }

  #onEnd(end: WebSocketEnd, protocol: SessionProtocol): void {
    switch (end.type) {
      case 'refused':
        this.#endWith({ type: 'closed', error: refusalError(end, this.#origin) });
        break;
      case 'failed':
        this.fail('network', end.failure.code);
        break;
      case 'closed':
        protocol.onServerClose(end.code, end.reason);
        break;
    }
  }

  #endWith(closed: SttEvent): void {
    if (!this.#end()) return;
    this.#socket.terminate();
    this.#listener(closed);
  }

  /** Stops everything. Returns false if the session was already over. */
  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#watchdog.stop();
    for (const callOff of this.#timers) callOff();
    this.#timers.clear();
    return true;
  }
}
