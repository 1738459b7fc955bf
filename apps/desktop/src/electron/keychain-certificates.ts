import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import type { Clock } from '@workspace/speech/clock';

/** How long to wait before the Keychain is read again. */
const LEAST_PAUSE_MS = 60_000;

const READING = `
  const { parentPort } = require('node:worker_threads');
  parentPort.postMessage(require('node:tls').getCACertificates('system'));`;

/**
 * The authorities to trust: those that Node brings and those that the environment adds; and the Keychain's, such as that
 * of a company's proxy, once a certificate was refused without them. To read those takes Node several seconds on some Macs
 * (nodejs/node#63313), during which nothing else would happen: so it is done in a thread, and only if it is needed.
 */
export class KeychainCertificates {
  readonly #clock: Clock;
  readonly #readKeychain: () => Promise<readonly string[]>;
  #keychain: readonly string[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #isReading = false;
  #onChange: () => void = () => {};

  constructor(clock: Clock, readKeychain: () => Promise<readonly string[]> = readInThread) {
    this.#clock = clock;
    this.#readKeychain = readKeychain;
  }

  /** As PEM. */
  get trusted(): string[] {
    return [...new Set([...getCACertificates('default'), ...this.#keychain])];
  }

  /** What is trusted has changed. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** A host's certificate was refused. */
  handleRefusal(): void {
    if (this.#isReading || this.#clock.now() - this.#readAt < LEAST_PAUSE_MS) return;
    void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      this.#keychain = await this.#readKeychain();
      this.#onChange();
    } catch {
      // What is trusted stays as it is, and the next refusal tries again.
    } finally {
      this.#isReading = false;
      this.#readAt = this.#clock.now();
    }
  }
}

async function readInThread(): Promise<readonly string[]> {
  const read = Promise.withResolvers<readonly string[]>();
  const thread = new Worker(READING, { eval: true });
  thread.once('message', read.resolve);
  thread.once('error', read.reject);
  thread.once('exit', () => read.reject(new Error('The thread has ended.')));
  // Nobody waits for it at the end.
  thread.unref();
  return read.promise;
}
