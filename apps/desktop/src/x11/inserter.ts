import { performance } from 'node:perf_hooks';
import { applyNewlinePolicy } from '@workspace/dictation/newlines';
import type { Inserter, InsertionOutcome, InsertionTarget } from '@workspace/dictation/ports';
import type { BorrowedSelection } from './borrowed-selection.ts';
import type { Display } from './display.ts';
import { focusedWindow, targetKindOf } from './focus.ts';
import { KeySender } from './key-sender.ts';
import type { Keyboard } from './keyboard.ts';
import { KEYSYM, Keymap } from './keymap.ts';
import type { PasteOutcome } from './paste-receipt.ts';
import { textContent } from './selection-content.ts';
import type { Selections } from './selections.ts';
import { PASTE } from './tuning.ts';
import { Typist } from './typist.ts';
import { isSameProgram } from './window-owners.ts';

/** The target where nothing has the focus. */
const NO_WINDOW = '';

/**
 * Puts text into the focused window: pasted from the selections, which are the user's own again afterwards; typed where
 * the program doesn't paste; else left on the clipboard. Insertions take place one after the other.
 */
export class SelectionInserter implements Inserter {
  readonly #display: Display;
  readonly #selections: Selections;
  readonly #keys: KeySender;
  readonly #typist: Typist;
  #isClosing = false;

  constructor(display: Display, keyboard: Keyboard, selections: Selections) {
    this.#display = display;
    this.#selections = selections;
    this.#keys = new KeySender(display, keyboard);
    this.#typist = new Typist(display, this.#keys);
  }

  async captureTarget(): Promise<InsertionTarget> {
    try {
      const window = await focusedWindow(this.#display);
      if (window) return { id: toId(window.id), kind: await targetKindOf(window) };
    } catch {
      // It was closed at this moment, or the display is gone.
    }
    return { id: NO_WINDOW, kind: 'unknown' };
  }

  /** Not to be had on X11 at a reasonable price. */
  async textBefore(): Promise<undefined> {
    return undefined;
  }

  insert(target: InsertionTarget, text: string): Promise<InsertionOutcome> {
    return this.#selections.turns.take(async () => {
      if (text === '') return 'inserted';
      try {
        if (await this.#deliver(target, text)) return 'inserted';
      } catch {
        // A request was refused or the display is gone: the clipboard is the next to be tried.
      } finally {
        this.#selections.giveBackSoon();
      }
      return (await this.#putOnClipboard(text)) ? 'on-clipboard' : 'failed';
    });
  }

  leaveOnClipboard(text: string): Promise<boolean> {
    return this.#selections.turns.take(() => this.#putOnClipboard(text));
  }

  /** Ends typing that goes on, with the keyboard as before. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#selections.turns.take(async () => undefined);
  }

  /** Resolves with whether the text is in the field. Where it may be there, but isn't for sure, the answer is no. */
  async #deliver(target: InsertionTarget, text: string): Promise<boolean> {
    const deadline = performance.now() + PASTE.limitMs;
    const outcome = await this.#paste(target, text, deadline);
    if (outcome !== 'ignored' && outcome !== 'unreadable') return outcome === 'pasted';
    // A line break that is typed is a press of Enter, which sends or runs something where it isn't just a line break.
    const line = applyNewlinePolicy(text, 'single-line');
    if (await this.#typist.canType(line)) return this.#typist.type(line, () => this.#mayType(target, deadline));
    return outcome === 'unreadable' && (await this.#paste(target, text, deadline, { atAllCosts: true })) === 'pasted';
  }

  async #paste(
    target: InsertionTarget,
    text: string,
    deadline: number,
    { atAllCosts = false }: { atAllCosts?: boolean } = {},
  ): Promise<PasteOutcome | 'moved' | 'unreadable'> {
    const keycodes = await this.#pasteKeys();
    if (!keycodes) return 'ignored';
    const selections = this.#pasteSources(target);
    const content = textContent(this.#selections.atoms, text);
    await this.#selections.settled();
    const borrowed = await Promise.all(selections.map((selection) => selection.borrow(content, { atAllCosts })));
    if (borrowed.includes(false)) {
      await this.#selections.giveBack();
      return 'unreadable';
    }
    await this.#keys.waitUntilReleased();
    if (!(await this.#hasFocus(target))) return 'moved';
    const window = Number(target.id);
    const receipt = this.#selections.watchPaste((requestor) => isSameProgram(this.#display, window, requestor));
    await this.#keys.press(keycodes);
    await receipt.wait({ requestMs: PASTE.requestMs, limitMs: deadline - performance.now() });
    // Nobody must get it any more if it is going to be typed.
    if (receipt.outcome === 'ignored') await Promise.all(selections.map((selection) => selection.withhold()));
    // Another program has taken a selection, perhaps with what it has read there.
    const isLost = selections.some((selection) => !selection.isBorrowed);
    return isLost && receipt.outcome === 'ignored' ? 'uncertain' : receipt.outcome;
  }

  /**
   * Shift+Insert: terminals know it too, and it is the same in every layout. Chromium fetches the text at Ctrl+V even
   * where the page then doesn't paste, at Shift+Insert only when it pastes.
   */
  async #pasteKeys(): Promise<number[] | undefined> {
    const keymap = await Keymap.read(this.#display);
    const shift = keymap.keycodeOf(KEYSYM.shift);
    const insert = keymap.keycodeOf(KEYSYM.insert);
    return shift === undefined || insert === undefined ? undefined : [shift, insert];
  }

  /**
   * Terminals paste what is marked. Elsewhere that is left alone: GTK unmarks what was to be replaced when its mark is
   * taken away.
   */
  #pasteSources({ kind }: InsertionTarget): BorrowedSelection[] {
    const { clipboard, primary } = this.#selections;
    return kind === 'terminal' || kind === 'unknown' ? [clipboard, primary] : [clipboard];
  }

  async #mayType(target: InsertionTarget, deadline: number): Promise<boolean> {
    return !this.#isClosing && performance.now() < deadline && this.#hasFocus(target);
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
