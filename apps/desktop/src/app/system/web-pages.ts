import type { SitePage } from '../../ipc/account-messages.ts';
import type { HudPresenter } from '../hud/hud-presenter.ts';
import type { Links } from '../platform.ts';

const PATHS: Record<SitePage, string> = { home: '/', account: '/app', billing: '/app/billing' };

export interface WebPagesDependencies {
  links: Pick<Links, 'openPage'>;
  hud: Pick<HudPresenter, 'notify'>;
  /** The web site's address, without a trailing slash. */
  siteUrl: string;
  /** The page for choosing a plan was opened. */
  onBillingOpened(): void;
}

/** Pages in the user's browser. */
export class WebPages {
  readonly #dependencies: WebPagesDependencies;

  constructor(dependencies: WebPagesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Opens a page of the site; if that fails, shows the user its address. */
  async open(page: SitePage): Promise<void> {
    const { siteUrl, onBillingOpened } = this.#dependencies;
    const isOpened = await this.openAddress(`${siteUrl}${PATHS[page]}`);
    if (isOpened && page === 'billing') onBillingOpened();
  }

  /** Opens any other page; if that fails, shows the user its address. Resolves with whether it was opened. */
  async openAddress(address: string): Promise<boolean> {
    const { links, hud } = this.#dependencies;
    try {
      await links.openPage(address);
      return true;
    } catch {
      hud.notify({ tone: 'notice', title: 'Couldn’t open the page', detail: `Open ${address} in your browser.` });
      return false;
    }
  }
}
