import type { Done, XEvent } from 'x11';
import type { Display } from '../display.ts';

/** Keycodes of an American keyboard (evdev). */
export const KEY = {
  a: 38,
  f9: 75,
  leftShift: 50,
  leftControl: 37,
  rightControl: 105,
  leftAlt: 64,
  insert: 118,
} as const;
const KEYSYMS: Readonly<Record<number, number>> = {
  [KEY.a]: 0x61,
  [KEY.f9]: 0xffc6,
  [KEY.leftShift]: 0xffe1,
  [KEY.leftControl]: 0xffe3,
  [KEY.rightControl]: 0xffe4,
  [KEY.leftAlt]: 0xffe9,
  [KEY.insert]: 0xff63,
};
const MIN_KEYCODE = 8;
const MAX_KEYCODE = 127;
/** The keycodes of Shift, Lock, Control and Mod1 to Mod5. */
const MODIFIERS = [[KEY.leftShift], [], [KEY.leftControl, KEY.rightControl], [KEY.leftAlt], [], [], [], []];

type Kind = 'press' | 'release';

interface ButtonEvent {
  kind: Kind;
  button: number;
  /** When the user acted, even if the pointer was frozen at the time. */
  time: number;
}

/**
 * An X server with one program, which is under the pointer and has the focus, and one connection, ours. Implements what
 * the X protocol (chapters 10 and 12: grabs, `AllowEvents`), XInput 2 (raw events, `XIQueryPointer`) and XTest say
 * about keys and buttons. Requests and events wait until `sync`.
 */
export class FakeXServer {
  readonly keysDown = new Set<number>();
  /** The buttons the user holds; while the pointer is frozen, programs don't know yet. */
  readonly buttonsHeld = new Set<number>();
  /** What the program has received, such as `press key 38`. */
  readonly delivered: string[] = [];
  readonly display: Display;
  readonly #buttonsDown = new Set<number>();
  readonly #keyGrabs = new Set<string>();
  readonly #buttonGrabs = new Set<string>();
  /** `byKey`: the grab ends when that key is released. */
  #keyboardGrab: { byKey: number | undefined } | undefined;
  #pointerGrab: { isOurs: boolean; isSync: boolean; since: number } | undefined;
  /** The event that froze the pointer. */
  #frozenBy: ButtonEvent | undefined;
  readonly #frozen: ButtonEvent[] = [];
  #isRawSelected = false;
  #isFake = false;
  readonly #requests: (() => void)[] = [];
  readonly #answers: (() => void)[] = [];
  readonly #listeners: ((event: XEvent) => void)[] = [];
  #time = 0;

  constructor() {
    this.display = this.#connect();
  }

  /** What we currently have grabbed, not counting passive grabs. */
  get grabbed(): string[] {
    return [
      ...(this.#keyboardGrab ? ['keyboard'] : []),
      ...(this.#pointerGrab?.isOurs ? ['pointer'] : []),
      ...(this.#frozenBy ? ['standing pointer'] : []),
    ];
  }

  key(kind: Kind, keycode: number): void {
    if (this.keysDown.has(keycode) === (kind === 'press')) return;
    const modifiers = this.#modifiers();
    if (kind === 'press') this.keysDown.add(keycode);
    else this.keysDown.delete(keycode);
    this.#time += 2;
    if (!this.#keyboardGrab)
      this.#deliverRaw(kind === 'press' ? 'XIRawKeyPress' : 'XIRawKeyRelease', keycode, this.#time);
    if (kind === 'press' && !this.#keyboardGrab && this.#keyGrabs.has(`${keycode} ${modifiers}`))
      this.#keyboardGrab = { byKey: keycode };
    this.#deliverKey(kind, keycode, modifiers);
    if (kind === 'release' && this.#keyboardGrab?.byKey === keycode) this.#keyboardGrab = undefined;
  }

  /** Repeats a held key: a release and a press with the same timestamp. */
  repeat(keycode: number): void {
    if (!this.keysDown.has(keycode)) return;
    this.#time += 2;
    this.#deliverKey('release', keycode, this.#modifiers());
    this.#deliverKey('press', keycode, this.#modifiers());
  }

  button(kind: Kind, button: number): void {
    if (this.buttonsHeld.has(button) === (kind === 'press')) return;
    if (kind === 'press') this.buttonsHeld.add(button);
    else this.buttonsHeld.delete(button);
    this.#time += 2;
    const event = { kind, button, time: this.#time };
    if (this.#frozenBy) this.#frozen.push(event);
    else this.#handleButton(event);
  }

  /** Handles all requests, and delivers all replies and events, until nothing is pending. */
  sync(): void {
    while (this.#requests.length > 0 || this.#answers.length > 0) {
      for (const request of this.#requests.splice(0)) request();
      for (const answer of this.#answers.splice(0)) answer();
    }
  }

  #deliverKey(kind: Kind, keycode: number, modifiers: number): void {
    if (!this.#keyboardGrab) {
      this.delivered.push(`${kind} key ${keycode}`);
      return;
    }
    const name = kind === 'press' ? 'KeyPress' : 'KeyRelease';
    this.#send({ name, type: 0, keycode, time: this.#time, wid: 1, buttons: modifiers });
  }

  #deliverRaw(
    name: 'XIRawKeyPress' | 'XIRawKeyRelease' | 'XIRawButtonPress' | 'XIRawButtonRelease',
    detail: number,
    time: number,
  ): void {
    if (this.#isRawSelected) this.#send({ name, type: 35, seq: this.#isFake ? 1 : 0, detail, time });
  }

  #handleButton(event: ButtonEvent, isReplayed = false): void {
    const { kind, button, time } = event;
    if (!this.#pointerGrab?.isOurs && !isReplayed)
      this.#deliverRaw(kind === 'press' ? 'XIRawButtonPress' : 'XIRawButtonRelease', button, time);
    if (kind === 'press') {
      const isFirst = this.#buttonsDown.size === 0;
      this.#buttonsDown.add(button);
      if (!this.#pointerGrab) {
        const isOurs = isFirst && !isReplayed && this.#buttonGrabs.has(`${button} ${this.#modifiers()}`);
        this.#pointerGrab = { isOurs, isSync: isOurs, since: time };
      }
    } else this.#buttonsDown.delete(button);
    const { isOurs = false, isSync = false } = this.#pointerGrab ?? {};
    if (isOurs) {
      const name = kind === 'press' ? 'ButtonPress' : 'ButtonRelease';
      this.#send({ name, type: 0, keycode: button, time, wid: 1 });
      if (isSync) this.#frozenBy = event;
    } else this.delivered.push(`${kind} button ${button}`);
    if (this.#buttonsDown.size > 0) return;
    this.#pointerGrab = undefined;
    this.#frozenBy = undefined;
  }

  #allow(mode: number, time: number): void {
    if (!this.#pointerGrab?.isOurs || time < this.#pointerGrab.since) return;
    const at = this.#frozenBy;
    this.#frozenBy = undefined;
    this.#pointerGrab.isSync = mode === 1;
    if (mode === 2 && at) {
      this.#pointerGrab = { isOurs: false, isSync: false, since: at.time };
      this.#handleButton(at, true);
    }
    while (!this.#frozenBy && this.#frozen.length > 0) {
      this.#handleButton(this.#frozen.shift()!);
    }
  }

  /** Bit mask of the modifiers that are down. */
  #modifiers(): number {
    return MODIFIERS.reduce(
      (mask, keycodes, row) => (keycodes.some((keycode) => this.keysDown.has(keycode)) ? mask | (1 << row) : mask),
      0,
    );
  }

  #send(event: XEvent): void {
    this.#answers.push(() => {
      for (const listener of this.#listeners) listener(event);
    });
  }

  #connect(): Display {
    const request = <T>(handle: () => T, done?: Done<T>) => {
      this.#requests.push(() => {
        const reply = handle();
        if (done) this.#answers.push(() => done(null, reply));
      });
    };
    const replies: Record<number, [read: (reply: Buffer) => number[], done: Done<number[]>]> = {};
    const client = {
      seq_num: 0,
      replies,
      eventMask: { ButtonPress: 4, ButtonRelease: 8 },
      stream: { cork: () => undefined, uncork: () => undefined },
      pack_stream: {
        put: () => {
          const [read, done] = replies[client.seq_num]!;
          request(() => read(this.#pointerReply()), done);
        },
        submit: () => undefined,
      },
      GetKeyboardMapping: (_first: number, _count: number, done: Done<number[][]>) =>
        request(
          () =>
            Array.from({ length: MAX_KEYCODE - MIN_KEYCODE + 1 }, (_, index) => [KEYSYMS[MIN_KEYCODE + index] ?? 0]),
          done,
        ),
      GetModifierMapping: (done: Done<number[][]>) => request(() => MODIFIERS, done),
      QueryKeymap: (done: Done<Buffer>) =>
        request(() => {
          const bits = Buffer.alloc(32);
          for (const keycode of this.keysDown) {
            const byte = keycode >> 3;
            bits.writeUInt8(bits.readUInt8(byte) | (1 << (keycode & 7)), byte);
          }
          return bits;
        }, done),
      GrabKey: (
        _root: number,
        _own: number,
        modifiers: number,
        code: number,
        _p: number,
        _k: number,
        done: Done<void>,
      ) => request(() => void this.#keyGrabs.add(`${code} ${modifiers}`), done),
      UngrabKey: (_root: number, code: number, modifiers: number, done: Done<void>) =>
        request(() => void this.#keyGrabs.delete(`${code} ${modifiers}`), done),
      GrabButton: (...parameters: unknown[]) => {
        const [button, modifiers, done] = parameters.slice(-3);
        request(() => void this.#buttonGrabs.add(`${button} ${modifiers}`), done as Done<void>);
      },
      UngrabButton: (_root: number, button: number, modifiers: number, done: Done<void>) =>
        request(() => void this.#buttonGrabs.delete(`${button} ${modifiers}`), done),
      AllowEvents: (mode: number, time: number) => request(() => this.#allow(mode, time)),
      GrabServer: () => undefined,
      UngrabServer: () => undefined,
      GrabKeyboard: (...parameters: unknown[]) =>
        request(
          () => {
            this.#keyboardGrab = { byKey: undefined };
            return 0;
          },
          parameters.at(-1) as Done<number>,
        ),
      UngrabKeyboard: () =>
        request(() => {
          this.#keyboardGrab = undefined;
        }),
    };
    const extensions = {
      xkb: { EventType: { NewKeyboardNotify: 1, MapNotify: 2 }, UseCoreKbd: 0, SelectEvents: () => undefined },
      xinput: {
        majorOpcode: 131,
        AllMasterDevices: 1,
        EventMask: { RawKeyPress: 1, RawKeyRelease: 2, RawButtonPress: 4, RawButtonRelease: 8 },
        XISelectEvents: (_root: number, [selected]: { mask: number }[]) =>
          request(() => {
            this.#isRawSelected = selected!.mask !== 0;
          }),
      },
    };
    const display = {
      client,
      root: 1,
      minKeycode: MIN_KEYCODE,
      maxKeycode: MAX_KEYCODE,
      onEvent: (listener: (event: XEvent) => void) => this.#listeners.push(listener),
      onLost: () => undefined,
      extension: async (name: keyof typeof extensions) => extensions[name],
      request: <T>(send: (done: Done<T>) => void) =>
        new Promise<T>((resolve) => {
          send((_, reply) => {
            resolve(reply);
            return true;
          });
        }),
      isOwnFake: (seq: number) => seq === 1,
      fakeKey: (kind: Kind, keycode: number) =>
        request(() => {
          this.#isFake = true;
          this.key(kind, keycode);
          this.#isFake = false;
        }),
    };
    return display as unknown as Display;
  }

  /** The reply to `XIQueryPointer`, without its first 8 bytes. */
  #pointerReply(): Buffer {
    const reply = Buffer.alloc(52);
    reply.writeUInt16LE(1, 26);
    for (const button of this.#buttonsDown) {
      const byte = 48 + (button >> 3);
      reply.writeUInt8(reply.readUInt8(byte) | (1 << (button & 7)), byte);
    }
    return reply;
  }
}
