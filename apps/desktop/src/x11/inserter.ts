import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyNewlinePolicy } from '@workspace/dictation/newlines';
import type {
  Inserter,
  InsertionOutcome,
  InsertionTarget,
  MayReleaseKeys,
  Postponable,
  ReplacementOutcome,
  SelectedText,
  SelectionEditor,
  SelectionReading,
  TextAround,
} from '@workspace/dictation/ports';
import type { BorrowedSelection } from './borrowed-selection.ts';
import type { Display } from './display.ts';
import type { FieldReader } from './field-reader.ts';
import { appOf, type FocusedWindow, focusedWindow, targetKindOf } from './focus.ts';
import type { HeldKeys } from './held-keys.ts';
import { KeySender } from './key-sender.ts';
import type { Keyboard } from './keyboard.ts';
import { KEYSYM, Keymap } from './keymap.ts';
import type { PasteOutcome } from './paste-receipt.ts';
import { NOTHING, textContent } from './selection-content.ts';
import { readSelectionText, type SelectionText } from './selection-reader.ts';
import type { Selections } from './selections.ts';
import { PASTE } from './tuning.ts';
import { Typist } from './typist.ts';
import { isSameProgram, processOf } from './window-owners.ts';

/** Owner of a selection that has none. */
const NO_OWNER = 0;
/** Target id when nothing has the focus. */
const NO_WINDOW = '';

/**
 * Puts text into the focused window: pasted from the selections, which then get the user's content back; typed if the
 * program doesn't paste; otherwise left on the clipboard. Insertions run one after the other.
 */
export class SelectionInserter implements Inserter, SelectionEditor {
  readonly #display: Display;
  readonly #selections: Selections;
  readonly #keys: KeySender;
  readonly #typist: Typist;
  readonly #fields: FieldReader;
  #isClosing = false;

  constructor(display: Display, keyboard: Keyboard, selections: Selections, held: HeldKeys, fields: FieldReader) {
    this.#display = display;
    this.#selections = selections;
    this.#fields = fields;
    this.#keys = new KeySender(display, keyboard, held);
    this.#typist = new Typist(display, this.#keys);
  }

  async focusedApp(): Promise<string | undefined> {
    const window = await this.#focusedWindow();
    return window && appOf(window);
  }

  async captureTarget(): Promise<InsertionTarget> {
    const window = await this.#focusedWindow();
    if (!window) return { id: NO_WINDOW, kind: 'unknown' };
    const app = appOf(window);
    // Nobody waits for this: it may take longer the first time.
    void processOf(this.#display, window.id).then((pid) => this.#fields.prepare(pid));
    return { id: toId(window.id), kind: await targetKindOf(window), ...(app !== undefined && { app }) };
  }

  async textAround(target: InsertionTarget): Promise<TextAround | undefined> {
    // A terminal shows program output, not text to continue.
    const field = target.kind === 'terminal' ? undefined : await this.#readField(target);
    return field === 'password' ? undefined : field;
  }

  insert(
    target: InsertionTarget,
    text: string,
    mayReleaseKeys?: MayReleaseKeys,
  ): Promise<Postponable<InsertionOutcome>> {
    return this.#selections.mutex.runExclusive(async () => {
      if (text === '') return 'inserted';
      try {
        if ((await this.#readField(target)) === 'password') {
          return (await this.#putOnClipboard(text)) ? 'secure-field' : 'failed';
        }
        const outcome = await this.#deliver(target, text, mayReleaseKeys);
        if (outcome !== undefined) return outcome;
      } catch {
        // A request was refused or the display is gone: try the clipboard next.
      } finally {
        this.#selections.giveBackSoon();
      }
      return (await this.#putOnClipboard(text)) ? 'on-clipboard' : 'failed';
    });
  }

  pressReturn(
    target: InsertionTarget,
    isWanted: () => boolean,
    mayReleaseKeys?: MayReleaseKeys,
  ): Promise<Postponable<boolean>> {
    return this.#selections.mutex.runExclusive(async () => {
      const enter = (await Keymap.read(this.#display)).keycodeOf(KEYSYM.return);
      if (enter === undefined) return false;
      if (!(await this.#keys.waitUntilReleased(mayReleaseKeys))) return 'postponed';
      if ((await this.#readField(target)) === 'password') return false;
      if (!(await this.#hasFocus(target)) || this.#isClosing || !isWanted()) return false;
      await this.#keys.press([enter]);
      return true;
    });
  }

  async read(maxUnits: number): Promise<SelectionReading> {
    const target = await this.captureTarget();
    if (target.id === NO_WINDOW) return { type: 'none' };
    const field = await this.#fields.readSelection(await processOf(this.#display, Number(target.id)));
    if (field === 'password') return { type: 'secure' };
    const marked = field?.isAny === false ? undefined : await this.#readMarked(target);
    if (!marked || marked.text.trim() === '') return { type: 'none' };
    if (marked.text.length > maxUnits) return { type: 'too-long' };
    return { type: 'selected', target, text: marked.text, mark: marked.mark };
  }

  replace(
    selection: SelectedText,
    text: string,
    isWanted: () => boolean,
    mayReleaseKeys?: MayReleaseKeys,
  ): Promise<Postponable<ReplacementOutcome>> {
    return this.#selections.mutex.runExclusive(async () => {
      const outcome = await this.#replace(selection, text, isWanted, mayReleaseKeys)
        .catch(() => 'moved' as const)
        .finally(() => this.#selections.giveBackSoon());
      if (outcome === 'replaced' || outcome === 'failed' || outcome === 'postponed' || !isWanted()) return outcome;
      return (await this.#putOnClipboard(text)) ? outcome : 'failed';
    });
  }

  leaveOnClipboard(text: string): Promise<boolean> {
    return this.#selections.mutex.runExclusive(() => this.#putOnClipboard(text));
  }

  /** Stops any typing in progress and restores the keyboard. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#selections.mutex.runExclusive(async () => undefined);
  }

  /** Pastes or types the text; resolves with undefined if it isn't in the field, or if that failed midway. */
  async #deliver(
    target: InsertionTarget,
    text: string,
    mayReleaseKeys: MayReleaseKeys | undefined,
  ): Promise<Postponable<'inserted' | 'unconfirmed'> | undefined> {
    const deadline = performance.now() + PASTE.limitMs;
    const outcome = await this.#paste(target, text, { deadline, mayReleaseKeys });
    if (outcome === 'postponed') return outcome;
    if (outcome === 'pasted') return 'inserted';
    if (outcome !== 'ignored' && outcome !== 'unreadable') return undefined;
    // Typing a line break means pressing Enter, which may send or run something.
    const line = applyNewlinePolicy(text, 'single-line');
    if (await this.#typist.canType(line)) {
      const isTyped = await this.#typist.type(line, {
        mayGoOn: () => this.#mayType(target, deadline),
        mayReleaseKeys,
      });
      return isTyped ? 'unconfirmed' : undefined;
    }
    if (outcome === 'ignored') return undefined;
    const forced = await this.#paste(target, text, { deadline, mayReleaseKeys, atAllCosts: true });
    if (forced === 'postponed') return forced;
    return forced === 'pasted' ? 'inserted' : undefined;
  }

  async #paste(
    target: InsertionTarget,
    text: string,
    {
      deadline,
      mayReleaseKeys,
      atAllCosts = false,
      selections = this.#pasteSources(target),
      mayPaste = () => this.#hasFocus(target),
    }: {
      deadline: number;
      mayReleaseKeys: MayReleaseKeys | undefined;
      atAllCosts?: boolean;
      selections?: BorrowedSelection[];
      mayPaste?: () => Promise<boolean>;
    },
  ): Promise<Postponable<PasteOutcome | 'moved' | 'unreadable'>> {
    const keycodes = await this.#pasteKeys();
    if (!keycodes) return 'ignored';
    const content = textContent(this.#selections.atoms, text);
    await this.#selections.settled();
    const borrowed = await Promise.all(selections.map((selection) => selection.borrow(content, { atAllCosts })));
    if (borrowed.includes(false)) {
      await this.#selections.giveBack();
      return 'unreadable';
    }
    if (!(await this.#keys.waitUntilReleased(mayReleaseKeys))) return 'postponed';
    if (!(await mayPaste())) return 'moved';
    const window = Number(target.id);
    const receipt = this.#selections.watchPaste((requestor) => isSameProgram(this.#display, window, requestor));
    await this.#keys.press(keycodes);
    await receipt.wait({ requestMs: PASTE.requestMs, limitMs: deadline - performance.now() });
    // If the text is going to be typed, nobody may get it from the selections anymore.
    if (receipt.outcome === 'ignored') await Promise.all(selections.map((selection) => selection.withhold()));
    // Another program has taken a selection, perhaps along with the text.
    const isLost = selections.some((selection) => !selection.isBorrowed);
    return isLost && receipt.outcome === 'ignored' ? 'uncertain' : receipt.outcome;
  }

  /** Pastes over the selection. Never types: a field that can't be pasted into may interpret keys as commands. */
  async #replace(
    { target, text: selected, mark }: SelectedText,
    text: string,
    isWanted: () => boolean,
    mayReleaseKeys: MayReleaseKeys | undefined,
  ): Promise<Postponable<ReplacementOutcome>> {
    if (!(await this.#keys.waitUntilReleased(mayReleaseKeys))) return 'postponed';
    const field = await this.#fields.readSelection(await processOf(this.#display, Number(target.id)));
    if (field === 'password') return 'secure-field';
    // In programs that contain a terminal among other fields, only the field itself can show that it isn't one.
    const isEditable = field?.isEditable ?? target.kind !== 'unknown';
    if (target.kind === 'terminal' || !isEditable) return 'not-editable';
    if (field?.isAny === false) return 'moved';
    let current = mark;
    const isSelected = async () => {
      const marked = await this.#readMarked(target);
      return marked?.mark === current && marked.text === selected ? marked : undefined;
    };
    if (!field) {
      if (!(await isSelected()) || !(await this.#copies(target, selected, mayReleaseKeys))) return 'moved';
      // Chromium takes the primary selection again when it copies.
      current = (await this.#readMarked(target))?.mark ?? mark;
    }
    const outcome = await this.#paste(target, text, {
      deadline: performance.now() + PASTE.limitMs,
      mayReleaseKeys,
      // The primary selection is left alone: taking it would unselect the text.
      selections: [this.#selections.clipboard],
      mayPaste: async () => (await this.#hasFocus(target)) && (await isSelected()) !== undefined && isWanted(),
    });
    if (outcome === 'moved' || outcome === 'postponed') return outcome;
    if (outcome === 'unreadable') return 'failed';
    if (outcome !== 'pasted') return 'not-editable';
    // GTK's editors fetch the text even if they are read-only.
    for (const until = performance.now() + PASTE.replacedMs; (await isSelected())?.isGtkEditor; ) {
      if (performance.now() > until) return 'not-editable';
      await sleep(PASTE.keyPollMs);
    }
    return 'replaced';
  }

  /**
   * Whether a program copies exactly this text, which it does if the text is still selected: in Chromium and Qt the
   * primary selection outlasts the visible one. The clipboard stays borrowed.
   */
  async #copies(target: InsertionTarget, text: string, mayReleaseKeys: MayReleaseKeys | undefined): Promise<boolean> {
    const keycodes = await this.#keycodes(KEYSYM.control, KEYSYM.insert);
    const { clipboard, atoms } = this.#selections;
    await this.#selections.settled();
    if (!keycodes || !(await clipboard.borrow(NOTHING))) return false;
    if (!(await this.#keys.waitUntilReleased(mayReleaseKeys))) return false;
    if (!(await this.#hasFocus(target))) return false;
    await this.#keys.press(keycodes);
    for (const until = performance.now() + PASTE.copyMs; clipboard.isBorrowed; ) {
      if (performance.now() > until) return false;
      await sleep(PASTE.keyPollMs);
    }
    const copied = await readSelectionText(this.#display, atoms, atoms.clipboard).catch(() => undefined);
    return (await clipboard.takeBack()) && copied?.text === text;
  }

  /**
   * Resolves with the primary selection of the target's program; undefined if another program owns it, or nothing is
   * selected.
   */
  async #readMarked(target: InsertionTarget): Promise<(SelectionText & { mark: string }) | undefined> {
    const { atoms } = this.#selections;
    const owner = await this.#display.request<number>((done) =>
      this.#display.client.GetSelectionOwner(atoms.primary, done),
    );
    if (owner === NO_OWNER || !(await isSameProgram(this.#display, Number(target.id), owner))) return undefined;
    const marked = await readSelectionText(this.#display, atoms, atoms.primary).catch(() => undefined);
    return marked && { ...marked, mark: `${owner} ${marked.since}` };
  }

  /**
   * Shift+Insert: works in terminals too, and is the same in every layout. On Ctrl+V, Chromium fetches the text even if
   * the page then doesn't paste it; on Shift+Insert, only when it pastes.
   */
  #pasteKeys(): Promise<number[] | undefined> {
    return this.#keycodes(KEYSYM.shift, KEYSYM.insert);
  }

  /** Resolves with the keys of keysyms; undefined if the keyboard lacks one. */
  async #keycodes(...keysyms: readonly number[]): Promise<number[] | undefined> {
    const keymap = await Keymap.read(this.#display);
    const keycodes = keysyms.flatMap((keysym) => keymap.keycodeOf(keysym) ?? []);
    return keycodes.length === keysyms.length ? keycodes : undefined;
  }

  /**
   * Terminals paste the primary selection. Elsewhere it is left alone: GTK unselects the text to be replaced when it
   * loses the primary selection.
   */
  #pasteSources({ kind }: InsertionTarget): BorrowedSelection[] {
    const { clipboard, primary } = this.#selections;
    return kind === 'terminal' || kind === 'unknown' ? [clipboard, primary] : [clipboard];
  }

  async #readField(target: InsertionTarget) {
    return this.#fields.read(await processOf(this.#display, Number(target.id)));
  }

  async #mayType(target: InsertionTarget, deadline: number): Promise<boolean> {
    return !this.#isClosing && performance.now() < deadline && this.#hasFocus(target);
  }

  /** The focused window; undefined also if it is closing at this moment, or the display is gone. */
  #focusedWindow(): Promise<FocusedWindow | undefined> {
    return focusedWindow(this.#display).catch(() => undefined);
  }

  async #hasFocus(target: InsertionTarget): Promise<boolean> {
    const window = await focusedWindow(this.#display);
    return window !== undefined && toId(window.id) === target.id;
  }

  async #putOnClipboard(text: string): Promise<boolean> {
    try {
      const { clipboard, atoms } = this.#selections;
      return await clipboard.put(textContent(atoms, text));
    } catch {
      return false;
    }
  }
}

function toId(window: number): string {
  return `0x${window.toString(16)}`;
}
