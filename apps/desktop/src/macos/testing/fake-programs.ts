import type { Clock } from '@workspace/speech/clock';
import type { FakePasteboard } from './fake-pasteboard.ts';

/** A key event as a program receives it. */
export interface ReceivedKey {
  flags: number;
  /** What the key types, or means with Command. */
  text: string;
}

/**
 * A program's field, as Accessibility shows it: HIServices/AXRoleConstants.h, AXAttributeConstants.h. How programs
 * deviate from these is hearsay: assumed, see docs/verification.md, "On a Mac".
 */
export class FakeField {
  readonly window: string;
  readonly role: string;
  subrole: string | undefined;
  text: string;
  selection: { location: number; length: number };
  /** The element that contains it. */
  parent: FakeField | undefined;
  /** The program has removed it. */
  isGone = false;
  takesText = true;
  /** It always reports the selection as being at the beginning, as some pages do. */
  isCaretHidden = false;
  /** Its text and selection can't be read. */
  isTextUnreadable = false;

  constructor({ text = '', role = 'AXTextArea', subrole, window = 'window' }: Partial<FakeField> = {}) {
    this.text = text;
    this.role = role;
    this.subrole = subrole;
    this.window = window;
    this.selection = { location: text.length, length: 0 };
  }

  write(text: string): void {
    if (!this.takesText) return;
    const { location, length } = this.selection;
    this.text = this.text.slice(0, location) + text + this.text.slice(location + length);
    this.selection = { location: location + text.length, length: 0 };
  }
}

/**
 * A running program: how it handles keys, and how it answers queries. No document says what other programs do: assumed,
 * see docs/verification.md, "On a Mac".
 */
export class FakeProgram {
  readonly pid: number;
  readonly bundleId: string | undefined;
  readonly #fields = new Set<FakeField>();
  #focused: FakeField | undefined;
  /** Whether it exposes its fields. Programs based on Chromium often don't. */
  isReadable = true;
  /** Whether only the program itself knows which field has the focus. */
  isFocusOnlyItsOwn = false;
  /** Queries to it fail immediately, as if it had only just started. */
  isDeaf = false;
  /** How long it takes to answer a query, and to get to a key. */
  answerMs = 1;
  keyMs = 2;
  /** From the paste key to reading the pasteboard. */
  pasteMs = 5;
  /** It counts the modifiers that the user holds down toward its own shortcuts. */
  looksAtKeyboard = false;
  /** Shortcuts it received, other than paste. */
  readonly shortcuts: string[] = [];
  readonly keys: ReceivedKey[] = [];
  readonly #clock: Clock;
  /** What to do when it wakes up; undefined while it is awake. */
  #asleep: (() => void)[] | undefined;

  constructor(clock: Clock, { pid, bundleId, focused }: Pick<FakeProgram, 'pid' | 'bundleId' | 'focused'>) {
    this.#clock = clock;
    this.pid = pid;
    this.bundleId = bundleId;
    this.focused = focused;
  }

  get focused(): FakeField | undefined {
    return this.#focused;
  }

  /** The focused field. Every field that ever had the focus belongs to the program. */
  set focused(field: FakeField | undefined) {
    this.#focused = field;
    if (field) this.#fields.add(field);
  }

  owns(field: FakeField): boolean {
    return this.#fields.has(field) || [...this.#fields].some(({ parent }) => parent === field);
  }

  /** Makes it hang: nothing is answered, and keys wait. */
  fallAsleep(): void {
    this.#asleep ??= [];
  }

  wakeUp(): void {
    const waiting = this.#asleep ?? [];
    this.#asleep = undefined;
    for (const work of waiting) work();
  }

  /** Does something after a delay, or later, once it is awake. */
  after(ms: number, work: () => void): void {
    this.#clock.schedule(ms, () => this.whenAwake(work));
  }

  whenAwake(work: () => void): void {
    if (this.#asleep) this.#asleep.push(work);
    else work();
  }

  receive(key: ReceivedKey, { isCommand, held }: { isCommand: boolean; held: string }, pasteboard: FakePasteboard) {
    this.after(this.keyMs, () => {
      this.keys.push(key);
      const withHeld = this.looksAtKeyboard ? held : '';
      if (!isCommand) this.focused?.write(key.text);
      else if (key.text !== 'v' || withHeld !== '') this.shortcuts.push(`${withHeld}⌘${key.text}`);
      else this.after(this.pasteMs, () => this.focused?.write(pasteboard.text ?? ''));
    });
  }
}
