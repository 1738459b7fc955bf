import type { ErrorOrigin } from '../error-messages.ts';
import type { SttErrorKind, SttEvent, SttSession } from '../provider.ts';
import { SessionConnection, type SessionPorts } from '../session-connection.ts';
import type { WebSocketRequest } from '../transport.ts';
import { AudioFeed, type FeedRules } from './audio-feed.ts';

/** Messages about the session that every provider sends. */
export type StreamMessage =
  /** Audio may be sent. */
  { type: 'ready' } | { type: 'failed'; kind: SttErrorKind; code?: string | undefined };

/** What protocols that stream audio have in common. Those with state are created per session. */
export interface StreamProtocol<Message extends { type: string }> {
  feed: FeedRules;
  /** Messages to send once the connection is open. */
  opening?: readonly string[];
  /** Whether audio may follow these immediately; otherwise only after the provider's `ready`. */
  isReadyOnOpen: boolean;
  /** Parses a frame; returns nothing if it is irrelevant. */
  read(data: string | Uint8Array): Message[];
  /** The error kind if the provider closes the connection. */
  kindOfClose(code: number, reason: string): SttErrorKind;
}

/** A session that streams audio over one connection. */
export abstract class StreamSession<Message extends { type: string }> implements SttSession {
  protected readonly connection: SessionConnection;
  protected readonly feed: AudioFeed;
  /** `unused`: ended before it was ready. */
  protected stage: 'connecting' | 'ready' | 'ending' | 'unused' = 'connecting';
  protected pushedSamples = 0;
  readonly #protocol: StreamProtocol<Message>;

  /** Connects at once. */
  constructor(
    request: WebSocketRequest,
    protocol: StreamProtocol<Message>,
    origin: ErrorOrigin,
    ports: SessionPorts,
    listener: (event: SttEvent) => void,
  ) {
    this.#protocol = protocol;
    this.connection = new SessionConnection(
      request,
      origin,
      ports,
      {
        onOpen: () => this.#onOpen(),
        onMessage: (data) => this.#onMessage(data),
        // A provider announces the end first, which ends the session here; a close before that cuts it short.
        onServerClose: (code, reason) => this.connection.fail(protocol.kindOfClose(code, reason), `close-${code}`),
      },
      listener,
    );
    this.feed = new AudioFeed(this.connection, ports.clock, protocol.feed);
  }

  get backlogBytes(): number {
    return this.feed.backlogBytes;
  }

  push(samples: Int16Array): void {
    if (this.stage !== 'ready') return;
    this.pushedSamples += samples.length;
    this.feed.push(samples);
  }

  abstract cut(): void;

  /** Requests all outstanding text and ends the session once it is there. Returns false if none is outstanding. */
  protected abstract finish(): boolean;

  end(): void {
    if (this.stage === 'ending' || this.stage === 'unused') return;
    const isReady = this.stage === 'ready';
    this.stage = isReady ? 'ending' : 'unused';
    // Deferred, since no event may be emitted during a call.
    if (!isReady || !this.finish()) this.connection.schedule(0, () => this.connection.finish());
  }

  cancel(): void {
    this.connection.cancel();
  }

  /** Handles a message about the text. */
  protected abstract on(message: Message): void;

  #onOpen(): void {
    if (this.stage !== 'connecting') return;
    for (const message of this.#protocol.opening ?? []) this.connection.send(message);
    if (this.#protocol.isReadyOnOpen) this.#onReady();
  }

  #onReady(): void {
    if (this.stage !== 'connecting') return;
    this.stage = 'ready';
    this.feed.keepAlive(() => this.stage === 'ready');
    this.connection.ready();
  }

  #onMessage(data: string | Uint8Array): void {
    for (const message of this.#protocol.read(data)) {
      this.connection.progressed();
      if (isStreamMessage(message)) this.#onSession(message);
      else this.on(message);
    }
  }

  #onSession(message: StreamMessage): void {
    if (message.type === 'ready') this.#onReady();
    else this.connection.fail(message.kind, message.code);
  }
}

function isStreamMessage(message: { type: string }): message is StreamMessage {
  return message.type === 'ready' || message.type === 'failed';
}
