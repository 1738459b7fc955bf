import type { Display } from '@workspace/desktop/x11/display';
import { vi } from 'vitest';
import { type Area, PIXEL_BYTES, readPixels } from '../x11/pixels.ts';
import type { XSession } from '../x11/x-session.ts';

/** Where the text stands in the card: below the headline, above the foot. */
const TEXT_ROWS = { top: 42, height: 48 } as const;
const FOOT_HEIGHT = 44;
const EDGE_WIDTH = 8;
/** No button is narrower. */
const ACTION_WIDTH = 48;
/** A line of a button's ground, in pixels. */
const FILLED_LENGTH = 16;

/** The HUD as it is to be seen on the display: a window without a name that no window manager knows. */
export class Hud {
  readonly #x: XSession;
  readonly #display: Display;

  private constructor(x: XSession, display: Display) {
    this.#x = x;
    this.#display = display;
  }

  static async watch(x: XSession): Promise<Hud> {
    return new Hud(x, await x.openDisplay());
  }

  /** What is shown, in pixels of the screen; `undefined` where nothing is. */
  async card(): Promise<Area | undefined> {
    const windows = await this.#x.run('xwininfo', '-root', '-children');
    const [, window] = /^ +(0x[\da-f]+) \(has no name\): \(\) +420x140\+/m.exec(windows) ?? [];
    if (window === undefined) return undefined;
    const [place, shape] = await Promise.all([
      this.#x.run('xwininfo', '-id', window),
      this.#x.run('xwininfo', '-id', window, '-shape'),
    ]);
    const [, left, top] = /upper-left X: +(-?\d+)\n.*upper-left Y: +(-?\d+)/.exec(place) ?? [];
    const [, width, height, x, y] = /shape extents: +(\d+)x(\d+)\+(\d+)\+(\d+)/.exec(shape)?.map(Number) ?? [];
    if (!place.includes('Map State: IsViewable') || !width || !height) return undefined;
    return { x: Number(left) + x!, y: Number(top) + y!, width, height };
  }

  /** Whether it tells of a failure: in red, and unlike anything else that it shows. */
  async tellsFailure(): Promise<boolean> {
    const card = await this.card();
    if (!card) return false;
    // Somewhere on its ground.
    const [blue, green, red] = await this.#pixels({
      x: card.x + EDGE_WIDTH,
      y: card.y + card.height / 2,
      width: 1,
      height: 1,
    });
    return red! > green! + 10 && red! > blue! + 10;
  }

  /** Whether it tells of trouble in the place of the text, in amber. */
  async tellsTrouble(): Promise<boolean> {
    const card = await this.card();
    if (!card) return false;
    const pixels = await this.#pixels(textArea(card));
    return coloursOf(pixels).some(({ red, green, blue }) => red > blue + 80 && green > blue + 50);
  }

  /** The picture of the text, or of what stands in its place. */
  async textPicture(): Promise<string> {
    const card = await this.card();
    if (!card) return '';
    return (await this.#pixels(textArea(card))).toString('base64');
  }

  /** Clicks the button of a failure that tries again: the one that is filled with ink. */
  async tryAgain(): Promise<void> {
    const card = await this.card();
    if (!card) throw new Error('The HUD is not there.');
    const foot = { ...card, y: card.y + card.height - FOOT_HEIGHT, height: FOOT_HEIGHT - EDGE_WIDTH };
    const isInk = coloursOf(await this.#pixels(foot)).map(({ red, green, blue }) => Math.max(red, green, blue) < 60);
    // Letters are of ink too, but have no such line in them.
    const filled = isInk.flatMap((_, pixel) =>
      isInk.slice(pixel, pixel + FILLED_LENGTH).every(Boolean)
        ? [{ x: foot.x + (pixel % foot.width) + FILLED_LENGTH / 2, y: foot.y + Math.floor(pixel / foot.width) }]
        : [],
    );
    if (filled.length === 0) throw new Error('The HUD has no button that tries again.');
    const middle = (values: number[]) => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
    await this.#x.xdotool(
      'mousemove',
      String(middle(filled.map(({ x }) => x))),
      String(middle(filled.map(({ y }) => y))),
    );
    await this.#x.xdotool('click', '1');
  }

  /** Clicks along the foot, from the left, until the action that comes first there has done its work. */
  async clickFirstAction(isDone: () => boolean): Promise<void> {
    const card = await this.card();
    if (!card) throw new Error('The HUD is not there.');
    const y = String(Math.round(card.y + card.height - FOOT_HEIGHT / 2));
    for (let x = card.x + EDGE_WIDTH; x < card.x + card.width - EDGE_WIDTH; x += ACTION_WIDTH / 2) {
      await this.#x.xdotool('mousemove', String(Math.round(x)), y, 'click', '1');
      const wasDone = await vi.waitUntil(isDone, { timeout: 500, interval: 20 }).catch(() => false);
      if (wasDone) return;
    }
    throw new Error('There is no action in the HUD.');
  }

  #pixels(area: Area): Promise<Buffer> {
    return readPixels(this.#display, this.#display.root, area);
  }
}

function textArea({ x, y, width }: Area): Area {
  return { x, y: y + TEXT_ROWS.top, width, height: TEXT_ROWS.height };
}

function coloursOf(pixels: Buffer): { red: number; green: number; blue: number }[] {
  return Array.from({ length: pixels.length / PIXEL_BYTES }, (_, index) => {
    const [blue, green, red] = pixels.subarray(index * PIXEL_BYTES);
    return { red: red!, green: green!, blue: blue! };
  });
}
