import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { DemoFailure, Program } from './programs.ts';
import { SCREEN } from './screen.ts';

export type Field = 'note' | 'prompt';

/** What the page shows of what is done outside of it. */
export interface Doing {
  /** The keys that are down. */
  keys?: readonly string[];
  step?: 'hold' | 'speak' | 'let-go';
}

/** What the page tells of itself at each change. */
interface Report {
  values: Record<Field, string>;
  /** The field that has the focus. */
  focused: string | null;
}

const FONTS = join(import.meta.dirname, '..', '..', 'node_modules', '@fontsource-variable');
/** What is served, by its name there. */
const FILES = {
  '/': join(import.meta.dirname, 'writing-page.html'),
  '/display.woff2': join(FONTS, 'bricolage-grotesque', 'files', 'bricolage-grotesque-latin-opsz-normal.woff2'),
  '/sans.woff2': join(FONTS, 'hanken-grotesk', 'files', 'hanken-grotesk-latin-wght-normal.woff2'),
};

const ARGUMENTS = [
  '--kiosk',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--password-store=basic',
  '--window-position=0,0',
  `--window-size=${SCREEN.width},${SCREEN.height}`,
];

const POLL_MS = 10;
const LIMIT_MS = 20_000;

/** A page with a note and a prompt to write in, over the whole screen, in a browser of its own. */
export class WritingPage {
  readonly #server = createServer();
  #browser: Program | undefined;
  #report: Report | undefined;
  #doings: ServerResponse | undefined;

  /** Opens it. Resolves once it is drawn and has the focus. `profile` is a folder for the browser. */
  static async open(display: string, profile: string): Promise<WritingPage> {
    const page = new WritingPage();
    const address = await page.#serve();
    const args = [...ARGUMENTS, `--user-data-dir=${profile}`, `--app=${address}`];
    page.#browser = Program.start('chromium', args, { DISPLAY: display });
    await page.focused('note');
    return page;
  }

  /** What stands in a field. */
  text(field: Field): string {
    return this.#report?.values[field] ?? '';
  }

  /** Waits until a field has the focus. */
  async focused(field: Field): Promise<void> {
    await this.#until(() => this.#report?.focused === field, 'The writing page did not get the focus.');
  }

  /** Waits until a field's text is no longer what it was. */
  async changed(field: Field, before: string): Promise<void> {
    await this.#until(() => this.text(field) !== before, 'The text did not come.');
  }

  /** Shows what is done. What is left out stays as it was. */
  show(doing: Doing): void {
    this.#doings?.write(`data: ${JSON.stringify(doing)}\n\n`);
  }

  async close(): Promise<void> {
    await this.#browser?.end();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(): Promise<string> {
    const files = new Map(Object.entries(FILES).map(([name, path]) => [name, readFileSync(path)]));
    this.#server.on('request', async (request, response) => {
      if (request.url === '/doings') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        this.#doings = response;
      } else if (request.url === '/report') {
        this.#report = (await json(request)) as Report;
        response.end();
      } else response.writeHead(files.has(request.url ?? '') ? 200 : 404).end(files.get(request.url ?? ''));
    });
    this.#server.listen(0, 'localhost');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    return `http://localhost:${typeof address === 'object' ? address?.port : ''}/`;
  }

  async #until(check: () => boolean, failure: string): Promise<void> {
    const limit = Date.now() + LIMIT_MS;
    while (!check()) {
      if (Date.now() > limit) throw new DemoFailure(`${failure} Run it again on a machine with less to do.`);
      await setTimeout(POLL_MS);
    }
  }
}
