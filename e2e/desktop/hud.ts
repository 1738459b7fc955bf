import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Display } from '@workspace/desktop/x11/display';
import { ROOT } from '../repository.ts';
import { type Area, PIXEL_BYTES, readPixels } from '../x11/pixels.ts';
import type { XSession } from '../x11/x-session.ts';

const STYLES = ['packages/contract/src/colors.css', 'apps/desktop/src/windows/design/theme.css']
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('');
/**
 * Finds the HUD in the list of all windows: it has no name, and its only child is the browser's window with the page.
 */
const HOLDING_THE_PAGE = /^ +(0x[\da-f]+) \(has no name\): .*\n +1 child:\n +0x[\da-f]+ "Dictation - /m;
/** A horizontal run of a button's background, in pixels, longer than any in a letter. */
const FILLED_LENGTH = 16;
/** How far each channel of a displayed color may be from the style sheet's. */
const TOLERANCE = 2;

/** The HUD as seen on the display: a nameless window, unknown to the window manager. */
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

  /** Returns the visible part, in screen pixels; `undefined` if nothing is shown. */
  async card(): Promise<Area | undefined> {
    // Fails if a window disappears meanwhile.
    const list = () => this.#x.run('xwininfo', '-root', '-tree').catch(() => '');
    const [, window] = HOLDING_THE_PAGE.exec(await this.#x.waitUntil(list)) ?? [];
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

  /** Whether it shows that the microphone is open, in the design's signal color. */
  async showsListening(): Promise<boolean> {
    return this.#shows('signal');
  }

  /** Whether it shows a failure, on a background that nothing else has. */
  async showsFailure(): Promise<boolean> {
    return this.#shows('danger-soft');
  }

  /** Whether it shows trouble in place of the text. */
  async showsTrouble(): Promise<boolean> {
    return this.#shows('warning');
  }

  /** Returns the pixels of the text, or of whatever replaces it: the middle third, between headline and footer. */
  async textPicture(): Promise<string> {
    const card = await this.card();
    if (!card) return '';
    const third = Math.round(card.height / 3);
    return (await this.#pixels({ ...card, y: card.y + third, height: third })).toString('base64');
  }

  /** Clicks the action button, which is filled, not the one that only dismisses the message. */
  async clickAction(): Promise<void> {
    // The page has its text a moment before the window appears.
    const { x, y } = await this.#x.waitUntil(() => this.#filledButton());
    await this.#x.xdotool('mousemove', String(x), String(y));
    await this.#x.xdotool('click', '1');
  }

  /** Returns the center of the filled button, in screen pixels; `undefined` if none is shown. */
  async #filledButton(): Promise<{ x: number; y: number } | undefined> {
    const card = await this.card();
    if (!card) return undefined;
    const isFilled = colorsOf(await this.#pixels(card)).map(isToken('solid'));
    const filled = isFilled.flatMap((_, pixel) =>
      isFilled.slice(pixel, pixel + FILLED_LENGTH).every(Boolean)
        ? [{ x: card.x + (pixel % card.width) + FILLED_LENGTH / 2, y: card.y + Math.floor(pixel / card.width) }]
        : [],
    );
    if (filled.length === 0) return undefined;
    const middle = (values: number[]) => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
    return { x: middle(filled.map(({ x }) => x)), y: middle(filled.map(({ y }) => y)) };
  }

  async #shows(token: string): Promise<boolean> {
    const card = await this.card();
    return card !== undefined && colorsOf(await this.#pixels(card)).some(isToken(token));
  }

  #pixels(area: Area): Promise<Buffer> {
    return readPixels(this.#display, this.#display.root, area);
  }
}

interface Color {
  red: number;
  green: number;
  blue: number;
}

/** Returns a predicate that recognizes a named color of the design, light or dark. */
function isToken(name: string): (color: Color) => boolean {
  const [, ...values] = new RegExp(`--color-${name}: light-dark\\(#(.{6}), #(.{6})\\)`).exec(STYLES) ?? [];
  if (values.length === 0) throw new Error(`The design has no color named ${name}.`);
  const colors = values.map((value) => [0, 2, 4].map((at) => Number.parseInt(value.slice(at, at + 2), 16)));
  return ({ red, green, blue }) =>
    colors.some((color) => [red, green, blue].every((part, at) => Math.abs(part - color[at]!) <= TOLERANCE));
}

function colorsOf(pixels: Buffer): Color[] {
  return Array.from({ length: pixels.length / PIXEL_BYTES }, (_, index) => {
    const [blue, green, red] = pixels.subarray(index * PIXEL_BYTES);
    return { red: red!, green: green!, blue: blue! };
  });
}
