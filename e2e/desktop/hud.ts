import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Display } from '@workspace/desktop/x11/display';
import { ROOT } from '../repository.ts';
import { type Area, PIXEL_BYTES, readPixels } from '../x11/pixels.ts';
import type { XSession } from '../x11/x-session.ts';

const STYLES = ['packages/contract/src/colours.css', 'apps/desktop/src/windows/design/theme.css']
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('');
/** In the list of all windows: the one without a name, whose only child is the browser's window of the page. */
const HOLDING_THE_PAGE = /^ +(0x[\da-f]+) \(has no name\): .*\n +1 child:\n +0x[\da-f]+ "Dictation - /m;
/** A line of a button's ground, in pixels: no letter has one that long. */
const FILLED_LENGTH = 16;
/** How far a colour on the display may be from the one in the style sheet. */
const TOLERANCE = 2;

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

  /** What is shown, in pixels of the screen; `undefined` if nothing is. */
  async card(): Promise<Area | undefined> {
    // It fails if a window goes away meanwhile.
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

  /** Whether it shows that the microphone is open: in the one signal of the design. */
  async showsListening(): Promise<boolean> {
    return this.#shows('signal');
  }

  /** Whether it shows a failure: on a ground that nothing else has. */
  async showsFailure(): Promise<boolean> {
    return this.#shows('danger-soft');
  }

  /** Whether it shows trouble in place of the text. */
  async showsTrouble(): Promise<boolean> {
    return this.#shows('warning');
  }

  /** The picture of the text, or of what is in its place: between headline and foot. */
  async textPicture(): Promise<string> {
    const card = await this.card();
    if (!card) return '';
    const third = Math.round(card.height / 3);
    return (await this.#pixels({ ...card, y: card.y + third, height: third })).toString('base64');
  }

  /** Clicks the button that does something about it, not the one that only takes it away: it is the one that is filled. */
  async clickAction(): Promise<void> {
    // The page has its text a moment before the window appears.
    const { x, y } = await this.#x.waitUntil(() => this.#filledButton());
    await this.#x.xdotool('mousemove', String(x), String(y));
    await this.#x.xdotool('click', '1');
  }

  /** The middle of the filled button, in pixels of the screen; `undefined` if none is shown. */
  async #filledButton(): Promise<{ x: number; y: number } | undefined> {
    const card = await this.card();
    if (!card) return undefined;
    const isFilled = coloursOf(await this.#pixels(card)).map(isToken('solid'));
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
    return card !== undefined && coloursOf(await this.#pixels(card)).some(isToken(token));
  }

  #pixels(area: Area): Promise<Buffer> {
    return readPixels(this.#display, this.#display.root, area);
  }
}

interface Colour {
  red: number;
  green: number;
  blue: number;
}

/** Tells a colour of the design, by day or by night. */
function isToken(name: string): (colour: Colour) => boolean {
  const [, ...values] = new RegExp(`--color-${name}: light-dark\\(#(.{6}), #(.{6})\\)`).exec(STYLES) ?? [];
  if (values.length === 0) throw new Error(`The design has no colour named ${name}.`);
  const colours = values.map((value) => [0, 2, 4].map((at) => Number.parseInt(value.slice(at, at + 2), 16)));
  return ({ red, green, blue }) =>
    colours.some((colour) => [red, green, blue].every((part, at) => Math.abs(part - colour[at]!) <= TOLERANCE));
}

function coloursOf(pixels: Buffer): Colour[] {
  return Array.from({ length: pixels.length / PIXEL_BYTES }, (_, index) => {
    const [blue, green, red] = pixels.subarray(index * PIXEL_BYTES);
    return { red: red!, green: green!, blue: blue! };
  });
}
