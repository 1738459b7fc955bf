import type { Clipboard } from '../app/platform.ts';
import { textContent } from './selection-content.ts';
import type { Selections } from './selections.ts';

/** The display's clipboard. This process serves what is written to it until another program takes over. */
export class SelectionClipboard implements Clipboard {
  readonly #selections: Selections;

  constructor(selections: Selections) {
    this.#selections = selections;
  }

  async writeText(text: string): Promise<void> {
    const { mutex, clipboard, atoms } = this.#selections;
    const isWritten = await mutex.runExclusive(async () => {
      await this.#selections.settled();
      return clipboard.put(textContent(atoms, text));
    });
    if (!isWritten) throw new Error('Another program keeps taking the clipboard.');
  }
}
