import { once } from 'node:events';
import { WebSocket } from 'ws';
import { parseJson } from '../json.ts';

/** A message from the server: all fields that tests read; each message has only some of them. */
export interface Message {
  type: string;
  event_id: string;
  item_id: string;
  previous_item_id: string | null;
  delta: string;
  transcript: string;
  error: { type: string; code: string | null; message: string; param: string | null; event_id: string | null };
  session: { type: string; audio: { input: { transcription: unknown; turn_detection: unknown } } };
  audio_start_ms: number;
  start: number;
  duration: number;
  is_final: boolean;
  speech_final: boolean;
  from_finalize: boolean;
  channel: { alternatives: [{ transcript: string; words: { word: string; start: number; end: number }[] }] };
}

/** A bare WebSocket client for tests: keeps everything that arrives, in order. */
export class SocketClient {
  readonly #socket: WebSocket;
  readonly #arrived: Message[] = [];
  #wake: () => void = () => {};
  /** How the socket was closed; 1006 if the connection was dropped. */
  readonly closed: Promise<{ code: number; reason: string }>;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data, isBinary) => {
      this.#arrived.push((isBinary ? data : parse(String(data))) as Message);
      this.#wake();
    });
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  }

  /** Starts to connect, without waiting. */
  static begin(url: string, headers: Record<string, string> = {}): SocketClient {
    return new SocketClient(new WebSocket(url, { headers }));
  }

  /** Connects. */
  static async open(url: string, headers: Record<string, string> = {}): Promise<SocketClient> {
    const client = SocketClient.begin(url, headers);
    await client.opened();
    return client;
  }

  async opened(): Promise<void> {
    await once(this.#socket, 'open');
  }

  /** Connects and expects to be refused. Returns the HTTP response. */
  static async refused(url: string, headers: Record<string, string> = {}) {
    const socket = new WebSocket(url, { headers });
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    const body: Buffer[] = await response.toArray();
    const text = Buffer.concat(body).toString();
    return { status: response.statusCode as number, headers: response.headers, body: parse(text) };
  }

  /** Sends an object as JSON, text unchanged, bytes as a binary frame. */
  send(message: object | string | Buffer): void {
    this.#socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));
  }

  /** The next message, or the next of a type: those before it are skipped. */
  async next(type?: string): Promise<Message> {
    for (;;) {
      const message = this.#arrived.shift();
      if (message === undefined) await new Promise<void>((resolve) => (this.#wake = resolve));
      else if (type === undefined || message.type === type) return message;
    }
  }

  /** All messages that weren't taken yet, once the server has answered a ping and so received everything sent to it. */
  async soFar(): Promise<Message[]> {
    this.#socket.ping();
    await once(this.#socket, 'pong');
    return this.rest();
  }

  /** All messages that have arrived and weren't taken yet. */
  rest(): Message[] {
    return this.#arrived.splice(0);
  }

  /** How much was sent but hasn't left this process yet. */
  get backlogBytes(): number {
    return this.#socket.bufferedAmount;
  }

  close(code = 1000): void {
    this.#socket.close(code);
  }

  terminate(): void {
    this.#socket.terminate();
  }
}

/** Parses JSON; returns any other text unchanged. */
function parse(text: string): unknown {
  return parseJson(text) ?? text;
}
