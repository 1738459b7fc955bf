import type { Clock } from '@workspace/speech/clock';
import type { FakePasteboard } from './fake-pasteboard.ts';

/** A key event as a program gets it. */
export interface ReceivedKey {
  flags: number;
  /** What the key types, or means with Command. */
  text: string;
}

/**
 * A field of a program, as Accessibility shows it: HIServices/AXRoleConstants.h, AXAttributeConstants.h. What programs do
 * differently is what was heard of them: assumed, see docs/verification.md, "On a Mac".
 */
export class FakeField {
  readonly window: string;
  readonly role: string;
  subrole: string | undefined;
  text: string;
  selection: { location: number; length: number };
  /** What it is a part of. */
  parent: FakeField | undefined;
  /** The program has taken it away. */
  isGone = false;
  takesText = true;
  /** What it says of the selection is always the beginning, as some pages do. */
  isCaretHidden = false;
  /** It can't be asked for text and selection. */
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
 * A running program: what it does with keys, and how it answers questions. No document says what other programs do: assumed,
 * see docs/verification.md, "On a Mac".
 */
export class FakeProgram {
  readonly pid: number;
  readonly bundleId: string | undefined;
  readonly #fields = new Set<FakeField>();
  #focused: FakeField | undefined;
  /** Whether it exposes its fields. Programs based on Chromium often don't. */
  isReadable = true;
  /** Whether it is only known by itself which field has the focus. */
  isFocusOnlyItsOwn = false;
  /** Questions to it fail at once, as to a program that has only just begun. */
  isDeaf = false;
  /** How long it takes to answer a question, and to come to a key. */
  answerMs = 1;
  keyMs = 2;
  /** From the paste key to the reading of the pasteboard. */
  pasteMs = 5;
  /** It takes the modifiers that the user holds down for its own shortcuts. */
  looksAtKeyboard = false;
  /** Shortcuts that it was given other than paste. */
  readonly shortcuts: string[] = [];
  readonly keys: ReceivedKey[] = [];
  readonly #clock: Clock;
  /** What it will do when it wakes up; undefined while it is awake. */
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

  /** The field that has the focus. All that ever had it are the program's. */
  set focused(field: FakeField | undefined) {
    this.#focused = field;
    if (field) this.#fields.add(field);
  }

  owns(field: FakeField): boolean {
    return this.#fields.has(field) || [...this.#fields].some(({ parent }) => parent === field);
  }

  /** It hangs: nothing is answered, and keys wait. */
  fallAsleep(): void {
    this.#asleep ??= [];
  }

  wakeUp(): void {
    const waiting = this.#asleep ?? [];
    this.#asleep = undefined;
    for (const work of waiting) work();
  }

  /** Does something after a while, or once it is awake. */
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
