import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import type { Clock } from '@workspace/speech/clock';

/** Minimum pause between two reads of the Keychain. */
const LEAST_PAUSE_MS = 60_000;

const READING = `
  const { parentPort } = require('node:worker_threads');
  parentPort.postMessage(require('node:tls').getCACertificates('system'));`;

/**
 * The certificate authorities to trust: those that Node comes with, those that the environment adds and, once a
 * certificate was refused without them, the Keychain's, such as that of a company's proxy. Reading the Keychain's takes
 * Node several seconds on some Macs (nodejs/node#63313), during which nothing else would run; so it is done in a
 * thread, and only if needed.
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

  /** Sets the listener for changes of what is trusted. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** Call when a host's certificate was refused. */
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
      // What is trusted stays as it is; the next refusal tries again.
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
  thread.once('exit', () => read.reject(new Error('The thread has exited.')));
  // The thread must not keep the process running.
  thread.unref();
  return read.promise;
}
