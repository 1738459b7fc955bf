import type { Links } from '../app/platform.ts';
import { BrowserError } from './browser-error.ts';

/** Opens an address in the user's browser. Rejects if it can't. */
export type OpenPage = (url: string) => Promise<void>;

/** Links from the command line, of this start or a later one, and pages to open in the user's browser. */
export class BrowserLinks implements Links {
  readonly #openPage: OpenPage;
  /** Links received before there was a listener. */
  #waiting: string[] = [];
  #listener: ((link: string) => void) | undefined;

  constructor(openPage: OpenPage) {
    this.#openPage = openPage;
  }

  /** Passes a link to the listener, or keeps it until there is one. */
  receive(link: string): void {
    if (this.#listener) this.#listener(link);
    else this.#waiting.push(link);
  }

  onLink(listener: (link: string) => void): void {
    this.#listener = listener;
    for (const link of this.#waiting.splice(0)) listener(link);
  }

  async openPage(url: string): Promise<void> {
    if (!isPage(url)) throw new BrowserError('Only web pages can be opened.');
    await this.#openPage(url);
  }
}

const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Whether it is https, or http on this machine. */
function isPage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && OWN_HOSTS.includes(hostname));
}
