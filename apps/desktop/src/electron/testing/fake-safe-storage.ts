import type * as Electron from 'electron';

/**
 * Mirrors `safeStorage` with its Keychain. Electron documents that its calls reject, and a newer key (`SafeStorage` in
 * electron.d.ts, `shouldReEncrypt`); the errors are only in Electron's source, `electron_api_safe_storage.cc`. That
 * only the key that encrypted something can decrypt it is what encryption means.
 */
export class FakeSafeStorage implements Pick<Electron.SafeStorage, 'encryptStringAsync' | 'decryptStringAsync'> {
  key = 'key 1';
  /** Earlier keys, which still decrypt. */
  readonly formerKeys: string[] = [];
  /** Whether the user refuses access to the Keychain, or has locked it. */
  isLocked = false;
  /** How often something was encrypted or decrypted. */
  uses = 0;
  #isRefused: boolean | undefined;

  /** Restarts the app with the same Keychain. */
  restart(): void {
    this.#isRefused = undefined;
  }

  /** Asks the Keychain once, at the first use; its answer holds until the app ends: Electron's source, as above. */
  #askKeychain(): boolean {
    this.uses += 1;
    this.#isRefused ??= this.isLocked;
    return this.#isRefused;
  }

  async encryptStringAsync(plainText: string): Promise<Buffer> {
    if (this.#askKeychain())
      throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.');
    return Buffer.from(JSON.stringify([this.key, Buffer.from(plainText).toString('hex')]));
  }

  /**
   * That a refused or locked Keychain counts as "temporarily unavailable": Chromium's source,
   * `components/os_crypt/async/browser/keychain_key_provider.mm`.
   */
  async decryptStringAsync(encrypted: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    if (this.#askKeychain()) {
      throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
    }
    const [key, text] = readEncrypted(encrypted);
    if (key !== this.key && !this.formerKeys.includes(key))
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
    return { result: Buffer.from(text, 'hex').toString(), shouldReEncrypt: key !== this.key };
  }
}

function readEncrypted(encrypted: Buffer): [key: string, text: string] {
  try {
    return JSON.parse(encrypted.toString());
  } catch {
    return ['', ''];
  }
}
