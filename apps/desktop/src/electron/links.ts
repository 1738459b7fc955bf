import { URL_SCHEME } from '@workspace/contract/brand';
import type * as Electron from 'electron';
import type { Links } from '../app/platform.ts';

/** No link of ours comes near that length. */
const MAX_LENGTH = 2_048;

/**
 * Links to the app and from it. To be made before the app is ready, so that the link that the app was started by isn't
 * missed; it waits, the newest of several, until somebody listens.
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
    // From a folder of sources it would be Electron itself that gets the links.
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

  /** Takes the link among the arguments that the app was started with. Returns whether there was one. */
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

/** The address is none that the browser may be given. */
export class UnsafeAddressError extends Error {
  override readonly name = 'UnsafeAddressError';

  constructor() {
    super('Only pages of the web can be opened.');
  }
}

function isOurs(link: string): boolean {
  return link.length <= MAX_LENGTH && link.toLowerCase().startsWith(`${URL_SCHEME}:`);
}

/** Whether an address is that of a page by https, or by http on this machine, without a name or password in it. */
function isWebPage(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
  );
}
