import type { BrowserContext, ConsoleMessage, Request } from 'playwright-core';
import { vi } from 'vitest';

interface Expected {
  pattern: RegExp;
  hasHappened: boolean;
}

/** Watches a browser's pages for hidden failures: console, exceptions, requests, policy violations, third parties. */
export class Trouble {
  readonly #origins: ReadonlySet<string>;
  readonly #expected: Expected[] = [];
  readonly #unexpected: string[] = [];

  /** @param origins that pages may contact */
  constructor(context: BrowserContext, origins: readonly string[]) {
    this.#origins = new Set(origins);
    context.on('console', (message) => this.#readConsole(message));
    context.on('weberror', (error) => this.report(`Exception: ${error.error().message}`));
    context.on('requestfailed', (request) => this.#readFailure(request));
    context.on('request', (request) => this.#readRequest(request));
  }

  /** Expects a failure of this kind in the current test, once or more often. */
  expect(pattern: RegExp): void {
    this.#expected.push({ pattern, hasHappened: false });
  }

  /** Waits until every expected failure has happened. */
  async untilExpectedHappened(): Promise<void> {
    await vi.waitUntil(() => this.#expected.every(({ hasHappened }) => hasHappened), {
      timeout: 300_000,
      interval: 50,
    });
  }

  report(what: string): void {
    const expected = this.#expected.filter(({ pattern }) => pattern.test(what));
    if (expected.length === 0) this.#unexpected.push(what);
    for (const one of expected) one.hasHappened = true;
  }

  /** Unexpected failures, and expected ones that did not happen. */
  get findings(): string[] {
    const missing = this.#expected.filter(({ hasHappened }) => !hasHappened);
    return [...this.#unexpected, ...missing.map(({ pattern }) => `Expected in vain: ${pattern}`)];
  }

  #readConsole(message: ConsoleMessage): void {
    const type = message.type();
    if (type === 'error' || type === 'warning') this.report(`Console ${type}: ${message.text()}`);
  }

  #readFailure(request: Request): void {
    const reason = request.failure()?.errorText ?? '';
    // Aborted: the page navigated away, or no longer waits.
    if (reason !== 'net::ERR_ABORTED') this.report(`Request failed: ${request.method()} ${request.url()} ${reason}`);
  }

  #readRequest(request: Request): void {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !this.#origins.has(origin)) this.report(`Third party: ${request.url()}`);
  }
}
