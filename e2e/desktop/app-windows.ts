import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { writeProgram } from '../program-file.ts';

export type AppWindow = 'hud' | 'settings';

interface Target {
  url: string;
  webSocketDebuggerUrl: string;
}

const TIMEOUT_MS = 300_000;

/** The app alone controls its browser, through a pipe. Started by this program, the browser also answers the test. */
const CHROMIUM = `
case " $* " in
  *" --remote-debugging-pipe "*) exec /usr/bin/chromium --remote-debugging-port=0 "$@" ;;
  *) exec /usr/bin/chromium "$@" ;;
esac`;

/** Reads the text in the app's windows. Read-only: tests act on the windows with keys and mouse. */
export class AppWindows {
  readonly #home: string;

  /** `home`: the app's folder. `programs`: where the app looks for its browser first. */
  constructor({ home, programs }: { home: string; programs: string }) {
    this.#home = home;
    writeProgram(programs, 'chromium', CHROMIUM);
  }

  /** Waits until a window's text includes `text`. */
  async untilShown(window: AppWindow, text: string, timeoutMs = TIMEOUT_MS): Promise<void> {
    await this.#until(window, 'document.body.innerText', (shown) => shown?.includes(text), text, timeoutMs);
  }

  /** Waits until a window is empty. */
  async untilEmpty(window: AppWindow): Promise<void> {
    await this.#until(window, 'document.body.innerText', (shown) => shown?.trim() === '', '');
  }

  /** Waits until a window has the keyboard focus, on an element with exactly this text. */
  async untilFocused(window: AppWindow, text: string): Promise<void> {
    const focused = "document.hasFocus() ? document.activeElement.innerText : ''";
    await this.#until(window, focused, (found) => found === text, text);
  }

  /** Returns a PNG of what a window shows. */
  async picture(window: AppWindow): Promise<Buffer> {
    const target = await this.#target(window);
    const picture = target && (await call<{ data: string }>(target, 'Page.captureScreenshot', {}));
    if (!picture) throw new Error(`The window “${window}” is not open.`);
    return Buffer.from(picture.data, 'base64');
  }

  async #until(
    window: AppWindow,
    expression: string,
    isIt: (value: string | undefined) => boolean | undefined,
    expected: string,
    timeout = TIMEOUT_MS,
  ): Promise<void> {
    let value: string | undefined;
    const check = async () => {
      value = await this.#evaluate(window, expression);
      return isIt(value);
    };
    await vi.waitUntil(check, { timeout, interval: 50 }).catch((cause) => {
      throw new Error(`The window “${window}” has “${value}” and not “${expected}”.`, { cause });
    });
  }

  /** Undefined if the window doesn't exist. */
  async #evaluate(window: AppWindow, expression: string): Promise<string | undefined> {
    const target = await this.#target(window);
    const params = { expression, returnByValue: true };
    const answer = target && (await call<{ result: { value?: string } }>(target, 'Runtime.evaluate', params));
    return answer?.result.value;
  }

  /** Undefined if the window doesn't exist. */
  async #target(window: AppWindow): Promise<Target | undefined> {
    const address = new RegExp(`^http://127\\.0\\.0\\.1:\\d+/${window}/$`);
    return (await this.#targets()).find(({ url }) => address.test(url));
  }

  async #targets(): Promise<Target[]> {
    // Each run of the browser has its own profile, which is removed with it.
    const [path] = globSync(join(this.#home, 'browser', 'profile-*', 'DevToolsActivePort'));
    if (path === undefined) return [];
    const [port] = readFileSync(path, 'utf8').split('\n');
    const response = await fetch(`http://127.0.0.1:${port}/json/list`);
    return (await response.json()) as Target[];
  }
}

/** Calls a method of the DevTools protocol in a page. Undefined if the page has closed meanwhile. */
async function call<Result>(target: Target, method: string, params: object): Promise<Result | undefined> {
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  const answer = Promise.withResolvers<Result | undefined>();
  socket.onopen = () => socket.send(JSON.stringify({ id: 1, method, params }));
  socket.onmessage = ({ data }) => answer.resolve(JSON.parse(String(data)).result);
  socket.onclose = () => answer.resolve(undefined);
  try {
    return await answer.promise;
  } finally {
    socket.close();
  }
}
