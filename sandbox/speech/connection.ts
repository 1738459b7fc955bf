import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { SessionJournal } from './accounts.ts';
import type { Action } from './fault-rules.ts';

/** Messages that are invalid in every protocol: unknown types, wrong shapes, broken JSON, bytes. */
const GARBAGE: readonly (string | Buffer)[] = [
  '{"type":"sandbox.unknown","event_id":"event_unknown","payload":{"deep":[1,null,{"deeper":true}]}}',
  '{"type":"conversation.item.input_audio_transcription.delta","item_id":7,"delta":{"text":false}}',
  '{"type":"conversation.item.input_audio_transcription.completed","item_id":"item_of_nobody"}',
  '{"type":"Results","channel":"none","start":"soon"}',
  '{"type":null}',
  '[]',
  'null',
  '"text"',
  '{"type":"session.updated"',
  '',
  Buffer.from([0, 255, 1, 254]),
];

type Interruption = 'none' | 'stalled' | 'muted';

/** A socket that faults can be injected into. Everything that a protocol sends or schedules goes through it. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #clock: Clock;
  readonly #journal: SessionJournal;
  readonly #onMessage: (data: Buffer, isBinary: boolean) => void;
  readonly #scheduled = new Set<() => void>();
  readonly #inbox: [data: Buffer, isBinary: boolean][] = [];
  readonly #outbox: (() => void)[] = [];
  #interruption: Interruption = 'none';
  #isOpen = true;

  /** The socket must not answer pings itself (`autoPong: false`). */
  constructor(
    socket: WebSocket,
    stream: Duplex,
    clock: Clock,
    journal: SessionJournal,
    onMessage: (data: Buffer, isBinary: boolean) => void,
  ) {
    this.#socket = socket;
    this.#stream = stream;
    this.#clock = clock;
    this.#journal = journal;
    this.#onMessage = onMessage;
    socket.on('message', (data, isBinary) => this.#receive(asBuffer(data), isBinary));
    socket.on('ping', (data) => this.#deliver(() => socket.pong(data)));
    socket.on('close', (code, reason) => {
      this.#end();
      journal.end('client', code === 1006 ? null : code, reason.toString());
    });
    // An error is always followed by 'close'.
    socket.on('error', () => {});
  }

  /** Whether messages from the client are left unread for now. */
  get isStalled(): boolean {
    return this.#interruption === 'stalled';
  }

  /** Sends an object as JSON. */
  send(message: object): void {
    const text = JSON.stringify(message);
    this.#deliver(() => this.#socket.send(text));
  }

  /**
   * Calls a function after a delay, unless the connection has ended by then; synchronously if the delay isn't positive.
   * Returns a function that cancels the call.
   */
  after(delayMs: number, callback: () => void): () => void {
    if (!this.#isOpen) return () => {};
    if (delayMs <= 0) {
      callback();
      return () => {};
    }
    const unschedule = this.#clock.schedule(delayMs, () => {
      this.#scheduled.delete(cancel);
      callback();
    });
    const cancel = () => {
      this.#scheduled.delete(cancel);
      unschedule();
    };
    this.#scheduled.add(cancel);
    return cancel;
  }

  /** Ends the connection with a close frame; truncates the reason if necessary. */
  close(code: number, reason: string): void {
    const sendable = shortened(reason);
    this.#deliver(() => {
      this.#journal.end('sandbox', code, sendable);
      this.#end();
      this.#socket.close(code, sendable);
    });
  }

  /** Drops the connection without a close frame. */
  drop(): void {
    this.#journal.end('sandbox', null);
    this.#end();
    reset(this.#stream);
  }

  /** Injects the faults that are common to all protocols. Returns whether the connection stays open. */
  inject(actions: readonly Action[]): boolean {
    for (const action of actions) {
      if (action.type === 'drop') this.drop();
      if (action.type === 'close') this.close(action.code, action.reason);
      if (action.type === 'stall') this.#interrupt('stalled', action.ms);
      if (action.type === 'mute') this.#interrupt('muted', action.ms);
      if (action.type === 'garbage') for (const junk of GARBAGE) this.#deliver(() => this.#socket.send(junk));
    }
    return this.#isOpen;
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (!this.#isOpen) return;
    if (this.#interruption === 'stalled') this.#inbox.push([data, isBinary]);
    else this.#onMessage(data, isBinary);
  }

  #deliver(deliver: () => void): void {
    if (!this.#isOpen || this.#interruption === 'muted') return;
    if (this.#interruption === 'stalled') this.#outbox.push(deliver);
    else deliver();
  }

  #interrupt(interruption: Interruption, ms: number | undefined): void {
    this.#interruption = interruption;
    if (interruption === 'stalled') this.#socket.pause();
    if (ms === undefined) return;
    this.after(ms, () => {
      if (this.#interruption === interruption) this.#resume();
    });
  }

  #resume(): void {
    this.#interruption = 'none';
    for (const deliver of this.#outbox.splice(0)) deliver();
    for (const [data, isBinary] of this.#inbox.splice(0)) this.#receive(data, isBinary);
    if (this.#interruption === 'none') this.#socket.resume();
  }

  #end(): void {
    this.#isOpen = false;
    for (const cancel of this.#scheduled) cancel();
    this.#scheduled.clear();
  }
}

/** Truncates a reason to what a close frame can hold, 123 bytes, without splitting a character. */
function shortened(reason: string): string {
  return Buffer.from(reason)
    .subarray(0, 123)
    .toString()
    .replace(/\uFFFD$/, '');
}

/** Drops a connection so that the peer sees a reset. */
export function reset(stream: Duplex): void {
  if (stream instanceof Socket) stream.resetAndDestroy();
  else stream.destroy();
}

function asBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
}
