import type { ErrorOrigin } from '../error-messages.ts';
import type { SttErrorKind, SttEvent, SttSession } from '../provider.ts';
import { SessionConnection, type SessionPorts } from '../session-connection.ts';
import type { WebSocketRequest } from '../transport.ts';
import { AudioFeed, type FeedRules } from './audio-feed.ts';

/** What every provider says of a session. */
export type StreamMessage =
  /** Audio may be sent. */
  { type: 'ready' } | { type: 'failed'; kind: SttErrorKind; code?: string | undefined };

/** What protocols that stream audio have in common. Made for one session. */
export interface StreamProtocol<Message extends { type: string }> {
  feed: FeedRules;
  /** What is sent when the connection is open. */
  opening?: readonly string[];
  /** Whether audio may follow that at once; else once the provider says so. */
  isReadyOnOpen: boolean;
  /** Reads a frame; nothing for whatever doesn't matter. */
  read(data: string | Uint8Array): Message[];
  /** What it means that the provider closed the connection. */
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
        // A provider closes a stream after saying so, which ends it here; before, it is cut short.
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

  /** Has whatever is awaited answered, and ends the session then. */
  protected abstract finish(): boolean;

  end(): void {
    if (this.stage === 'ending' || this.stage === 'unused') return;
    const isReady = this.stage === 'ready';
    this.stage = isReady ? 'ending' : 'unused';
    // Not at once, since no event arrives during a call.
    if (!isReady || !this.finish()) this.connection.schedule(0, () => this.connection.finish());
  }

  cancel(): void {
    this.connection.cancel();
  }

  /** Takes what the provider says of the text. */
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
