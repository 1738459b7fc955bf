import { Display } from '@workspace/desktop/x11/display';
import { endAfterTests } from '../after-tests.ts';
import type { XSession } from './x-session.ts';

const INPUT_OUTPUT = 1;

/** A program whose window records mouse button events over it. */
export class InputRecorder {
  /** Presses and releases since it was cleared, such as `press 1`. */
  readonly buttons: string[] = [];
  readonly #x: XSession;
  readonly #display: Display;
  readonly #window: number;

  private constructor(x: XSession, display: Display, window: number) {
    this.#x = x;
    this.#display = display;
    this.#window = window;
    display.onEvent((event) => {
      if (event.name === 'ButtonPress') this.buttons.push(`press ${event.keycode}`);
      if (event.name === 'ButtonRelease') this.buttons.push(`release ${event.keycode}`);
    });
  }

  static async open(x: XSession): Promise<InputRecorder> {
    const display = await Display.open(x.display);
    endAfterTests(() => display.close());
    const { client, root } = display;
    const window = client.AllocID();
    const eventMask = client.eventMask.ButtonPress | client.eventMask.ButtonRelease;
    const values = { eventMask, overrideRedirect: true };
    await display.request<void>((done) =>
      client.CreateWindow(window, root, 800, 400, 300, 300, 0, 0, INPUT_OUTPUT, 0, values, done),
    );
    await display.request<void>((done) => client.MapWindow(window, done));
    return new InputRecorder(x, display, window);
  }

  /** Brings it to the front and under the pointer. */
  async raise(): Promise<void> {
    const { client } = this.#display;
    await this.#display.request<void>((done) => client.ConfigureWindow(this.#window, { stackMode: 0 }, done));
    await this.#x.xdotool('mousemove', '900', '500');
    this.buttons.length = 0;
  }
}
