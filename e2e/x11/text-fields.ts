import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { afterAll } from 'vitest';
import type { RunningProcess } from '../child-processes.ts';
import { scratchFolder } from '../scratch-folder.ts';
import type { XSession } from './x-session.ts';

/** A field of a program that text can be inserted into. */
export interface TextField {
  /** What stands in it. */
  text(): Promise<string>;
  clear(): Promise<void>;
  /** Gives its window the focus. */
  focus(): Promise<void>;
}

const FIELD = '<!doctype html><title>Field</title><textarea autofocus style="width:100%;height:90vh"></textarea>';

/** A text area in a Chromium of its own, which ends after the tests. */
export class ChromiumField implements TextField {
  readonly page: Page;
  readonly #session: XSession;

  private constructor(session: XSession, page: Page) {
    this.#session = session;
    this.page = page;
  }

  static async start(session: XSession): Promise<ChromiumField> {
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      headless: false,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      env: session.environment,
    });
    afterAll(() => browser.close());
    const page = await browser.newPage();
    await page.setContent(FIELD);
    const field = new ChromiumField(session, page);
    await field.focus();
    return field;
  }

  text(): Promise<string> {
    return this.page.locator('textarea').inputValue();
  }

  async clear(): Promise<void> {
    await this.page.locator('textarea').fill('');
  }

  async focus(): Promise<void> {
    await this.#session.focusWindow({ class: 'chromium' });
    // A click takes the focus from the address bar too.
    await this.page.locator('textarea').click();
  }
}

/** What is typed into an xterm, byte by byte, without a shell that would answer. */
export class XtermField implements TextField {
  readonly program: RunningProcess;
  readonly #session: XSession;
  readonly #file: string;
  readonly #name: string;
  #start = 0;

  private constructor(session: XSession, program: RunningProcess, { file, name }: { file: string; name: string }) {
    this.#session = session;
    this.program = program;
    this.#file = file;
    this.#name = name;
  }

  static async start(session: XSession): Promise<XtermField> {
    const folder = scratchFolder();
    const file = join(folder, 'typed');
    const name = `Terminal ${basename(folder)}`;
    const record = `stty raw -echo; : > '${file}'; exec cat >> '${file}'`;
    const terminal = ['xterm', '-u8', '-T', name, '-e', 'sh', '-c', record];
    const program = session.startProgram('env', 'LANG=C.UTF-8', ...terminal);
    const field = new XtermField(session, program, { file, name });
    await field.focus();
    await session.waitUntil(() => existsSync(file));
    return field;
  }

  async text(): Promise<string> {
    return readFileSync(this.#file).subarray(this.#start).toString('utf8');
  }

  async clear(): Promise<void> {
    this.#start = readFileSync(this.#file).length;
  }

  async focus(): Promise<void> {
    await this.#session.focusWindow({ name: this.#name });
  }
}
