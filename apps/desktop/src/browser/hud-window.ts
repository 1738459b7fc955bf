import type { Clock } from '@workspace/speech/clock';
import { HUD_SIZE } from '../pages/window-sizes.ts';
import type { Display } from '../x11/display.ts';
import { withdraw } from './managed-window.ts';
import { Raising } from './raising.ts';
import { bottomCenter, type Rectangle, roundedRectangle, screenOf } from './screen-place.ts';

/** The page's size, in CSS pixels, and its scale. */
export interface PageMeasures {
  innerWidth: number;
  innerHeight: number;
  devicePixelRatio: number;
}

/** The visible part of the page, in CSS pixels. */
export interface Card extends Rectangle {
  radius: number;
}

const INPUT_OUTPUT = 1;
const NOT_COVERED = 0;
const MAX_FITTINGS = 20;

/**
 * The HUD on the screen: a window of ours, unknown to the window manager, that contains a window of Chromium and shows
 * its page without the frame that Chromium draws. It never gets the focus, even when clicked.
 */
export class HudWindow {
  readonly #display: Display;
  readonly #window: number;
  /** Window managers raise the windows they manage above one they don't know. */
  readonly #raising: Raising;
  readonly #stopListening: () => void;
  #scale = 1;
  /** Offset of the page in the window, in pixels: what Chromium draws around the page is never seen. */
  #pageAt = { x: 0, y: 0 };
  #isShown = false;

  private constructor(display: Display, clock: Clock) {
    this.#display = display;
    this.#window = display.client.AllocID();
    this.#raising = new Raising(clock, () => display.client.ConfigureWindow(this.#window, { stackMode: 0 }));
    this.#stopListening = display.onEvent((event) => {
      if (event.name === 'VisibilityNotify' && event.wid === this.#window)
        this.#raising.setCovered(this.#isShown && event.state !== NOT_COVERED);
    });
  }

  /**
   * Takes a Chromium window away from the window manager. `measure` measures its page once the page has had time to
   * follow a resize.
   */
  static async adopt(
    { display, clock }: { display: Display; clock: Clock },
    browserWindow: number,
    measure: () => Promise<PageMeasures>,
  ): Promise<HudWindow> {
    const hud = new HudWindow(display, clock);
    await hud.#create();
    await withdraw(display, browserWindow);
    await display.request<void>((done) => display.client.ReparentWindow(browserWindow, hud.#window, 0, 0, done));
    await display.request<void>((done) => display.client.MapWindow(browserWindow, done));
    await hud.#fit(browserWindow, measure);
    return hud;
  }

  /** Shows it at the bottom of the screen that the focused window is on, above all other windows. */
  async show(focusedWindow: number | undefined): Promise<void> {
    this.#isShown = true;
    const place = await this.#place(focusedWindow);
    if (!this.#isShown) return;
    const { client } = this.#display;
    await Promise.all([
      this.#display.request<void>((done) => client.ConfigureWindow(this.#window, { ...place, stackMode: 0 }, done)),
      this.#display.request<void>((done) => client.MapWindow(this.#window, done)),
    ]);
  }

  async hide(): Promise<void> {
    this.#isShown = false;
    this.#raising.setCovered(false);
    await this.#display.request<void>((done) => this.#display.client.UnmapWindow(this.#window, done));
  }

  /** Makes only the card visible and clickable; without a card, nothing of the window. */
  async setCard(card: Card | undefined): Promise<void> {
    const shape = await this.#display.extension('shape');
    const parts = card ? roundedRectangle(this.#toPixels(card), card.radius * this.#scale) : [];
    const rectangles = parts.map(
      ({ x, y, width, height }) => [x + this.#pageAt.x, y + this.#pageAt.y, width, height] as const,
    );
    shape.Rectangles(shape.Op.Set, shape.Kind.Bounding, this.#window, 0, 0, rectangles);
  }

  /** Removes it from the screen, along with Chromium's window. */
  close(): void {
    this.#isShown = false;
    this.#stopListening();
    this.#raising.close();
    this.#display.client.DestroyWindow(this.#window);
  }

  async #create(): Promise<void> {
    const { client, root } = this.#display;
    const { width, height } = HUD_SIZE;
    // As a window manager does, so that requests by others to change Chromium's window have no effect.
    const eventMask = client.eventMask.VisibilityChange | client.eventMask.SubstructureRedirect;
    const values = { overrideRedirect: true, eventMask };
    await this.#display.request<void>((done) =>
      client.CreateWindow(this.#window, root, 0, 0, width, height, 0, 0, INPUT_OUTPUT, 0, values, done),
    );
  }

  /**
   * Gives the page its intended size. What Chromium draws around it is cut off by the window's shape, not by placing it
   * beyond the edges: on a busy machine Chromium's window lost its negative position, and the HUD was empty.
   */
  async #fit(browserWindow: number, measure: () => Promise<PageMeasures>): Promise<void> {
    let { width, height } = HUD_SIZE;
    for (let fittings = 0; fittings < MAX_FITTINGS; fittings += 1) {
      await this.#configure(browserWindow, { x: 0, y: 0, width, height });
      const page = await measure();
      this.#scale = page.devicePixelRatio;
      const missing = {
        width: Math.round((HUD_SIZE.width - page.innerWidth) * this.#scale),
        height: Math.round((HUD_SIZE.height - page.innerHeight) * this.#scale),
      };
      if (missing.width === 0 && missing.height === 0) break;
      width += missing.width;
      height += missing.height;
    }
    const size = this.#toPixels({ x: 0, y: 0, ...HUD_SIZE });
    // The frame is as wide at the bottom as at the sides; everything else is above the page.
    const frame = Math.round((width - size.width) / 2);
    this.#pageAt = { x: frame, y: height - size.height - frame };
    await this.#configure(this.#window, { width, height });
  }

  #configure(window: number, place: Partial<Rectangle>): Promise<void> {
    return this.#display.request<void>((done) => this.#display.client.ConfigureWindow(window, place, done));
  }

  async #place(focusedWindow: number | undefined): Promise<{ x: number; y: number }> {
    const [screens, workArea, focused] = await Promise.all([
      this.#screens(),
      this.#workArea(),
      focusedWindow === undefined ? undefined : this.#area(focusedWindow).catch(() => undefined),
    ]);
    const screen = focused ? screenOf(focused, screens) : screens[0];
    const place = bottomCenter(this.#toPixels({ x: 0, y: 0, ...HUD_SIZE }), screen, workArea);
    return { x: place.x - this.#pageAt.x, y: place.y - this.#pageAt.y };
  }

  async #screens(): Promise<[Rectangle, ...Rectangle[]]> {
    const xinerama = await this.#display.extension('xinerama').catch(() => undefined);
    const screens = xinerama && (await this.#display.request<Rectangle[]>((done) => xinerama.QueryScreens(done)));
    const [first, ...others] = screens ?? [];
    return first ? [first, ...others] : [await this.#area(this.#display.root)];
  }

  /** The area that panels leave free on all screens together, if a window manager reports it. */
  async #workArea(): Promise<Rectangle | undefined> {
    const property = await this.#display.getProperty(this.#display.root, await this.#display.atom('_NET_WORKAREA'));
    if (!property || property.data.length < 16) return undefined;
    const [x, y, width, height] = [0, 4, 8, 12].map((offset) => property.data.readUInt32LE(offset));
    return { x: x!, y: y!, width: width!, height: height! };
  }

  async #area(window: number): Promise<Rectangle> {
    const { client, root } = this.#display;
    const [{ width, height }, { destX, destY }] = await Promise.all([
      this.#display.request<{ width: number; height: number }>((done) => client.GetGeometry(window, done)),
      this.#display.request<{ destX: number; destY: number }>((done) =>
        client.TranslateCoordinates(window, root, 0, 0, done),
      ),
    ]);
    return { x: destX, y: destY, width, height };
  }

  #toPixels({ x, y, width, height }: Rectangle): Rectangle {
    const scaled = (length: number) => Math.round(length * this.#scale);
    return { x: scaled(x), y: scaled(y), width: scaled(width), height: scaled(height) };
  }
}
