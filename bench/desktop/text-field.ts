import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Program } from './programs.ts';

const PAGE = `<!doctype html><meta charset="utf-8"><title>Field</title><textarea autofocus></textarea>
<script>
  const field = document.querySelector('textarea');
  const report = () => fetch('/report', {
    method: 'POST',
    body: JSON.stringify({ atMs: performance.timeOrigin + performance.now(), text: field.value }),
  });
  field.addEventListener('input', report);
  addEventListener('focus', report);
  report();
</script>`;

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
];

interface Report {
  /** Milliseconds since 1970. */
  atMs: number;
  text: string;
}

/** A text field in its own browser, which reports when its text changes. */
export class TextField {
  readonly #server: Server;
  readonly #browser: Program;
  readonly #profile: string;
  readonly #reports: EventEmitter;

  private constructor(server: Server, browser: Program, profile: string, reports: EventEmitter) {
    this.#server = server;
    this.#browser = browser;
    this.#profile = profile;
    this.#reports = reports;
  }

  /** Opens the text field. The window manager gives it the focus, as it does any new window. */
  static async open(display: string): Promise<TextField> {
    const reports = new EventEmitter();
    const server = createServer(async (request, response) => {
      if (request.method === 'POST') {
        reports.emit('report', JSON.parse(await text(request)));
        response.end();
      } else response.setHeader('content-type', 'text/html').end(PAGE);
    });
    server.listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const profile = mkdtempSync(join(tmpdir(), 'bench-'));
    const args = [...ARGUMENTS, `--user-data-dir=${profile}`, `--app=http://localhost:${port}/`];
    const opened = once(reports, 'report');
    const browser = Program.start('chromium', args, { DISPLAY: display });
    await opened;
    return new TextField(server, browser, profile, reports);
  }

  /** Resolves at the next change of the text. */
  async nextText(): Promise<Report> {
    const [report] = await once(this.#reports, 'report');
    return report as Report;
  }

  async close(): Promise<void> {
    await this.#browser.end();
    this.#server.close();
    this.#server.closeAllConnections();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
