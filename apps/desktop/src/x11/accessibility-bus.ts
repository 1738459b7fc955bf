import { Message, type MessageBus, sessionBus } from '@jellybrick/dbus-next';

/** An object of a program on the bus. */
export interface BusObject {
  /** The program's connection. */
  program: string;
  path: string;
}

/** What is asked of an object: a member of an interface, with values of a signature. */
type Question = [object: BusObject, interfaceName: string, member: string, signature?: string, body?: unknown[]];

/** The interface of what has text. */
export const TEXT = 'org.a11y.atspi.Text';

const DAEMON: BusObject = { program: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus' };
const REGISTRY = 'org.a11y.atspi.Registry';
/** Announces to programs that somebody listens for events; they send none otherwise. */
const FOCUS_EVENT = 'object:state-changed:focused';
const FOCUS_SIGNAL = "type='signal',interface='org.a11y.atspi.Event.Object',member='StateChanged',arg0='focused'";
const PROPERTIES = 'org.freedesktop.DBus.Properties';

/**
 * The bus on which programs describe what they show to assistive technology: AT-SPI, over D-Bus. Calls reject if a program doesn't
 * know what it is asked for, and never settle if it hangs or the bus is gone.
 */
export class AccessibilityBus {
  readonly #bus: MessageBus;

  private constructor(bus: MessageBus) {
    this.#bus = bus;
  }

  /** Connects to the bus of that address. Rejects if it isn't there. `onLost` is called once the connection has ended. */
  static open(address: string, onLost: () => void): Promise<AccessibilityBus> {
    return new Promise((resolve, reject) => {
      const bus = sessionBus({ busAddress: address });
      bus.on('connect', () => resolve(new AccessibilityBus(bus)));
      // Of an event emitter: without a listener it would end the process.
      (bus as NodeJS.EventEmitter).on('error', (error: unknown) => {
        reject(error);
        onLost();
      });
      (bus as NodeJS.EventEmitter).on('end', onLost);
    });
  }

  /** Makes programs report which object gets the focus, from now on. */
  async watchFocus(onFocus: (object: BusObject) => void): Promise<void> {
    this.#bus.on('message', ({ member, sender, path, body }: Message) => {
      if (member === 'StateChanged' && body[0] === 'focused' && body[1] === 1) onFocus({ program: sender, path });
    });
    await this.call(DAEMON, 'org.freedesktop.DBus', 'AddMatch', 's', [FOCUS_SIGNAL]);
    const registry = { program: REGISTRY, path: '/org/a11y/atspi/registry' };
    await this.call(registry, REGISTRY, 'RegisterEvent', 's', [FOCUS_EVENT]);
  }

  /** Resolves with the first value of the answer, as its signature has it. */
  async call(...question: Question): Promise<unknown> {
    return (await this.#ask(...question))[0];
  }

  /** Where a selection of a text begins and ends, in characters. */
  async selection(object: BusObject, index: number): Promise<[from: number, to: number]> {
    const [from, to] = await this.#ask(object, TEXT, 'GetSelection', 'i', [index]);
    return [Number(from), Number(to)];
  }

  async property(object: BusObject, interfaceName: string, name: string): Promise<unknown> {
    const variant = await this.call(object, PROPERTIES, 'Get', 'ss', [interfaceName, name]);
    return (variant as { value: unknown }).value;
  }

  /** The process of a program. */
  async processOf(program: string): Promise<number> {
    return Number(await this.call(DAEMON, 'org.freedesktop.DBus', 'GetConnectionUnixProcessID', 's', [program]));
  }

  /** The programs that take part. */
  programs(): Promise<BusObject[]> {
    return this.childrenOf({ program: REGISTRY, path: '/org/a11y/atspi/accessible/root' });
  }

  async childrenOf(object: BusObject): Promise<BusObject[]> {
    return toObjects(await this.call(object, 'org.a11y.atspi.Accessible', 'GetChildren'));
  }

  /** An object within another one that has a state; the program looks for it. */
  async findWithState(within: BusObject, state: number): Promise<BusObject | undefined> {
    // States, attributes, roles and interfaces, each with how many of them must match: 1 is all.
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
