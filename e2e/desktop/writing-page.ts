import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endAfterTests } from '../after-tests.ts';
import { scratchFolder } from '../scratch-folder.ts';
import type { XSession } from '../x11/x-session.ts';

export type Field = 'textarea' | 'input' | 'editable';

/** What the page reports at each change. */
interface Report {
  values: Record<Field, string>;
  focused: Field | null;
  hasFocus: boolean;
  /** The keys that were pressed. */
  keys: string[];
  blurs: number;
  /** How many commands have been executed. */
  commandsDone: number;
}

const TITLE = 'Writing page';
const FIELD_STYLE = 'display: block; width: 90%; height: 150px';
const PAGE = `<!doctype html><meta charset="utf-8"><title>${TITLE}</title>
<textarea id="textarea" style="${FIELD_STYLE}" autofocus></textarea>
<input id="input" style="${FIELD_STYLE}">
<div id="editable" contenteditable style="${FIELD_STYLE}"></div>
<script>
  const fields = { textarea, input, editable };
  let keys = [];
  let blurs = 0;
  let commandsDone = 0;
  let reported = Promise.resolve();
  function report() {
    const values = { textarea: textarea.value, input: input.value, editable: editable.innerText };
    const focused = fields[document.activeElement.id] ? document.activeElement.id : null;
    const body = JSON.stringify({ values, focused, hasFocus: document.hasFocus(), keys, blurs, commandsDone });
    reported = reported.then(() => fetch('/report', { method: 'POST', body }));
  }
  addEventListener('keydown', ({ key }) => { keys.push(key); report(); }, true);
  addEventListener('focus', report);
  addEventListener('blur', () => { blurs += 1; report(); });
  for (const type of ['input', 'focusin', 'paste']) document.addEventListener(type, report);
  const commands = {
    focus: (field) => fields[field].focus(),
    refusePaste: () => addEventListener('keydown', (event) => event.key === 'Insert' && event.preventDefault(), true),
    fill: (html) => {
      editable.innerHTML = html;
      getSelection().selectAllChildren(editable);
    },
  };
  new EventSource('/commands').onmessage = ({ data }) => {
    const [name, argument] = JSON.parse(data);
    commands[name](argument);
    commandsDone += 1;
    report();
  };
</script>`;

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--password-store=basic',
  '--window-size=700,560',
];

/** A page with text fields in its own browser. It reports their content to a server in this process. */
export class WritingPage {
  readonly #x: XSession;
  #report: Report | undefined;
  #commands: ServerResponse | undefined;
  #commandsGiven = 0;

  private constructor(x: XSession) {
    this.#x = x;
  }

  /** `isAccessible`: it exposes its fields to assistive programs, on the session's bus. */
  static async open(x: XSession, { isAccessible = false } = {}): Promise<WritingPage> {
    const page = new WritingPage(x);
    const server = createServer((request, response) => {
      if (request.url === '/commands') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        page.#commands = response;
      } else if (request.url === '/report') {
        void page.#read(request).then(() => response.end());
      } else response.setHeader('content-type', 'text/html').end(PAGE);
    });
    server.listen(0, 'localhost');
    await once(server, 'listening');
    endAfterTests(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    const args = [...ARGUMENTS, ...(isAccessible ? ['--force-renderer-accessibility'] : [])];
    // Chromium uses accessibility only if this is set.
    if (isAccessible) x.environment.GNOME_ACCESSIBILITY = '1';
    x.startProgram('chromium', ...args, `--user-data-dir=${scratchFolder()}`, `--app=http://localhost:${port}/`);
    await x.waitUntil(() => page.#commands);
    await page.focus();
    return page;
  }

  /** Brings the page to the front, with the caret in a field. */
  async focus(field: Field = 'textarea'): Promise<void> {
    await this.#x.focusWindow({ name: `^${TITLE}$` });
    await this.#command('focus', field);
    await this.#x.waitUntil(() => this.#report?.focused === field && this.#report.hasFocus);
  }

  /** Writes text with formatting, and selects it. */
  async fill(html: string): Promise<void> {
    await this.focus('editable');
    await this.#command('fill', html);
  }

  /** From now on the page ignores pastes, so that text has to be typed. */
  async refusePaste(): Promise<void> {
    await this.#command('refusePaste', '');
  }

  /** A field's content. */
  text(field: Field = 'textarea'): string {
    return this.#report?.values[field] ?? '';
  }

  /** Waits until the `textarea` contains exactly this text. */
  async untilText(text: string): Promise<void> {
    await this.#x
      .waitUntil(() => this.text() === text)
      .catch((error: unknown) => {
        const report = JSON.stringify({ ...this.#report, keys: this.keys.slice(-50) });
        throw new Error(`The page does not contain “${text}”: ${report}`, { cause: error });
      });
  }

  /** The keys that the page saw pressed. */
  get keys(): readonly string[] {
    return this.#report?.keys ?? [];
  }

  /** How often the page lost the focus. */
  get blurs(): number {
    return this.#report?.blurs ?? 0;
  }

  async #command(name: string, argument: string): Promise<void> {
    this.#commandsGiven += 1;
    this.#commands?.write(`data: ${JSON.stringify([name, argument])}\n\n`);
    await this.#x.waitUntil(() => this.#report?.commandsDone === this.#commandsGiven);
  }

  async #read(request: AsyncIterable<Buffer>): Promise<void> {
    let body = '';
    for await (const piece of request) body += piece;
    this.#report = JSON.parse(body) as Report;
  }
}
