/// <reference path="./x11.d.ts" preserve="true" />
import {
  createClient,
  type Done,
  type Extensions,
  type Property,
  type ServerError,
  type XClient,
  type XEvent,
  type XTest,
} from 'x11';

type DisplayFailure =
  /** No display name was given. */
  | 'none'
  /** No server answers. */
  | 'unreachable'
  /** The server rejects this user. */
  | 'refused'
  /** The server lacks an extension. */
  | 'unsupported'
  /** The connection ended. */
  | 'lost';

/** The X display can't be used. The message says what to do. */
export class DisplayError extends Error {
  readonly failure: DisplayFailure;

  constructor(failure: DisplayFailure, message: string) {
    super(message);
    this.name = 'DisplayError';
    this.failure = failure;
  }
}

/** The server refused a request. */
export class RequestError extends Error {
  /** Error code of the X protocol. */
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RequestError';
    this.code = code;
  }
}

/** The error codes that callers handle. */
export const ERROR_CODE = { window: 3, access: 10 } as const;

/** A window's property. */
export interface PropertyValue {
  /** An atom. */
  type: number;
  /** Bits per unit: 8, 16 or 32. */
  format: number;
  /** In this machine's byte order; units follow each other without padding. */
  data: Buffer;
}

/** In units of 4 bytes: longer than any property. */
const WHOLE_PROPERTY = 0x1fff_ffff;
/** The library's `ChangeProperty` takes at most 256 KB at a time. */
const PROPERTY_PIECE_BYTES = 0x3_0000;
const REPLACE = 0;
const APPEND = 2;
const INPUT_ONLY = 2;
/** Keys that we send come back as events immediately. */
const FAKES_KEPT = 64;
const NO_DATA = Buffer.alloc(0);

/** The connection to an X server. The app uses a single one for everything. */
export class Display {
  readonly client: XClient;
  /** The root window of the screen. */
  readonly root: number;
  readonly xtest: XTest;
  readonly minKeycode: number;
  readonly maxKeycode: number;
  readonly #eventListeners = new Set<(event: XEvent) => void>();
  readonly #lostListeners = new Set<(error: DisplayError) => void>();
  readonly #atoms = new Map<string, Promise<number>>();
  readonly #rejectPending = new Set<(error: DisplayError) => void>();
  readonly #timeWaiters: ((time: number) => void)[] = [];
  /** Keys sent recently, by the sequence number of their request. */
  readonly #fakes = new Map<number, number>();
  #timeWindow: Promise<number> | undefined;
  #isOver = false;

  private constructor(client: XClient, screen: { root: number; minKeycode: number; maxKeycode: number }, xtest: XTest) {
    this.client = client;
    this.root = screen.root;
    this.minKeycode = screen.minKeycode;
    this.maxKeycode = screen.maxKeycode;
    this.xtest = xtest;
    client.on('event', (event) => {
      for (const listener of this.#eventListeners) listener(event);
    });
    client.on('end', () => this.#lose());
    // The library emits two kinds of errors: a broken connection, and failed requests that nobody waits for, which
    // don't matter.
    client.on('error', (error) => {
      if (!isServerError(error)) this.#lose();
    });
  }

  /** Connects to a display by its name, such as `:0`, as in the variable DISPLAY. Rejects with a `DisplayError`. */
  static async open(name: string | undefined): Promise<Display> {
    if (!name) throw new DisplayError('none', "There is no X display: DISPLAY isn't set.");
    const { client, screen, min_keycode: minKeycode, max_keycode: maxKeycode } = await connect(name);
    // The library keeps one table of atoms for all connections, but each server numbers its own.
    client.atoms = { ...client.atoms };
    const { root } = screen[Number(client.screenNum)] ?? screen[0]!;
    const xtest = await requireExtension(client, 'xtest').catch((error: unknown) => {
      client.stream.destroy();
      throw error;
    });
    return new Display(client, { root, minKeycode, maxKeycode }, xtest);
  }

  /**
   * Sends a request and waits for its reply or, if it has none, until the server has handled it. Rejects with a
   * `RequestError` if the server refuses it, with a `DisplayError` if the connection ends.
   */
  request<T>(send: (done: Done<T>) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) return reject(lostError());
      send((error, reply) => {
        this.#rejectPending.delete(reject);
        if (error) reject(isServerError(error) ? toRequestError(error) : error);
        else resolve(reply);
        return true;
      });
      this.#rejectPending.add(reject);
    });
  }

  /** Simulates a key press or release (XTest). */
  fakeKey(type: 'press' | 'release', keycode: number): void {
    const { KeyPress, KeyRelease, FakeInput } = this.xtest;
    FakeInput(type === 'press' ? KeyPress : KeyRelease, keycode, 0, this.root, 0, 0);
    this.#fakes.set(this.client.seq_num, keycode);
    const [oldest = 0] = this.#fakes.keys();
    if (this.#fakes.size > FAKES_KEPT) this.#fakes.delete(oldest);
  }

  /** Whether a key event is one that we simulated: it was generated while the server handled that request. */
  isOwnFake(seq: number, keycode: number): boolean {
    return this.#fakes.get(seq) === keycode;
  }

  /** Resolves with an extension of the server. Rejects with a `DisplayError` if the server lacks it. */
  extension<E extends keyof Extensions>(name: E): Promise<Extensions[E]> {
    return requireExtension(this.client, name);
  }

  /** Resolves with the atom of a name; asks the server only once per name. */
  atom(name: string): Promise<number> {
    const known = this.#atoms.get(name);
    if (known) return known;
    const atom = this.request<number>((done) => this.client.InternAtom(false, name, done));
    this.#atoms.set(name, atom);
    return atom;
  }

  /** Resolves with a window's whole property; undefined if the window lacks it. `deleteAfter` deletes it. */
  async getProperty(
    window: number,
    property: number,
    { deleteAfter = false }: { deleteAfter?: boolean } = {},
  ): Promise<PropertyValue | undefined> {
    const { type, format, data } = await this.request<Property>((done) =>
      this.client.GetProperty(deleteAfter ? 1 : 0, window, property, 0, 0, WHOLE_PROPERTY, done),
    );
    return type === 0 ? undefined : { type, format, data };
  }

  /** Sets a window's property, of any length. */
  async setProperty(
    window: number,
    property: number,
    { type, format, data }: { type: number; format: 8 | 16 | 32; data: Buffer },
  ): Promise<void> {
    const pieces: Promise<void>[] = [];
    for (let start = 0; start === 0 || start < data.length; start += PROPERTY_PIECE_BYTES) {
      const piece = data.subarray(start, start + PROPERTY_PIECE_BYTES);
      const mode = start === 0 ? REPLACE : APPEND;
      pieces.push(
        this.request((done) => this.client.ChangeProperty(mode, window, property, type, format, piece, done)),
      );
    }
    await Promise.all(pieces);
  }

  /** Creates a window that is never shown: to own selections, or to watch its properties (`eventMask`). */
  async createHiddenWindow(eventMask = 0): Promise<number> {
    const id = this.client.AllocID();
    await this.request<void>((done) =>
      this.client.CreateWindow(id, this.root, 0, 0, 1, 1, 0, 0, INPUT_ONLY, 0, { eventMask }, done),
    );
    return id;
  }

  /** Resolves with the server time in milliseconds, which selection ownership is based on. */
  async serverTime(): Promise<number> {
    this.#timeWindow ??= this.#openTimeWindow();
    const [window, property] = await Promise.all([this.#timeWindow, this.atom('_TIME')]);
    // Every property change is reported with a timestamp, even one that appends nothing.
    const change = this.request<void>((done) =>
      this.client.ChangeProperty(APPEND, window, property, property, 8, NO_DATA, done),
    );
    const time = new Promise<number>((resolve) => this.#timeWaiters.push(resolve));
    await change;
    return time;
  }

  /** Listens to all events of the connection. Returns a function that stops listening. */
  onEvent(listener: (event: XEvent) => void): () => void {
    return listen(this.#eventListeners, listener);
  }

  /** Listens for the end of the connection, except by `close`. Returns a function that stops listening. */
  onLost(listener: (error: DisplayError) => void): () => void {
    return listen(this.#lostListeners, listener);
  }

  /** Ends the connection once all requests have been sent. The server frees everything it held for it. */
  async close(): Promise<void> {
    if (this.#isOver) return;
    this.#end();
    await new Promise<void>((resolve) => {
      this.client.stream.once('close', resolve);
      this.client.stream.end(() => this.client.stream.destroy());
    });
  }

  #lose(): void {
    if (this.#isOver) return;
    this.#end();
    for (const listener of this.#lostListeners) listener(lostError());
  }

  #end(): void {
    this.#isOver = true;
    for (const reject of this.#rejectPending) reject(lostError());
    this.#rejectPending.clear();
  }

  async #openTimeWindow(): Promise<number> {
    const window = await this.createHiddenWindow(this.client.eventMask.PropertyChange);
    this.onEvent((event) => {
      if (event.name === 'PropertyNotify' && event.wid === window) this.#timeWaiters.shift()?.(event.time);
    });
    return window;
  }
}

function connect(name: string): Promise<Parameters<Parameters<typeof createClient>[1]>[1]> {
  return new Promise((resolve, reject) => {
    try {
      const client = createClient({ display: name, shm: false }, (error, display) => {
        if (error) reject(toDisplayError(name, error));
        else resolve(display);
      });
      client.on('error', (error) => {
        if (!isServerError(error)) reject(toDisplayError(name, error));
      });
    } catch {
      reject(new DisplayError('unreachable', `"${name}" isn't an X display. DISPLAY looks like ":0".`));
    }
  });
}

function requireExtension<E extends keyof Extensions>(client: XClient, name: E): Promise<Extensions[E]> {
  return new Promise((resolve, reject) => {
    client.require(name, (error, extension) => {
      if (error) reject(new DisplayError('unsupported', `The X server lacks the extension ${name}.`));
      else resolve(extension);
    });
  });
}

/** A server that requires a cookie either says so or just hangs up. */
function toDisplayError(name: string, error: Error & { code?: string }): DisplayError {
  if (error.code === undefined || ['EPIPE', 'ECONNRESET', 'EACCES'].includes(error.code)) {
    return new DisplayError(
      'refused',
      `The X display ${name} doesn't let this program in: the cookie file (XAUTHORITY) is missing or wrong.`,
    );
  }
  return new DisplayError('unreachable', `No X server answers at the display ${name}.`);
}

function lostError(): DisplayError {
  return new DisplayError('lost', 'The connection to the X display has ended.');
}

function isServerError(error: Error): error is ServerError {
  return 'error' in error && typeof error.error === 'number';
}

function toRequestError(error: ServerError): RequestError {
  return new RequestError(error.error, `The X server refused request ${error.majorOpcode}: ${error.message}.`);
}

function listen<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
