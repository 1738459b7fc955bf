import type { TextAround } from '@workspace/dictation/ports';
import { AccessibilityBus, type BusObject, TEXT } from './accessibility-bus.ts';
import type { Display } from './display.ts';
import { ACCESSIBILITY } from './tuning.ts';

/** A field's kind, and the text around its caret. */
type Field = 'password' | TextAround;

/** Whether a field can be edited, and whether anything in it is selected; undefined if unknown. */
export interface FieldSelection {
  isEditable: boolean;
  isAny: boolean | undefined;
}

/** Reads something from a field whose state is known. */
type Question<T> = (bus: AccessibilityBus, object: BusObject, state: FieldState) => Promise<T | undefined>;

/** From `atspi-constants.h`. */
const ROLE = { password: 40, tableCell: 56, terminal: 60 };
const STATE = { editable: 7, focused: 12 };

const ACCESSIBLE = 'org.a11y.atspi.Accessible';
/** Stands for non-text content, including a paragraph of a page, which then contains the text around the caret. */
const EMBEDDED = '\uFFFC';
const NONE: readonly number[] = [];

/**
 * Reads the focused field, if its program exposes it through AT-SPI. It only listens for focus events: that turns
 * nothing on in programs, and without a bus it does nothing at all (see docs/decisions/0049).
 */
export class FieldReader {
  readonly #display: Display;
  #bus: Promise<AccessibilityBus | undefined> | undefined;
  #isClosed = false;
  /** The object that last had the focus in each program, most recent last. */
  readonly #focused = new Map<string, string>();
  readonly #processes = new Map<string, number>();
  /** Each program's password field, if it was the last field read there. */
  readonly #passwordFields = new Map<string, string>();
  /** The latest question to each process. */
  readonly #asked = new Map<number, Promise<unknown>>();
  /** Processes that let a time limit pass: they aren't asked again until they have answered. */
  readonly #silent = new Set<number>();

  constructor(display: Display) {
    this.#display = display;
  }

  /** Finds a process's focused field, and whether it is a password field, ahead of reading it. */
  async prepare(pid?: number): Promise<void> {
    const bus = await this.#connection();
    if (!bus || pid === undefined || this.#asked.has(pid)) return;
    await this.#ask(pid, () => this.#read(bus, pid, async () => undefined));
  }

  /**
   * Resolves with what can be read of a process's focused field within the time limit. A known password field is
   * reported even after the limit.
   */
  read(pid: number | undefined): Promise<Field | undefined> {
    return this.#readWithinLimit(pid, readField);
  }

  /** Resolves with what can be read of the selection in that field within the time limit. */
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

  /** The bus, if there is one: it may come up after the app. */
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
      // The program that starts the bus publishes its address here. Other ways of asking for it would start the bus.
      const property = await this.#display.getProperty(this.#display.root, await this.#display.atom('AT_SPI_BUS'));
      if (!property) return undefined;
      const bus = await AccessibilityBus.open(property.data.toString('latin1'), () => this.#forget());
      await bus.watchFocus((object) => this.#handleFocus(object));
      return bus;
    } catch {
      // The bus is gone, or the display is.
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

  /** Asks a process; resolves with undefined if it doesn't know the method. */
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
    // Everything is asked at once: each answer may take a while.
    for (const object of await this.#known(bus, pid)) {
      const state = await readState(bus, object);
      if (state) return this.#answer(bus, object, state, question);
    }
    const found = await this.#find(bus, pid);
    const state = found && (await readState(bus, found));
    return state && this.#answer(bus, found, state, question);
  }

  /** Never reads text from a password field. */
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

  /** The objects of a process that may have the focus, most likely first. */
  async #known(bus: AccessibilityBus, pid: number): Promise<BusObject[]> {
    const known: BusObject[] = [];
    for (const [program, path] of [...this.#focused].reverse()) {
      if ((await this.#processOf(bus, program)) === pid) known.push({ program, path });
    }
    return known;
  }

  /** The focused object of a process. */
  async #find(bus: AccessibilityBus, pid: number): Promise<BusObject | undefined> {
    for (const object of await this.#known(bus, pid)) if (await hasFocus(bus, object)) return object;
    // It may have received the focus before we listened.
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
      // The program has ended.
      return undefined;
    }
  }
}

/** Everything about a field except its text. */
interface FieldState {
  role: unknown;
  attributes: Readonly<Record<string, string>>;
  isEditable: boolean;
  /** Start and end of the selection, in characters; both are the caret if nothing is selected. */
  from: number;
  to: number;
  count: number;
}

/** Resolves with the state of a field; undefined if it doesn't have the focus or is gone. */
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
  // A selection inside an embedded part can only be found there.
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

/** States come as bits, 32 per number. */
function hasState(states: unknown, state: number): boolean {
  return (((states as readonly number[])[0] ?? 0) >>> state) % 2 === 1;
}
