import type { HudView } from '../../ipc/hud-messages.ts';
import type { Windows } from '../platform.ts';

/** The HUD's window: its content, its place, and whether it takes clicks. */
export class HudDisplay {
  readonly #windows: Pick<Windows, 'send' | 'showHud' | 'hideHud' | 'setHudClickable'>;
  /** Whether it is where the user is working. */
  #isPlaced = false;

  constructor(windows: Pick<Windows, 'send' | 'showHud' | 'hideHud' | 'setHudClickable'>) {
    this.#windows = windows;
  }

  /** Shows a view; null hides the HUD. */
  show(view: HudView | null): void {
    const windows = this.#windows;
    windows.setHudClickable(view !== null && view.actions.length > 0);
    windows.send('hud', { type: 'view', view });
    if (view === null) windows.hideHud();
    else if (!this.#isPlaced) windows.showHud();
    this.#isPlaced = view !== null;
  }

  /** Handles the start of a dictation. The HUD may still show the previous one, on another screen. */
  handleStart(): void {
    this.#isPlaced = false;
  }
}
