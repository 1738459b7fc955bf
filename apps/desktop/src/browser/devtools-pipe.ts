import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';

/** The browser refused a command, or is no longer there to answer it. */
export class DevToolsError extends Error {
  override readonly name = 'DevToolsError';
}

export interface DevToolsEvent {
  method: string;
  params: Record<string, unknown>;
  /** The target that it comes from; absent for the browser itself. */
  sessionId: string | undefined;
}

type Listener = (event: DevToolsEvent) => void;

const messageSchema = z.union([
  z.object({ id: z.number(), error: z.object({ message: z.string() }) }),
  z.object({ id: z.number(), result: z.record(z.string(), z.unknown()) }),
  z.object({
    method: z.string(),
    params: z.record(z.string(), z.unknown()).default({}),
    sessionId: z.string().optional(),
  }),
]);

/** Ends a message on the pipe. */
const TERMINATOR = 0;

/**
 * The Chrome DevTools Protocol over two pipes: the browser reads commands from one and writes answers and events to the
 * other, as JSON terminated by a zero byte. No other process can access them.
 */
export class DevToolsPipe {
  readonly #commands: Writable;
  readonly #pending = new Map<
    number,
    { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void }
  >();
  readonly #listeners = new Set<Listener>();
  #partial: Buffer[] = [];
  #lastId = 0;
  #isClosed = false;

  constructor(commands: Writable, answers: Readable) {
    this.#commands = commands;
    commands.on('error', () => this.#close());
    answers.on('error', () => this.#close());
    answers.on('close', () => this.#close());
    answers.on('data', (data: Buffer) => this.#read(data));
  }

  /** Sends a command to the browser, or to a target that it is attached to. Rejects with a `DevToolsError`. */
  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    if (this.#isClosed) return Promise.reject(new DevToolsError(`${method}: the browser is gone.`));
    this.#lastId += 1;
    const id = this.#lastId;
    this.#commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject: ({ message }) => reject(new DevToolsError(`${method}: ${message}`)) });
    });
  }

  onEvent(listener: Listener): void {
    this.#listeners.add(listener);
  }

  #read(data: Buffer): void {
    let start = 0;
    for (let end = data.indexOf(TERMINATOR); end !== -1; end = data.indexOf(TERMINATOR, start)) {
      this.#take(Buffer.concat([...this.#partial, data.subarray(start, end)]).toString());
      this.#partial = [];
      start = end + 1;
    }
    if (start < data.length) this.#partial.push(data.subarray(start));
  }

  #take(text: string): void {
    const message = messageSchema.parse(JSON.parse(text));
    if ('method' in message) {
      const event = { method: message.method, params: message.params, sessionId: message.sessionId };
      for (const listener of this.#listeners) listener(event);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if ('error' in message) pending?.reject(new Error(message.error.message));
    else pending?.resolve(message.result);
  }

  #close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#pending.values()) reject(new Error('the browser is gone.'));
    this.#pending.clear();
  }
}
