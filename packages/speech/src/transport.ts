/**
 * The network as the speech clients see it. Implementations connect to exactly the address they are given: redirects
 * are not followed, so that audio and key never go to another host.
 */

/**
 * A failure below the protocol: no connection, a rejected certificate, a reset. `message` names the cause, never the
 * request's headers.
 */
export class NetworkFailure extends Error {
  /** The system's error code if there is one, such as `ECONNREFUSED`. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.name = 'NetworkFailure';
    this.code = code;
  }
}

export interface WebSocketRequest {
  /** `ws:` or `wss:` address, query included. */
  url: string;
  headers: Record<string, string>;
}

/** How a socket ended. Reported once, and nothing is reported after it. */
export type WebSocketEnd =
  /** The server answered the upgrade with an ordinary HTTP response. `body` is truncated to 4,096 characters. */
  | { type: 'refused'; status: number; headers: Record<string, string>; body: string }
  /** The connection could not be established, or broke without a close frame. */
  | { type: 'failed'; failure: NetworkFailure }
  /** The server sent a close frame. `code` is 1005 if the frame had none. */
  | { type: 'closed'; code: number; reason: string };

export interface WebSocketListener {
  onOpen(): void;
  /** A text frame as a string, a binary frame as bytes. */
  onMessage(data: string | Uint8Array): void;
  onPong(): void;
  onEnd(end: WebSocketEnd): void;
}

export interface WebSocketConnection {
  /** Sends a string as a text frame, bytes as a binary frame. Not before `onOpen`; a no-op after the socket's end. */
  send(data: string | Uint8Array): void;
  ping(): void;
  /** Starts the closing handshake; the listener is no longer called. Terminates if the server doesn't answer. */
  close(): void;
  /** Ends at once; whatever has not left this machine is dropped, and the listener is no longer called. */
  terminate(): void;
  /** Bytes passed to `send` that the operating system has not accepted yet. */
  readonly bufferedBytes: number;
}

export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  /** Sent as `multipart/form-data`. */
  form?: FormField[];
  /** Sent as JSON, if there is no form. */
  json?: unknown;
}

export type FormField =
  | { name: string; value: string }
  | { name: string; fileName: string; contentType: string; bytes: Uint8Array };

export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The body, decoded from UTF-8, in pieces as they arrive. Throws `NetworkFailure` if it breaks off. Read once. */
  body: AsyncIterable<string>;
}

export interface HttpExchange {
  /** Resolves once the response's headers have arrived; rejects with `NetworkFailure`. */
  response: Promise<HttpResponse>;
  /** Ends the exchange at once: `response` rejects, `body` throws. */
  cancel(): void;
}

export interface Transport {
  /** Connects at once. The listener isn't called before this returns. */
  connect(request: WebSocketRequest, listener: WebSocketListener): WebSocketConnection;
  /** `onSent` is called as pieces of the form are sent. */
  request(request: HttpRequest, onSent?: () => void): HttpExchange;
}
