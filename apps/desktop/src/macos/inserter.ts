import type {
  Inserter,
  InsertionOutcome,
  InsertionTarget,
  ReplacementOutcome,
  SelectedText,
  SelectionEditor,
  SelectionReading,
  TextAround,
} from '@workspace/dictation/ports';
import { type Clock, sleep } from '@workspace/speech/clock';
import { Mutex } from 'async-mutex';
import type { Accessibility } from './accessibility.ts';
import type { Applications } from './applications.ts';
import type { BorrowedPasteboard } from './borrowed-pasteboard.ts';
import type { Focus, FocusState } from './focus.ts';
import { pasteKeyCode, RETURN_KEY_CODE } from './key-codes.ts';
import type { KeyEvents } from './key-events.ts';
import type { KeyboardLayouts } from './keyboard-layouts.ts';
import type { MacKeyboard } from './mac.ts';
import type { Range } from './native-functions.ts';
import { takesTyping } from './target-kinds.ts';
import { ACCESSIBILITY, PASTE, SNAPSHOT, TYPING } from './tuning.ts';
import { planTyping } from './typing-plan.ts';

/**
 * What happened to a text after the paste key. `unseen`: assumed to have arrived, since nothing can be read.
 * `unchanged`: the field can be read, and hasn't changed. `silent`: the program hangs, or did until just now; it may
 * paste when it wakes up.
 */
type Landing = 'seen' | 'unseen' | 'unchanged' | 'silent';

export interface InserterParts {
  accessibility: Pick<Accessibility, 'isTrusted' | 'isSecureInputOn'>;
  applications: Pick<Applications, 'frontmost'>;
  clock: Clock;
  focus: Focus;
  keyboard: Pick<MacKeyboard, 'modifiers'>;
  keys: KeyEvents;
  layouts: KeyboardLayouts;
  pasteboard: BorrowedPasteboard;
}

/**
 * Inserts text into the focused field: pasted from the pasteboard, which is then restored; typed, if the pasteboard
 * can't be restored completely and the program accepts typing; otherwise left on the pasteboard. Nothing is inserted
 * into a password field. Insertions run one at a time.
 */
export class MacInserter implements Inserter, SelectionEditor {
  readonly #parts: InserterParts;
  /** Whether the last text for a target was seen to arrive; by target, most recent last. */
  readonly #landings = new Map<string, 'seen' | 'unseen'>();
  readonly #mutex = new Mutex();

  constructor(parts: InserterParts) {
    this.#parts = parts;
  }

  async focusedApp(): Promise<string | undefined> {
    return this.#parts.focus.frontApp;
  }

  captureTarget(): Promise<InsertionTarget> {
    return this.#parts.focus.capture();
  }

  async textAround(target: InsertionTarget): Promise<TextAround | undefined> {
    const around = await this.#parts.focus.textAround(target.id);
    // Some fields claim to be empty, whatever they contain.
    return around?.before === '' && this.#landings.get(target.id) === 'unseen' ? undefined : around;
  }

  insert(target: InsertionTarget, text: string): Promise<InsertionOutcome> {
    return this.#mutex.runExclusive(() => this.#insert(target, text));
  }

  pressReturn(target: InsertionTarget, isWanted: () => boolean): Promise<boolean> {
    return this.#mutex.runExclusive(async () => {
      const { accessibility, focus, keys } = this.#parts;
      await this.#keysUp();
      if (!accessibility.isTrusted() || (await focus.check(target.id)) !== 'same') return false;
      // With a modifier it would be a different key to programs that read the keyboard themselves.
      if (this.#isModifierDown() || !isWanted()) return false;
      keys.press(RETURN_KEY_CODE);
      return true;
    });
  }

  async read(maxUnits: number): Promise<SelectionReading> {
    const { focus } = this.#parts;
    const target = await focus.capture();
    const selected = await focus.selection(target.id, maxUnits);
    if (selected === undefined) return { type: 'none' };
    if (selected === 'secure') return { type: 'secure' };
    if (selected === 'long') return { type: 'too-long' };
    return { type: 'selected', target, text: selected.text, mark: markOf(selected.range) };
  }

  replace(selection: SelectedText, text: string, isWanted: () => boolean): Promise<ReplacementOutcome> {
    return this.#mutex.runExclusive(async () => {
      const outcome = await this.#replace(selection, text, isWanted).catch(() => 'moved' as const);
      if (outcome === 'replaced' || outcome === 'failed' || !isWanted()) return outcome;
      return this.#leave(text) === 'on-clipboard' ? outcome : 'failed';
    });
  }

  leaveOnClipboard(text: string): Promise<boolean> {
    return this.#mutex.runExclusive(async () => this.#leave(text) === 'on-clipboard');
  }

  /** Waits until the pasteboard is the user's again. */
  async close(): Promise<void> {
    await this.#mutex.runExclusive(async () => undefined);
    await this.#parts.pasteboard.settled();
    this.#parts.focus.close();
  }

  /** Pastes over the selection, which must be seen to change. */
  async #replace(selection: SelectedText, text: string, isWanted: () => boolean): Promise<ReplacementOutcome> {
    const { accessibility, focus, pasteboard } = this.#parts;
    const { target, mark } = selection;
    await pasteboard.settled();
    if (target.kind === 'terminal') return 'not-editable';
    if (!accessibility.isTrusted()) return 'moved';
    for (let attempt = 1; ; attempt += 1) {
      if (!pasteboard.isPrepared) await pasteboard.prepare();
      await this.#keysUp();
      const selected = await focus.selection(target.id, selection.text.length);
      const isSame =
        typeof selected === 'object' && selected.text === selection.text && markOf(selected.range) === mark;
      const state = await focus.check(target.id);
      if (state === 'secure') return 'secure-field';
      if (state !== 'same' || !isSame) return 'moved';
      // From here to the key, nothing is awaited.
      if (!pasteboard.isPrepared && attempt < SNAPSHOT.attempts) continue;
      if (!isWanted() || !pasteboard.lend(text)) return 'failed';
      const { landing, mayBeKept } = await this.#pressPaste(target, selected.range);
      if (landing !== 'seen') return mayBeKept ? 'secure-input' : 'not-editable';
      this.#conclude(target, text, landing);
      return 'replaced';
    }
  }

  async #insert(target: InsertionTarget, text: string): Promise<InsertionOutcome> {
    if (text === '') return 'inserted';
    try {
      return await this.#deliver(target, text);
    } catch {
      // The system refused something: a text that may have arrived, but not certainly, counts as not inserted.
      return this.#leave(text);
    }
  }

  async #deliver(target: InsertionTarget, text: string): Promise<InsertionOutcome> {
    const { accessibility, focus, pasteboard } = this.#parts;
    // The previous text may still have to be read from there.
    await pasteboard.settled();
    if (!accessibility.isTrusted()) return this.#leave(text);
    const state = await focus.check(target.id);
    if (state !== 'same') return this.#refuse(state, text);
    const isWhole = await pasteboard.prepare();
    await this.#keysUp();
    // Typed text is never seen to arrive, which Secure Input requires.
    const canType = !isWhole && !accessibility.isSecureInputOn();
    const pieces = canType ? this.#typingPlan(target, text) : undefined;
    return pieces ? this.#type(target, text, pieces) : this.#paste(target, text);
  }

  async #paste(target: InsertionTarget, text: string): Promise<InsertionOutcome> {
    const { focus, pasteboard } = this.#parts;
    for (let attempt = 1; ; attempt += 1) {
      const before = await focus.caret(target.id);
      const state = await focus.check(target.id);
      if (state !== 'same') return this.#refuse(state, text);
      // From here to the key, nothing is awaited.
      if (!pasteboard.isPrepared && attempt < SNAPSHOT.attempts) {
        await pasteboard.prepare();
        continue;
      }
      if (!pasteboard.lend(text)) return 'failed';
      const { landing, mayBeKept } = await this.#pressPaste(target, before);
      return mayBeKept && landing !== 'seen' ? this.#leaveUnproved(text) : this.#conclude(target, text, landing);
    }
  }

  /**
   * Presses ⌘V and waits for the text. `mayBeKept`: the system may withhold the key from the program, so only text that
   * is seen counts.
   */
  async #pressPaste(
    target: InsertionTarget,
    before: Range | undefined | 'silent',
  ): Promise<{ landing: Landing; mayBeKept: boolean }> {
    const { accessibility, keys, layouts } = this.#parts;
    const isSecure = accessibility.isSecureInputOn();
    keys.pressWithCommand(pasteKeyCode(layouts));
    const landing = await this.#watch(target, before);
    return { landing, mayBeKept: isSecure || accessibility.isSecureInputOn() };
  }

  /** Waits for the text to appear, if that can be seen. */
  async #watch(target: InsertionTarget, before: Range | undefined | 'silent'): Promise<Landing> {
    const { clock, focus } = this.#parts;
    const pressedAt = clock.now();
    let readableSince = pressedAt;
    for (;;) {
      await sleep(clock, PASTE.watchMs);
      const caret = await focus.caret(target.id);
      const now = clock.now();
      // After waking up, the program needs time to catch up.
      if (caret === 'silent') readableSince = now;
      else if (caret === undefined || before === undefined || before === 'silent') return 'unseen';
      else if (caret.location !== before.location || caret.length !== before.length) return 'seen';
      if (now - readableSince >= PASTE.unchangedMs) return 'unchanged';
      if (now - pressedAt >= PASTE.watchLimitMs) return 'silent';
    }
  }

  #conclude(target: InsertionTarget, text: string, landing: Landing): InsertionOutcome {
    // A missing text only means something in a field that has shown earlier ones.
    const isBelieved = this.#landings.get(target.id) === 'seen';
    if (landing === 'silent' || (landing === 'unchanged' && isBelieved)) return this.#leave(text);
    this.#rememberLanding(target, landing === 'seen' ? 'seen' : 'unseen');
    this.#untilRead(target, landing)
      .finally(() => this.#parts.pasteboard.giveBack())
      // The system rejects it, and nothing else would work either.
      .catch(() => undefined);
    return landing === 'seen' ? 'inserted' : 'unconfirmed';
  }

  /** Waits until the program can be assumed to have read the pasteboard. */
  async #untilRead(target: InsertionTarget, landing: Exclude<Landing, 'silent'>): Promise<void> {
    const { clock, focus } = this.#parts;
    if (landing === 'seen') await sleep(clock, PASTE.seenHoldMs);
    if (landing !== 'unseen') return;
    const startedAt = clock.now();
    do {
      await sleep(clock, PASTE.unseenHoldMs);
      // A program that hangs now may have been hanging all along.
    } while (clock.now() - startedAt < PASTE.holdLimitMs && (await focus.caret(target.id)) === 'silent');
  }

  /** Returns the pieces to type instead of pasting; undefined if typing isn't possible. */
  #typingPlan(target: InsertionTarget, text: string): string[] | undefined {
    const { focus, layouts } = this.#parts;
    const isShort = text.length <= TYPING.textUnits;
    if (!isShort || !takesTyping(focus.applicationOf(target.id)?.bundleId) || layouts.isInputMethodOn())
      return undefined;
    return planTyping(text);
  }

  async #type(target: InsertionTarget, text: string, pieces: readonly string[]): Promise<InsertionOutcome> {
    const { accessibility, applications, clock, focus, keys } = this.#parts;
    const state = await focus.check(target.id);
    if (state !== 'same') return this.#refuse(state, text);
    const front = applications.frontmost()?.pid;
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await sleep(clock, TYPING.eventMs);
      if (applications.frontmost()?.pid !== front) return this.#leave(text);
      keys.write(piece);
    }
    if (accessibility.isSecureInputOn()) return this.#leaveUnproved(text);
    this.#rememberLanding(target, 'unseen');
    return 'unconfirmed';
  }

  /** Waits for the user to release the modifiers: programs that read the keyboard themselves would count them. */
  async #keysUp(): Promise<void> {
    const { clock } = this.#parts;
    const startedAt = clock.now();
    while (this.#isModifierDown() && clock.now() - startedAt < PASTE.keysUpMs) {
      await sleep(clock, PASTE.keysPollMs);
    }
  }

  #isModifierDown(): boolean {
    return Object.values(this.#parts.keyboard.modifiers()).includes(true);
  }

  #refuse(state: Exclude<FocusState, 'same'>, text: string): InsertionOutcome {
    const outcome = this.#leave(text);
    return outcome === 'on-clipboard' && state === 'secure' ? 'secure-field' : outcome;
  }

  #leaveUnproved(text: string): InsertionOutcome {
    const outcome = this.#leave(text);
    return outcome === 'on-clipboard' ? 'secure-input' : outcome;
  }

  #leave(text: string): InsertionOutcome {
    try {
      return this.#parts.pasteboard.leave(text) ? 'on-clipboard' : 'failed';
    } catch {
      return 'failed';
    }
  }

  #rememberLanding({ id }: InsertionTarget, landing: 'seen' | 'unseen'): void {
    this.#landings.delete(id);
    this.#landings.set(id, landing);
    const [oldest] = this.#landings.keys();
    if (oldest !== undefined && this.#landings.size > ACCESSIBILITY.keptTargets) this.#landings.delete(oldest);
  }
}

function markOf({ location, length }: Range): string {
  return `${location}+${length}`;
}
