import { Message, type MessageBus, sessionBus } from '@jellybrick/dbus-next';

/** An object that a program exposes on the bus. */
export interface BusObject {
  /** The program's bus name. */
  program: string;
  path: string;
}

/** A method call on an object, with arguments of the given signature. */
type Question = [object: BusObject, interfaceName: string, member: string, signature?: string, body?: unknown[]];

/** The interface of objects with text. */
export const TEXT = 'org.a11y.atspi.Text';

const DAEMON: BusObject = { program: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus' };
const REGISTRY = 'org.a11y.atspi.Registry';
/** Tells programs that someone listens to these events; otherwise they send none. */
const FOCUS_EVENT = 'object:state-changed:focused';
const FOCUS_SIGNAL = "type='signal',interface='org.a11y.atspi.Event.Object',member='StateChanged',arg0='focused'";
const PROPERTIES = 'org.freedesktop.DBus.Properties';

/**
 * The accessibility bus, AT-SPI over D-Bus, on which programs describe their user interface to assistive technology.
 * Calls reject if a program doesn't know the method, and never settle if it hangs or the bus is gone.
 */
export class AccessibilityBus {
  readonly #bus: MessageBus;

  private constructor(bus: MessageBus) {
    this.#bus = bus;
  }

  /** Connects to the bus at an address. Rejects if there is none. `onLost` is called once the connection has ended. */
  static open(address: string, onLost: () => void): Promise<AccessibilityBus> {
    return new Promise((resolve, reject) => {
      const bus = sessionBus({ busAddress: address });
      bus.on('connect', () => resolve(new AccessibilityBus(bus)));
      // An event emitter's error without a listener would end the process.
      (bus as NodeJS.EventEmitter).on('error', (error: unknown) => {
        reject(error);
        onLost();
      });
      (bus as NodeJS.EventEmitter).on('end', onLost);
    });
  }

  /** Has programs report which object gets the focus, from now on. */
  async watchFocus(onFocus: (object: BusObject) => void): Promise<void> {
    this.#bus.on('message', ({ member, sender, path, body }: Message) => {
      if (member === 'StateChanged' && body[0] === 'focused' && body[1] === 1) onFocus({ program: sender, path });
    });
    await this.call(DAEMON, 'org.freedesktop.DBus', 'AddMatch', 's', [FOCUS_SIGNAL]);
    const registry = { program: REGISTRY, path: '/org/a11y/atspi/registry' };
    await this.call(registry, REGISTRY, 'RegisterEvent', 's', [FOCUS_EVENT]);
  }

  /** Resolves with the first value of the reply, typed by its signature. */
  async call(...question: Question): Promise<unknown> {
    return (await this.#ask(...question))[0];
  }

  /** Start and end of a selection within an object's text, in characters. */
  async selection(object: BusObject, index: number): Promise<[from: number, to: number]> {
    const [from, to] = await this.#ask(object, TEXT, 'GetSelection', 'i', [index]);
    return [Number(from), Number(to)];
  }

  async property(object: BusObject, interfaceName: string, name: string): Promise<unknown> {
    const variant = await this.call(object, PROPERTIES, 'Get', 'ss', [interfaceName, name]);
    return (variant as { value: unknown }).value;
  }

  /** The id of the program's process. */
  async processOf(program: string): Promise<number> {
    return Number(await this.call(DAEMON, 'org.freedesktop.DBus', 'GetConnectionUnixProcessID', 's', [program]));
  }

  /** The programs on the bus. */
  programs(): Promise<BusObject[]> {
    return this.childrenOf({ program: REGISTRY, path: '/org/a11y/atspi/accessible/root' });
  }

  async childrenOf(object: BusObject): Promise<BusObject[]> {
    return toObjects(await this.call(object, 'org.a11y.atspi.Accessible', 'GetChildren'));
  }

  /** Finds a descendant with a state; the program does the searching. */
  async findWithState(within: BusObject, state: number): Promise<BusObject | undefined> {
    // States, attributes, roles and interfaces, each with its match type: 1 means all of them.
    const rule = [[2 ** state, 0], 1, {}, 1, [], 1, [], 1, false];
    const order = 1;
    const found = await this.call(within, 'org.a11y.atspi.Collection', 'GetMatches', '(aiia{ss}iaiiasib)uib', [
      rule,
      order,
      1,
      true,
    ]);
    return toObjects(found)[0];
  }

  close(): void {
    this.#bus.disconnect();
  }

  async #ask(...[{ program, path }, name, member, signature = '', body = []]: Question): Promise<unknown[]> {
    const message = new Message({ destination: program, path, interface: name, member, signature, body });
    return (await this.#bus.call(message))?.body ?? [];
  }
}

function toObjects(value: unknown): BusObject[] {
  return (value as [string, string][]).map(([program, path]) => ({ program, path }));
}
