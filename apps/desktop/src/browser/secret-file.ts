import { z } from 'zod';
import type { SecretStore } from '../app/platform.ts';
import { JsonDocument } from '../app/storage/json-document.ts';
import { JsonFile } from '../app/storage/json-file.ts';

const secretsSchema = z.record(z.string(), z.string());

/** Keys in a file that only its owner can read. */
export class SecretFile implements SecretStore {
  readonly #secrets: JsonDocument<z.infer<typeof secretsSchema>>;

  constructor(path: string) {
    this.#secrets = new JsonDocument(new JsonFile(path), secretsSchema, {});
  }

  async get(name: string): Promise<string | undefined> {
    const secrets = await this.#secrets.read();
    return Object.hasOwn(secrets, name) ? secrets[name] : undefined;
  }

  async set(name: string, secret: string | undefined): Promise<void> {
    await this.#secrets.change(({ [name]: _, ...others }) =>
      secret === undefined ? others : { ...others, [name]: secret },
    );
  }
}
