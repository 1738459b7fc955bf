import { performance } from 'node:perf_hooks';
import type { SelectionNotifyEvent, XEvent } from 'x11';
import type { Display, PropertyValue } from './display.ts';
import {
  fromWords,
  isMetaTarget,
  NOTHING,
  type SelectionAtoms,
  type SelectionContent,
  type SelectionFormat,
} from './selection-content.ts';
import { SELECTION } from './tuning.ts';

type UnreadableReason =
  /** The owner doesn't answer, or not in time. */
  'unanswered' | 'too-large';

/** Another program's selection can't be read in full. */
export class UnreadableSelectionError extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason) {
    super(reason === 'unanswered' ? 'The owner of the selection does not answer.' : 'The selection is too large.');
    this.name = 'UnreadableSelectionError';
    this.reason = reason;
  }
}

const NONE = 0;
const NOW = 0;
/** The core protocol's event number; the library gives an XFixes event the same name. */
const SELECTION_NOTIFY = 31;
const NEW_VALUE = 0;

/**
 * Reads all formats of another program's selection; `NOTHING` if it has no owner. Rejects with an
 * `UnreadableSelectionError` if any of it can't be read; a format that its owner refuses is left out.
 */
export async function readSelection(
  display: Display,
  atoms: SelectionAtoms,
  selection: number,
): Promise<SelectionContent> {
  // Each read uses its own window, so that a late answer can't be mistaken for one to the next read.
  const window = await display.createHiddenWindow(display.client.eventMask.PropertyChange);
  const requestor = new Requestor(display, atoms, { selection, window });
  try {
    const content = await requestor.readAll();
    display.client.DestroyWindow(window);
    return content;
  } finally {
    // After a failure the window stays: programs that answer late would exit if the requestor were gone.
    requestor.close();
  }
}

/** Another program's selection as text. */
export interface SelectionText {
  text: string;
  /** Server time of the selection; undefined if its owner doesn't say. */
  since: number | undefined;
  /** Its owner offers a format that only GTK's editors have. */
  isGtkEditor: boolean;
}

/** Reads a selection as text only; undefined if it has none. Rejects like `readSelection`. */
export async function readSelectionText(
  display: Display,
  atoms: SelectionAtoms,
  selection: number,
): Promise<SelectionText | undefined> {
  const window = await display.createHiddenWindow(display.client.eventMask.PropertyChange);
  const requestor = new Requestor(display, atoms, { selection, window });
  try {
    const text = await requestor.readText();
    display.client.DestroyWindow(window);
    return text;
  } finally {
    requestor.close();
  }
}

class Requestor {
  readonly #display: Display;
  readonly #atoms: SelectionAtoms;
  readonly #selection: number;
  readonly #window: number;
  readonly #deadline = performance.now() + SELECTION.readMs;
  readonly #stopListening: () => void;
  /** Events not waited for yet: several may arrive at once. */
  #answers: SelectionNotifyEvent[] = [];
  #newValues = 0;
  #wake: () => void = () => {};
  #bytesLeft: number = SELECTION.readBytes;

  constructor(display: Display, atoms: SelectionAtoms, { selection, window }: { selection: number; window: number }) {
    this.#display = display;
    this.#atoms = atoms;
    this.#selection = selection;
    this.#window = window;
    this.#stopListening = display.onEvent((event) => this.#handle(event));
  }

  close(): void {
    this.#stopListening();
  }

  async readAll(): Promise<SelectionContent> {
    const targets = await this.#convert(this.#atoms.targets);
    // An owner that doesn't list its formats has text, if anything.
    const offered = targets ? fromWords(targets.data) : [this.#atoms.utf8, this.#atoms.latin1];
    const formats: SelectionFormat[] = [];
    for (const target of new Set(offered)) {
      if (target === NONE || isMetaTarget(this.#atoms, target)) continue;
      const value = await this.#convert(target);
      if (value) formats.push({ target, type: value.type, format: unitOf(value), data: value.data });
    }
    return formats.length > 0 ? formats : NOTHING;
  }

  async readText(): Promise<SelectionText | undefined> {
    const targets = await this.#convert(this.#atoms.targets);
    const offered = new Set(targets ? fromWords(targets.data) : []);
    const utf8 = await this.#convert(this.#atoms.utf8);
    const value = utf8 ?? (await this.#convert(this.#atoms.latin1));
    if (!value) return undefined;
    const time = offered.has(this.#atoms.timestamp) ? await this.#convert(this.#atoms.timestamp) : undefined;
    return {
      text: value.data.toString(utf8 ? 'utf8' : 'latin1'),
      since: time && fromWords(time.data)[0],
      isGtkEditor: offered.has(this.#atoms.gtkEditor),
    };
  }

  /** Reads one whole format; undefined if the owner refuses it or there is no owner. */
  async #convert(target: number): Promise<PropertyValue | undefined> {
    const { transfer, incremental } = this.#atoms;
    this.#display.client.ConvertSelection(this.#window, this.#selection, target, transfer, NOW);
    const answer = await this.#take(() => this.#answers.shift());
    if (answer.property === NONE) return undefined;
    const value = await this.#fetch();
    return value?.type === incremental ? this.#collect() : value;
  }

  async #collect(): Promise<PropertyValue> {
    const pieces: Buffer[] = [];
    for (;;) {
      await this.#take(() => (this.#newValues > 0 ? this.#newValues-- : undefined));
      const value = await this.#fetch();
      // That event announced a value that was already fetched along with the previous one.
      if (!value) continue;
      if (value.data.length === 0) return { ...value, data: Buffer.concat(pieces) };
      pieces.push(value.data);
    }
  }

  async #fetch(): Promise<PropertyValue | undefined> {
    const value = await this.#display.getProperty(this.#window, this.#atoms.transfer, { deleteAfter: true });
    this.#bytesLeft -= value?.data.length ?? 0;
    if (this.#bytesLeft < 0) throw new UnreadableSelectionError('too-large');
    return value;
  }

  #handle(event: XEvent): void {
    if (event.name === 'SelectionNotify' && event.type === SELECTION_NOTIFY && event.requestor === this.#window) {
      this.#answers.push(event);
    } else if (event.name === 'PropertyNotify' && event.wid === this.#window && event.state === NEW_VALUE) {
      this.#newValues += 1;
    }
    this.#wake();
  }

  /** Waits until there is something to take. */
  #take<T>(take: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const limitMs = Math.max(0, Math.min(SELECTION.answerMs, this.#deadline - performance.now()));
      const timer = setTimeout(() => reject(new UnreadableSelectionError('unanswered')), limitMs);
      this.#wake = () => {
        const taken = take();
        if (taken === undefined) return;
        clearTimeout(timer);
        this.#wake = () => {};
        resolve(taken);
      };
      this.#wake();
    });
  }
}

function unitOf({ format }: PropertyValue): SelectionFormat['format'] {
  return format === 32 || format === 16 ? format : 8;
}
