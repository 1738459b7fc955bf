import type { Links } from '../app/platform.ts';
import { BrowserError } from './browser-error.ts';

/** Opens an address in the user's browser. Rejects if it can't. */
export type OpenPage = (url: string) => Promise<void>;

/** Links that come by the command line, of this start or of a later one, and pages for the user's browser. */
export class BrowserLinks implements Links {
  readonly #openPage: OpenPage;
  /** What came before somebody listened. */
  #waiting: string[] = [];
  #listener: ((link: string) => void) | undefined;

  constructor(openPage: OpenPage) {
    this.#openPage = openPage;
  }

  /** A link came. */
  receive(link: string): void {
    if (this.#listener) this.#listener(link);
    else this.#waiting.push(link);
  }

  onLink(listener: (link: string) => void): void {
    this.#listener = listener;
    for (const link of this.#waiting.splice(0)) listener(link);
  }

  async openPage(url: string): Promise<void> {
    if (!isPage(url)) throw new BrowserError('Only pages of the web are opened.');
    await this.#openPage(url);
  }
}

const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** By https, or by http on this machine. */
function isPage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && OWN_HOSTS.includes(hostname));
}
