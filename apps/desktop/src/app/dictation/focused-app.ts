import type { DesktopAccess } from '../platform.ts';

/** The app last seen with the focus, suggested for a rule. */
export class FocusedApp {
  readonly #inserter: Pick<DesktopAccess['inserter'], 'focusedApp'>;
  readonly #onChange: () => void;
  #last: string | null = null;

  constructor(inserter: Pick<DesktopAccess['inserter'], 'focusedApp'>, onChange: () => void) {
    this.#inserter = inserter;
    this.#onChange = onChange;
  }

  /** Named as in rules; null if none is known. */
  get last(): string | null {
    return this.#last;
  }

  /** Remembers the app that has the focus now. */
  remember(): void {
    void this.#look();
  }

  async #look(): Promise<void> {
    const app = await this.#inserter.focusedApp().catch(() => undefined);
    if (app === undefined || app === this.#last) return;
    this.#last = app;
    this.#onChange();
  }
}
