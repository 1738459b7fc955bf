import { z } from 'zod';
import { JsonFile } from '../app/json-file.ts';
import type { SecretStore } from '../app/shell.ts';

const secretsSchema = z.record(z.string(), z.string());
type Secrets = z.infer<typeof secretsSchema>;

/** Keys in a file that only its owner can read. */
export class SecretFile implements SecretStore {
  readonly #file: JsonFile;
  /** Read once; changes take place one after the other. */
  #secrets: Promise<Secrets> | undefined;

  constructor(path: string) {
    this.#file = new JsonFile(path);
  }

  async get(name: string): Promise<string | undefined> {
    const secrets = await this.#load();
    return Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  }

  async set(name: string, secret: string | undefined): Promise<void> {
    const former = this.#load();
    const change = former.then(async (secrets) => {
      const { [name]: _, ...others } = secrets;
      const changed = secret === undefined ? others : { ...others, [name]: secret };
      await this.#file.save(changed);
      return changed;
    });
    // What could not be stored is not there.
    this.#secrets = change.catch(() => former);
    await change;
  }

  #load(): Promise<Secrets> {
    this.#secrets ??= this.#read().catch((error: unknown) => {
      // It may be readable the next time.
      this.#secrets = undefined;
      throw error;
    });
    return this.#secrets;
  }

  /** A file that can't be understood is set aside, so that no later change overwrites it. */
  async #read(): Promise<Secrets> {
    try {
      const { success, data } = secretsSchema.safeParse((await this.#file.load()) ?? {});
      if (success) return data;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    await this.#file.quarantine();
    return {};
  }
}
