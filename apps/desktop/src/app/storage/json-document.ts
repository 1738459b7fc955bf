import { Mutex } from 'async-mutex';
import type { z } from 'zod';
import type { JsonFile } from './json-file.ts';

/**
 * A value in a file, read once when first needed. Changes are made one after another; a change that can't be stored has
 * no effect. A file that can't be parsed is set aside, so that no later change overwrites it.
 */
export class JsonDocument<T> {
  readonly #file: JsonFile;
  readonly #schema: z.ZodType<T>;
  readonly #empty: T;
  readonly #mutex = new Mutex();
  #stored: { value: T } | undefined;

  /** @param empty the value if nothing was stored */
  constructor(file: JsonFile, schema: z.ZodType<T>, empty: T) {
    this.#file = file;
    this.#schema = schema;
    this.#empty = empty;
  }

  /** Reads the value. Rejects if the file can't be read; a later call may succeed. */
  read(): Promise<T> {
    return this.#mutex.runExclusive(() => this.#read());
  }

  /** Stores the value returned by `change`, unless it is the same. Rejects if the file can't be read or stored. */
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
