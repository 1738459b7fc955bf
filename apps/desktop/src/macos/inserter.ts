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
 * What became of a text after the paste key. `unseen`: it is taken to be there, since nothing can be read. `unchanged`:
 * the field can be read, and is as before. `silent`: the program hangs, or did until just now; it may paste when it wakes up.
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
 * Puts text into the field that has the focus: pasted from the pasteboard, which is the user's own again afterwards;
 * typed, where that can't be given back whole and the program takes it; else left on the pasteboard. Nothing is put where
 * a password belongs. Insertions take place one after the other.
 */
export class MacInserter implements Inserter, SelectionEditor {
  readonly #parts: InserterParts;
  /** Whether the last text for a target was seen to come in it; by target, the latest at the end. */
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
    // Some fields say that they are empty, whatever is in them.
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
      // With a modifier it would be another key to programs that look at the keyboard itself.
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

  /** Pastes over what is selected, which must be seen to happen. */
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
      // From here to the key nothing is waited for.
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
      // The system has refused something: what may be there, but isn't for sure, counts as not inserted.
      return this.#leave(text);
    }
  }

  async #deliver(target: InsertionTarget, text: string): Promise<InsertionOutcome> {
    const { accessibility, focus, pasteboard } = this.#parts;
    // The text before may still have to be read from there.
    await pasteboard.settled();
    if (!accessibility.isTrusted()) return this.#leave(text);
    const state = await focus.check(target.id);
    if (state !== 'same') return this.#refuse(state, text);
    const isWhole = await pasteboard.prepare();
    await this.#keysUp();
    // Typed text is never seen to come, which Secure Input asks for.
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
      // From here to the key nothing is waited for.
      if (!pasteboard.isPrepared && attempt < SNAPSHOT.attempts) {
        await pasteboard.prepare();
        continue;
      }
      if (!pasteboard.lend(text)) return 'failed';
      const { landing, mayBeKept } = await this.#pressPaste(target, before);
      return mayBeKept && landing !== 'seen' ? this.#leaveUnproved(text) : this.#conclude(target, text, landing);
    }
  }

  /** Presses ⌘V, and waits for the text. `mayBeKept`: the system may keep the key from the program: only what is seen counts. */
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
      // What it does when it wakes up takes its time as well.
      if (caret === 'silent') readableSince = now;
      else if (caret === undefined || before === undefined || before === 'silent') return 'unseen';
      else if (caret.location !== before.location || caret.length !== before.length) return 'seen';
      if (now - readableSince >= PASTE.unchangedMs) return 'unchanged';
      if (now - pressedAt >= PASTE.watchLimitMs) return 'silent';
    }
  }

  #conclude(target: InsertionTarget, text: string, landing: Landing): InsertionOutcome {
    // Only of a field that has shown its texts before does it mean something that one isn't there.
    const isBelieved = this.#landings.get(target.id) === 'seen';
    if (landing === 'silent' || (landing === 'unchanged' && isBelieved)) return this.#leave(text);
    this.#rememberLanding(target, landing === 'seen' ? 'seen' : 'unseen');
    this.#untilRead(target, landing)
      .finally(() => this.#parts.pasteboard.giveBack())
      // The system doesn't take it, and nothing else could.
      .catch(() => undefined);
    return landing === 'seen' ? 'inserted' : 'unconfirmed';
  }

  /** Waits until the program can be taken to have read the pasteboard. */
  async #untilRead(target: InsertionTarget, landing: Exclude<Landing, 'silent'>): Promise<void> {
    const { clock, focus } = this.#parts;
    if (landing === 'seen') await sleep(clock, PASTE.seenHoldMs);
    if (landing !== 'unseen') return;
    const startedAt = clock.now();
    do {
      await sleep(clock, PASTE.unseenHoldMs);
      // A program that hangs now may have done so all the time.
    } while (clock.now() - startedAt < PASTE.holdLimitMs && (await focus.caret(target.id)) === 'silent');
  }

  /** The pieces to type in place of a paste; undefined if that can't be done. */
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

  /** Waits for the user to let go of the modifiers: programs that look at the keyboard itself would count them in. */
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
