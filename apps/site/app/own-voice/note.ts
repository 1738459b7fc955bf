import type { Inserter } from '@workspace/dictation/ports';

/** The note on the page, as the text insertion target. Never uses the clipboard. */
export class Note implements Inserter {
  readonly #onChange: () => void;
  #text = '';

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get text(): string {
    return this.#text;
  }

  async focusedApp(): Promise<undefined> {}

  async captureTarget() {
    return { id: 'note', kind: 'multi-line' } as const;
  }

  async textAround() {
    return { before: this.#text };
  }

  async insert(_: unknown, text: string) {
    this.#text += text;
    this.#onChange();
    return 'inserted' as const;
  }

  async pressReturn(): Promise<boolean> {
    return false;
  }

  async leaveOnClipboard(): Promise<boolean> {
    return false;
  }
}
