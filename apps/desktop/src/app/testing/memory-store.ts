import type { DocumentStore } from '../storage/saved-document.ts';

/** A disk in memory, which can be full. */
export class MemoryStore implements DocumentStore {
  stored: unknown;
  setAside: unknown[] = [];
  /** The error that saving and setting aside fail with. */
  failure: Error | undefined;
  isUnreadable = false;

  constructor(stored?: unknown) {
    this.stored = stored;
  }

  async load(): Promise<unknown> {
    if (this.isUnreadable) throw new SyntaxError('Unexpected end of JSON input');
    return structuredClone(this.stored);
  }

  async save(value: unknown): Promise<void> {
    if (this.failure) throw this.failure;
    this.stored = structuredClone(value);
  }

  async quarantine(): Promise<void> {
    if (this.failure) throw this.failure;
    this.setAside.push(this.stored);
    this.stored = undefined;
  }
}

/** Returns the error of a full disk. */
export function diskFull(): Error {
  return Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
}
