import { URL_SCHEME } from '@workspace/contract/brand';
import type * as Electron from 'electron';
import type { Links } from '../app/platform.ts';

/** No link of ours is nearly that long. */
const MAX_LENGTH = 2_048;

/**
 * Links to the app and from it. Create before the app is ready, so that the link that started the app isn't missed; the
 * newest one waits until there is a listener.
 */
export class ElectronLinks implements Links {
  readonly #shell: Pick<Electron.Shell, 'openExternal'>;
  #listener: ((link: string) => void) | undefined;
  #waiting: string | undefined;

  constructor(
    app: Pick<Electron.App, 'on' | 'isPackaged' | 'setAsDefaultProtocolClient'>,
    shell: Pick<Electron.Shell, 'openExternal'>,
  ) {
    this.#shell = shell;
    // When running from sources, Electron itself would get the links.
    if (app.isPackaged) app.setAsDefaultProtocolClient(URL_SCHEME);
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.#take(url);
    });
  }

  onLink(listener: (link: string) => void): void {
    this.#listener = listener;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) listener(waiting);
  }

  /** Takes the link from the arguments that the app was started with. Returns whether there was one. */
  takeFrom(programArguments: readonly string[]): boolean {
    const link = programArguments.find(isOurs);
    if (link !== undefined) this.#take(link);
    return link !== undefined;
  }

  async openPage(url: string): Promise<void> {
    if (!isWebPage(url)) throw new UnsafeAddressError();
    await this.#shell.openExternal(url);
  }

  #take(link: string): void {
    if (!isOurs(link)) return;
    if (this.#listener) this.#listener(link);
    else this.#waiting = link;
  }
}

/** The address must not be opened in the browser. */
export class UnsafeAddressError extends Error {
  override readonly name = 'UnsafeAddressError';

  constructor() {
    super('Only pages of the web can be opened.');
  }
}

function isOurs(link: string): boolean {
  return link.length <= MAX_LENGTH && link.toLowerCase().startsWith(`${URL_SCHEME}:`);
}

/** Whether an address is an https page, or an http page on this machine, without a user name or password. */
function isWebPage(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
  );
}
