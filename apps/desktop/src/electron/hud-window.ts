import type * as Electron from 'electron';
import { HUD_SIZE } from '../pages/window-sizes.ts';

/** Distance between the HUD's page and the bottom edge of the screen. */
const MARGIN = 48;

/** The HUD on the screen: above all spaces and full-screen apps, never focused. */
export class HudWindow {
  readonly #window: Electron.BrowserWindow;
  #isClickable = false;
  readonly #screen: Pick<Electron.Screen, 'getCursorScreenPoint' | 'getDisplayNearestPoint'>;

  constructor(
    window: Electron.BrowserWindow,
    screen: Pick<Electron.Screen, 'getCursorScreenPoint' | 'getDisplayNearestPoint'>,
  ) {
    this.#window = window;
    this.#screen = screen;
    // An app without a Dock icon doesn't have to change its process type for that, which would make windows vanish.
    window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true });
    window.setAlwaysOnTop(true, 'screen-saver');
  }

  /** Shows it at the bottom of the screen that has the pointer. */
  show(): void {
    this.place();
    this.#window.showInactive();
  }

  hide(): void {
    this.#window.hide();
  }

  /** Puts it where it belongs, also after the screens have changed. */
  place(): void {
    const { workArea } = this.#screen.getDisplayNearestPoint(this.#screen.getCursorScreenPoint());
    this.#window.setBounds({
      ...HUD_SIZE,
      x: workArea.x + Math.round((workArea.width - HUD_SIZE.width) / 2),
      y: Math.max(workArea.y, workArea.y + workArea.height - HUD_SIZE.height - MARGIN),
    });
  }

  /** Whether a click would hit it now. */
  get isUnderPointer(): boolean {
    if (!this.#isClickable || !this.#window.isVisible()) return false;
    const { x, y, width, height } = this.#window.getBounds();
    const pointer = this.#screen.getCursorScreenPoint();
    return pointer.x >= x && pointer.x < x + width && pointer.y >= y && pointer.y < y + height;
  }

  /** With nothing to click, clicks go to what is below. */
  setClickable(isClickable: boolean): void {
    this.#isClickable = isClickable;
    this.#window.setIgnoreMouseEvents(!isClickable);
  }
}
