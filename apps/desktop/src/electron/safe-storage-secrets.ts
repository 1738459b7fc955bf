import type * as Electron from 'electron';
import { z } from 'zod';
import type { SecretStore } from '../app/platform.ts';
import { JsonDocument } from '../app/storage/json-document.ts';
import { JsonFile } from '../app/storage/json-file.ts';

type SafeStorage = Pick<Electron.SafeStorage, 'encryptStringAsync' | 'decryptStringAsync'>;

/** How many entries that can no longer be decrypted are kept. */
const MAX_SET_ASIDE = 20;

const documentSchema = z.object({
  /** Encrypted secrets by name, in base64. */
  secrets: z.record(z.string(), z.base64()),
  /** Entries that couldn't be decrypted, newest last. Nothing reads them; another Keychain might decrypt them. */
  setAside: z.array(z.object({ name: z.string(), secret: z.base64() })),
});
type Document = z.infer<typeof documentSchema>;

/**
 * Secrets in a file, encrypted with a key from the Keychain. The Keychain isn't accessed until the first secret is read
 * or written.
 */
export class SafeStorageSecrets implements SecretStore {
  readonly #safeStorage: SafeStorage;
  readonly #document: JsonDocument<Document>;

  constructor(safeStorage: SafeStorage, path: string) {
    this.#safeStorage = safeStorage;
    this.#document = new JsonDocument(new JsonFile(path), documentSchema, { secrets: {}, setAside: [] });
  }

  /**
   * Also resolves with `undefined` for a secret that can't be decrypted: it has to be entered again. Rejects if the
   * file can't be read.
   */
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

  /** Encrypts a secret with the system's newer key. If that fails, the former key can still read it. */
  async #replace(name: string, former: string, secret: string): Promise<void> {
    try {
      const encrypted = await this.#encrypt(secret);
      await this.#document.change((document) =>
        own(document.secrets, name) === former ? withSecret(document, name, encrypted) : document,
      );
    } catch {
      // The next read tries again.
    }
  }

  async #setAside(name: string, secret: string): Promise<void> {
    const change = this.#document.change((document) => {
      if (own(document.secrets, name) !== secret) return document;
      const { secrets, setAside } = withSecret(document, name, undefined);
      return { secrets, setAside: [...setAside, { name, secret }].slice(-MAX_SET_ASIDE) };
    });
    // If the change can't be saved, the entry stays where it is, and the next read comes to the same result.
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

/** Only Electron's message says so (`electron_api_safe_storage.cc`): the Keychain is locked, or access was refused. */
function isTemporary(error: unknown): boolean {
  return error instanceof Error && error.message.includes('temporarily unavailable');
}
