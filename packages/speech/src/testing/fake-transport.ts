import type {
  HttpExchange,
  HttpRequest,
  HttpResponse,
  Transport,
  WebSocketConnection,
  WebSocketEnd,
  WebSocketListener,
  WebSocketRequest,
} from '../transport.ts';
import { NetworkFailure } from '../transport.ts';

/** A fake network that only records requests; the test plays the servers. */
export class FakeTransport implements Transport {
  /** Every WebSocket requested, oldest first. */
  readonly sockets: FakeSocket[] = [];
  /** Every HTTP exchange requested, oldest first. */
  readonly exchanges: FakeExchange[] = [];

  connect(request: WebSocketRequest, listener: WebSocketListener): FakeSocket {
    const socket = new FakeSocket(request, listener);
    this.sockets.push(socket);
    return socket;
  }

  request(request: HttpRequest, onSent: () => void = () => {}): FakeExchange {
    const exchange = new FakeExchange(request, onSent);
    this.exchanges.push(exchange);
    return exchange;
  }
}

/** The fields of interest in a JSON message that a client sent. */
export interface SentMessage {
  type?: string;
  event_id?: string;
  audio?: string;
  session?: object;
}

/**
 * A fake WebSocket. `open`, `receive`, `pong` and `end` are the network's side; as with a real socket, they don't reach
 * the client once the socket has ended, so that a test may go on playing the server.
 */
export class FakeSocket implements WebSocketConnection {
  readonly request: WebSocketRequest;
  /** Every frame sent, oldest first. */
  readonly sent: (string | Uint8Array)[] = [];
  pingCount = 0;
  /** `ended`: by the network. `closed` and `terminated`: by the client. */
  state: 'connecting' | 'open' | 'ended' | 'closed' | 'terminated' = 'connecting';
  bufferedBytes = 0;
  readonly #listener: WebSocketListener;
  #isStalled = false;

  constructor(request: WebSocketRequest, listener: WebSocketListener) {
    this.request = request;
    this.#listener = listener;
  }

  get isLive(): boolean {
    return this.state === 'connecting' || this.state === 'open';
  }

  send(data: string | Uint8Array): void {
    if (this.state === 'connecting') throw new Error('Nothing can be sent before the socket is open.');
    if (this.state !== 'open') return;
    this.sent.push(data);
    if (this.#isStalled) this.bufferedBytes += data.length;
  }

  ping(): void {
    if (this.isLive) this.pingCount += 1;
  }

  close(): void {
    if (this.isLive) this.state = 'closed';
  }

  terminate(): void {
    if (!this.isLive && this.state !== 'closed') return;
    this.state = 'terminated';
    this.bufferedBytes = 0;
  }

  /** The server accepts the connection. */
  open(): void {
    if (this.state !== 'connecting') return;
    this.state = 'open';
    this.#listener.onOpen();
  }

  /** The server sends a frame; what is neither text nor bytes is sent as JSON. */
  receive(message: unknown): void {
    if (this.state !== 'open') return;
    const isFrame = typeof message === 'string' || message instanceof Uint8Array;
    this.#listener.onMessage(isFrame ? message : JSON.stringify(message));
  }

  pong(): void {
    if (this.state === 'open') this.#listener.onPong();
  }

  /** The server or the network ends the socket. */
  end(end: WebSocketEnd): void {
    if (!this.isLive) return;
    this.state = 'ended';
    this.#listener.onEnd(end);
  }

  /** From now on, whatever is sent stays buffered, as on a slow or dead connection. */
  stall(): void {
    this.#isStalled = true;
  }

  /** Sends this many of the buffered bytes. */
  drain(bytes: number): void {
    this.bufferedBytes = Math.max(0, this.bufferedBytes - bytes);
  }

  /** The text frames sent, parsed. */
  get sentJson(): SentMessage[] {
    return this.sent.filter((data) => typeof data === 'string').map((data) => JSON.parse(data));
  }

  /** The binary frames sent. */
  get sentBytes(): Uint8Array[] {
    return this.sent.filter((data) => typeof data !== 'string');
  }
}

/** A fake HTTP exchange: the test answers with `respond`, then `write` and `finish`, or with `fail` at any point. */
export class FakeExchange implements HttpExchange {
  readonly request: HttpRequest;
  readonly response: Promise<HttpResponse>;
  /** A piece of the request's form is sent. */
  readonly takePiece: () => void;
  isCancelled = false;
  readonly #answer = Promise.withResolvers<HttpResponse>();
  #pieces: string[] = [];
  #isFinished = false;
  #failure: NetworkFailure | undefined;
  #wakeReader: () => void = () => {};

  constructor(request: HttpRequest, onSent: () => void) {
    this.request = request;
    this.takePiece = onSent;
    this.response = this.#answer.promise;
    // Avoids an unhandled rejection if the client cancels and never awaits the response.
    this.response.catch(() => {});
  }

  cancel(): void {
    this.isCancelled = true;
    this.fail(new NetworkFailure('The exchange was cancelled.'));
  }

  /** The server answers with a status and headers (names in lower case); the body follows, at once if given. */
  respond(status: number, headers: Record<string, string> = {}, body?: string): void {
    this.#answer.resolve({ status, headers, body: this.#readBody() });
    if (body === undefined) return;
    this.write(body);
    this.finish();
  }

  /** The next piece of the body arrives. */
  write(piece: string): void {
    this.#pieces.push(piece);
    this.#wakeReader();
  }

  /** The body is complete. */
  finish(): void {
    this.#isFinished = true;
    this.#wakeReader();
  }

  /** The connection breaks: before the response, or in its body. */
  fail(failure: NetworkFailure): void {
    if (this.#isFinished) return;
    this.#failure = failure;
    this.#answer.reject(failure);
    this.#wakeReader();
  }

  async *#readBody(): AsyncGenerator<string> {
    for (;;) {
      const pieces = this.#pieces;
      this.#pieces = [];
      yield* pieces;
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#pieces.length > 0) continue;
      if (this.#isFinished) return;
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
    }
  }
}
