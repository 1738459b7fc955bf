import type { SecretStore } from '../platform.ts';

/** Secrets in memory, with reads and writes that can fail. */
export class MemorySecrets implements SecretStore {
  readonly stored = new Map<string, string>();
  failure: Error | undefined;
  readFailure: Error | undefined;

  async get(name: string): Promise<string | undefined> {
    if (this.readFailure) throw this.readFailure;
    return this.stored.get(name);
  }

  async set(name: string, secret: string | undefined): Promise<void> {
    if (this.failure) throw this.failure;
    if (secret === undefined) this.stored.delete(name);
    else this.stored.set(name, secret);
  }
}
