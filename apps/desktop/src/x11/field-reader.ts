import type { TextAround } from '@workspace/dictation/ports';
import { AccessibilityBus, type BusObject, TEXT } from './accessibility-bus.ts';
import type { Display } from './display.ts';
import { ACCESSIBILITY } from './tuning.ts';

/** What kind of field it is, and the text in it around the caret. */
type Field = 'password' | TextAround;

/** What a field allows, and whether anything is selected in it; undefined if unknown. */
export interface FieldSelection {
  isEditable: boolean;
  isAny: boolean | undefined;
}

/** What is read of a field, once its state is known. */
type Question<T> = (bus: AccessibilityBus, object: BusObject, state: FieldState) => Promise<T | undefined>;

/** By `atspi-constants.h`. */
const ROLE = { password: 40, tableCell: 56, terminal: 60 };
const STATE = { editable: 7, focused: 12 };

const ACCESSIBLE = 'org.a11y.atspi.Accessible';
/** Represents what isn't text, including a page's paragraph, which then contains the text around the caret. */
const EMBEDDED = '\uFFFC';
const NONE: readonly number[] = [];

/**
 * Reads the field that has the focus, if its program offers that by AT-SPI. It only listens for the focus: that switches
 * nothing on in programs, and if there is no bus nothing is done at all (see docs/decisions/0049).
 */
export class FieldReader {
  readonly #display: Display;
  #bus: Promise<AccessibilityBus | undefined> | undefined;
  #isClosed = false;
  /** The object in each program that had the focus last; the latest at the end. */
  readonly #focused = new Map<string, string>();
  readonly #processes = new Map<string, number>();
  /** Each program's password field, if it was the last field read there. */
  readonly #passwordFields = new Map<string, string>();
  /** By process, what it has been asked last. */
  readonly #asked = new Map<number, Promise<unknown>>();
  /** Processes that have let a limit pass: they are not asked again until they have answered. */
  readonly #silent = new Set<number>();

  constructor(display: Display) {
    this.#display = display;
  }

  /** Finds the field that has a process's focus, and whether a password belongs there, before it has to be read. */
  async prepare(pid?: number): Promise<void> {
    const bus = await this.#connection();
    if (!bus || pid === undefined || this.#asked.has(pid)) return;
    await this.#ask(pid, () => this.#read(bus, pid, async () => undefined));
  }

  /** What can be read within the limit of the field that has a process's focus. A known password field is one even past the limit. */
  read(pid: number | undefined): Promise<Field | undefined> {
    return this.#readWithinLimit(pid, readField);
  }

  /** What can be read of the selection there within the limit. */
  readSelection(pid: number | undefined): Promise<'password' | FieldSelection | undefined> {
    return this.#readWithinLimit(pid, readFieldSelection);
  }

  async #readWithinLimit<T>(pid: number | undefined, question: Question<T>): Promise<'password' | T | undefined> {
    if (pid === undefined) return undefined;
    if (this.#silent.has(pid)) return this.#knownPassword(pid);
    let isOver = false;
    const read = async (): Promise<'password' | T | undefined> => {
      const bus = await this.#connection();
      await this.#asked.get(pid);
      return bus && !isOver ? this.#ask(pid, () => this.#read(bus, pid, question)) : undefined;
    };
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        isOver = true;
        if (this.#asked.has(pid)) this.#silent.add(pid);
        resolve(this.#knownPassword(pid));
      }, ACCESSIBILITY.readMs);
      void read().then((field) => {
        clearTimeout(limit);
        resolve(field);
      });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    (await this.#bus)?.close();
  }

  /** The bus, if there is one: it may come up later than we do. */
  #connection(): Promise<AccessibilityBus | undefined> {
    this.#bus ??= this.#connect().then((bus) => {
      if (!bus) this.#bus = undefined;
      return bus;
    });
    return this.#bus;
  }

  async #connect(): Promise<AccessibilityBus | undefined> {
    if (this.#isClosed) return undefined;
    try {
      // The program that starts the bus publishes its address there. Asking for it elsewhere would start it.
      const property = await this.#display.getProperty(this.#display.root, await this.#display.atom('AT_SPI_BUS'));
      if (!property) return undefined;
      const bus = await AccessibilityBus.open(property.data.toString('latin1'), () => this.#forget());
      await bus.watchFocus((object) => this.#handleFocus(object));
      return bus;
    } catch {
      // It is gone, or the display is.
      return undefined;
    }
  }

  #forget(): void {
    this.#bus = undefined;
    for (const known of [this.#focused, this.#processes, this.#passwordFields, this.#asked, this.#silent])
      known.clear();
  }

  #handleFocus({ program, path }: BusObject): void {
    this.#focused.delete(program);
    this.#focused.set(program, path);
    const [oldest] = this.#focused.keys();
    if (oldest === undefined || this.#focused.size <= ACCESSIBILITY.keptPrograms) return;
    this.#focused.delete(oldest);
    this.#processes.delete(oldest);
    this.#passwordFields.delete(oldest);
  }

  #knownPassword(pid: number): 'password' | undefined {
    const [program, path] = [...this.#focused].findLast(([program]) => this.#processes.get(program) === pid) ?? [];
    return program !== undefined && this.#passwordFields.get(program) === path ? 'password' : undefined;
  }

  /** Asks a process; resolves with undefined if it doesn't know what it is asked for. */
  #ask<T>(pid: number, question: () => Promise<T>): Promise<T | undefined> {
    const answer = question()
      .catch(() => undefined)
      .finally(() => {
        if (this.#asked.get(pid) !== answer) return;
        this.#asked.delete(pid);
        this.#silent.delete(pid);
      });
    this.#asked.set(pid, answer);
    return answer;
  }

  async #read<T>(bus: AccessibilityBus, pid: number, question: Question<T>): Promise<'password' | T | undefined> {
    // All at once: each answer may take its time.
    for (const object of await this.#known(bus, pid)) {
      const state = await readState(bus, object);
      if (state) return this.#answer(bus, object, state, question);
    }
    const found = await this.#find(bus, pid);
    const state = found && (await readState(bus, found));
    return state && this.#answer(bus, found, state, question);
  }

  /** No text is read of a password field. */
  async #answer<T>(
    bus: AccessibilityBus,
    object: BusObject,
    state: FieldState,
    question: Question<T>,
  ): Promise<'password' | T | undefined> {
    if (state.role !== ROLE.password) {
      this.#passwordFields.delete(object.program);
      return question(bus, object, state);
    }
    this.#passwordFields.set(object.program, object.path);
    return 'password';
  }

  /** The objects of a process that may have the focus, the likeliest first. */
  async #known(bus: AccessibilityBus, pid: number): Promise<BusObject[]> {
    const known: BusObject[] = [];
    for (const [program, path] of [...this.#focused].reverse()) {
      if ((await this.#processOf(bus, program)) === pid) known.push({ program, path });
    }
    return known;
  }

  /** The object that has the focus in a process. */
  async #find(bus: AccessibilityBus, pid: number): Promise<BusObject | undefined> {
    for (const object of await this.#known(bus, pid)) if (await hasFocus(bus, object)) return object;
    // It got the focus before we listened.
    for (const { program, path } of await bus.programs()) {
      if ((await this.#processOf(bus, program)) !== pid) continue;
      for (const window of await bus.childrenOf({ program, path })) {
        const object = await bus.findWithState(window, STATE.focused);
        if (!object) continue;
        this.#handleFocus(object);
        return object;
      }
    }
    return undefined;
  }

  async #processOf(bus: AccessibilityBus, program: string): Promise<number | undefined> {
    const known = this.#processes.get(program);
    if (known !== undefined) return known;
    try {
      const pid = await bus.processOf(program);
      this.#processes.set(program, pid);
      return pid;
    } catch {
      // It has ended.
      return undefined;
    }
  }
}

/** What is said of a field but its text. */
interface FieldState {
  role: unknown;
  attributes: Readonly<Record<string, string>>;
  isEditable: boolean;
  /** Where what is selected begins and ends, in characters; both are the caret if nothing is. */
  from: number;
  to: number;
  count: number;
}

/** The state of a field; undefined if it hasn't the focus, or is gone. */
async function readState(bus: AccessibilityBus, object: BusObject): Promise<FieldState | undefined> {
  const [states, role, attributes, caret, count, selections, selection] = await Promise.all([
    bus.call(object, ACCESSIBLE, 'GetState').catch(() => NONE),
    bus.call(object, ACCESSIBLE, 'GetRole').catch(() => undefined),
    bus.call(object, ACCESSIBLE, 'GetAttributes').catch(() => ({})),
    bus.property(object, TEXT, 'CaretOffset').catch(() => -1),
    bus.property(object, TEXT, 'CharacterCount').catch(() => -1),
    bus.call(object, TEXT, 'GetNSelections').catch(() => 0),
    bus.selection(object, 0).catch(() => NONE),
  ]);
  if (!hasState(states, STATE.focused)) return undefined;
  const [from, to] = Number(selections) > 0 ? selection : [caret, caret];
  return {
    role,
    attributes: attributes as Record<string, string>,
    isEditable: hasState(states, STATE.editable),
    from: Number(from ?? -1),
    to: Number(to ?? -1),
    count: Number(count),
  };
}

async function readField(bus: AccessibilityBus, object: BusObject, state: FieldState): Promise<TextAround | undefined> {
  const { role, attributes, isEditable } = state;
  if (role === ROLE.terminal) return undefined;
  const isSearch = attributes['text-input-type'] === 'search' || attributes['xml-roles'] === 'searchbox';
  const kind = isSearch ? 'search' : role === ROLE.tableCell ? 'cell' : undefined;
  const text = isEditable ? await readText(bus, object, state).catch(() => undefined) : undefined;
  return text || kind ? { ...text, ...(kind && { field: kind }) } : undefined;
}

async function readFieldSelection(
  bus: AccessibilityBus,
  object: BusObject,
  state: FieldState,
): Promise<FieldSelection> {
  const { role, isEditable, from, to } = state;
  if (role === ROLE.terminal) return { isEditable: false, isAny: undefined };
  // What is selected in a part of it is to be found there.
  const around = isEditable ? await readText(bus, object, state).catch(() => undefined) : undefined;
  return { isEditable, isAny: around && from !== to };
}

async function readText(
  bus: AccessibilityBus,
  object: BusObject,
  { from, to, count }: FieldState,
): Promise<TextAround | undefined> {
  if (from < 0 || to > count) return undefined;
  const [before, after] = await Promise.all([
    textBetween(bus, object, Math.max(0, from - ACCESSIBILITY.textCharacters), from),
    textBetween(bus, object, to, Math.min(count, to + ACCESSIBILITY.textCharacters)),
  ]);
  return `${before}${after}`.includes(EMBEDDED) ? undefined : { before, after };
}

async function textBetween(bus: AccessibilityBus, object: BusObject, from: number, to: number): Promise<string> {
  return from < to ? String(await bus.call(object, TEXT, 'GetText', 'ii', [from, to])) : '';
}

async function hasFocus(bus: AccessibilityBus, object: BusObject): Promise<boolean> {
  return hasState(await bus.call(object, ACCESSIBLE, 'GetState').catch(() => NONE), STATE.focused);
}

/** States come as bits, 32 in a number. */
function hasState(states: unknown, state: number): boolean {
  return (((states as readonly number[])[0] ?? 0) >>> state) % 2 === 1;
}
