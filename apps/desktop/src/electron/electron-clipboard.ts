import type * as Electron from 'electron';
import type { Clipboard } from '../app/platform.ts';

/** The system's clipboard, for what the user copies by hand; insertion doesn't use it (see `macos`). */
export class ElectronClipboard implements Clipboard {
  readonly #clipboard: Pick<Electron.Clipboard, 'writeText'>;

  constructor(clipboard: Pick<Electron.Clipboard, 'writeText'>) {
    this.#clipboard = clipboard;
  }

  async writeText(text: string): Promise<void> {
    this.#clipboard.writeText(text);
  }
}
