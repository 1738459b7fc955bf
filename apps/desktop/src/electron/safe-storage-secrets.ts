import type * as Electron from 'electron';
import { z } from 'zod';
import type { SecretStore } from '../app/platform.ts';
import { JsonDocument } from '../app/storage/json-document.ts';
import { JsonFile } from '../app/storage/json-file.ts';

type SafeStorage = Pick<Electron.SafeStorage, 'encryptStringAsync' | 'decryptStringAsync'>;

/** How many entries are kept that can't be decrypted any more. */
const MAX_SET_ASIDE = 20;

const documentSchema = z.object({
  /** By name: what was encrypted, in base64. */
  secrets: z.record(z.string(), z.base64()),
  /** What could not be decrypted, the newest last. Nothing reads it; another Keychain might. */
  setAside: z.array(z.object({ name: z.string(), secret: z.base64() })),
});
type Document = z.infer<typeof documentSchema>;

/**
 * Secrets in a file, encrypted with a key from the Keychain. The Keychain is asked when the first secret is read or
 * written, not before.
 */
export class SafeStorageSecrets implements SecretStore {
  readonly #safeStorage: SafeStorage;
  readonly #document: JsonDocument<Document>;

  constructor(safeStorage: SafeStorage, path: string) {
    this.#safeStorage = safeStorage;
    this.#document = new JsonDocument(new JsonFile(path), documentSchema, { secrets: {}, setAside: [] });
  }

  /** `undefined` also for one that can't be decrypted: it has to be entered again. Rejects if the file can't be read. */
  async get(name: string): Promise<string | undefined> {
    const secret = own((await this.#document.read()).secrets, name);
    if (secret === undefined) return undefined;
    try {
      const { result, shouldReEncrypt } = await this.#safeStorage.decryptStringAsync(Buffer.from(secret, 'base64'));
      if (shouldReEncrypt) await this.#replace(name, secret, result);
      return result;
    } catch (error) {
      if (!isTemporary(error)) await this.#setAside(name, secret);
      return undefined;
    }
  }

  async set(name: string, secret: string | undefined): Promise<void> {
    const encrypted = secret === undefined ? undefined : await this.#encrypt(secret);
    await this.#document.change((document) => withSecret(document, name, encrypted));
  }

  async #encrypt(secret: string): Promise<string> {
    return (await this.#safeStorage.encryptStringAsync(secret)).toString('base64');
  }

  /** Encrypts a secret with the system's newer key. It can still be read by the former one if that fails. */
  async #replace(name: string, former: string, secret: string): Promise<void> {
    try {
      const encrypted = await this.#encrypt(secret);
      await this.#document.change((document) =>
        own(document.secrets, name) === former ? withSecret(document, name, encrypted) : document,
      );
    } catch {
      // The next reading tries again.
    }
  }

  async #setAside(name: string, secret: string): Promise<void> {
    const change = this.#document.change((document) => {
      if (own(document.secrets, name) !== secret) return document;
      const { secrets, setAside } = withSecret(document, name, undefined);
      return { secrets, setAside: [...setAside, { name, secret }].slice(-MAX_SET_ASIDE) };
    });
    // Where the disk does not take it the entry stays where it is, and the next reading finds out the same.
    await change.catch(() => undefined);
  }
}

function own(secrets: Document['secrets'], name: string): string | undefined {
  return Object.hasOwn(secrets, name) ? secrets[name] : undefined;
}

function withSecret({ secrets, setAside }: Document, name: string, secret: string | undefined): Document {
  const { [name]: _, ...others } = secrets;
  return { secrets: secret === undefined ? others : { ...others, [name]: secret }, setAside };
}

/** Electron says so in the message alone (`electron_api_safe_storage.cc`): the Keychain is locked, or access was refused. */
function isTemporary(error: unknown): boolean {
  return error instanceof Error && error.message.includes('temporarily unavailable');
}
