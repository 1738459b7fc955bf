import { Mutex } from 'async-mutex';
import type { z } from 'zod';
import type { JsonFile } from './json-file.ts';

/**
 * A value in a file that is read once, when it is first needed. Changes take place one after the other; what could not be
 * stored is not there. A file that can't be understood is set aside, so that no later change overwrites it.
 */
export class JsonDocument<T> {
  readonly #file: JsonFile;
  readonly #schema: z.ZodType<T>;
  readonly #empty: T;
  readonly #mutex = new Mutex();
  #stored: { value: T } | undefined;

  /** @param empty what holds if nothing was stored */
  constructor(file: JsonFile, schema: z.ZodType<T>, empty: T) {
    this.#file = file;
    this.#schema = schema;
    this.#empty = empty;
  }

  /** Rejects if the file can't be read; it may be readable the next time. */
  read(): Promise<T> {
    return this.#mutex.runExclusive(() => this.#read());
  }

  /** Stores what `change` makes of the value, unless that is the same. Rejects if it can't be read or stored. */
  change(change: (value: T) => T): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      const value = await this.#read();
      const changed = change(value);
      if (changed === value) return;
      await this.#file.save(changed);
      this.#stored = { value: changed };
    });
  }

  async #read(): Promise<T> {
    this.#stored ??= { value: await this.#load() };
    return this.#stored.value;
  }

  async #load(): Promise<T> {
    try {
      const { success, data } = this.#schema.safeParse((await this.#file.load()) ?? this.#empty);
      if (success) return data;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    await this.#file.quarantine();
    return this.#empty;
  }
}
