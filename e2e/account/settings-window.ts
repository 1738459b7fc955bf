import { createHash } from 'node:crypto';
import type { Display } from '@workspace/desktop/x11/display';
import { vi } from 'vitest';
import type { XSession } from '../x11/x-session.ts';

const NAME = 'Settings';
const Z_PIXMAP = 2;
const ALL_PLANES = 0xffff_ffff;
/** The window stands still once so many pictures in a row were the same. */
const SAME_PICTURES = 25;
const ATTEMPTS = 4;

type Check = () => boolean | Promise<boolean>;

/** The window for the settings, as a user has it: by its picture and its keys. */
export class SettingsWindow {
  readonly #x: XSession;
  readonly #display: Display;

  private constructor(x: XSession, display: Display) {
    this.#x = x;
    this.#display = display;
  }

  static async watch(x: XSession): Promise<SettingsWindow> {
    return new SettingsWindow(x, await x.openDisplay());
  }

  /** Says yes to the question whether to link: it has the focus, then come ‘Not now’ and ‘Link’. */
  async acceptLink(isDone: Check): Promise<void> {
    await this.#press(['Tab', 'Tab', 'Return'], isDone);
  }

  /** Says no. */
  async declineLink(isDone: Check): Promise<void> {
    await this.#press(['Tab', 'Return'], isDone);
  }

  /** Presses keys, again where they came before the question was drawn, which takes the focus then. */
  async #press(keys: readonly string[], isDone: Check): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      await this.#untilStill();
      await this.#x.xdotool('key', ...keys);
      if (await vi.waitUntil(isDone, { timeout: 4_000, interval: 20 }).catch(() => false)) return;
    }
    throw new Error('The question was not answered.');
  }

  /** Waits until it is there, has the focus, and shows all that it is going to show. */
  async #untilStill(): Promise<void> {
    const window = await this.#x.focusWindow({ name: NAME });
    let last = '';
    let same = 0;
    await this.#x.waitUntil(async () => {
      const picture = await this.#picture(window);
      same = picture === last ? same + 1 : 0;
      last = picture;
      return same >= SAME_PICTURES;
    });
  }

  async #picture(window: number): Promise<string> {
    const geometry = await this.#x.xdotool('getwindowgeometry', '--shell', String(window));
    const [, width, height] = /WIDTH=(\d+)\nHEIGHT=(\d+)/.exec(geometry) ?? [];
    const { client } = this.#display;
    const { data } = await this.#display.request<{ data: Buffer }>((done) =>
      client.GetImage(Z_PIXMAP, window, 0, 0, Number(width), Number(height), ALL_PLANES, done),
    );
    return createHash('sha256').update(data).digest('hex');
  }
}
