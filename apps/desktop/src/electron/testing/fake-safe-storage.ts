import type * as Electron from 'electron';

/**
 * Mirrors `safeStorage` with its Keychain. Electron documents that its calls reject, and a newer key (`SafeStorage` in
 * electron.d.ts, `shouldReEncrypt`); the errors are in Electron's source alone, `electron_api_safe_storage.cc`. That what was
 * encrypted with one key can be read with that one alone is what encryption means.
 */
export class FakeSafeStorage implements Pick<Electron.SafeStorage, 'encryptStringAsync' | 'decryptStringAsync'> {
  key = 'key 1';
  /** Keys from before, which still decrypt. */
  readonly formerKeys: string[] = [];
  /** Whether the user refuses access to the Keychain, or has it locked. */
  isLocked = false;
  /** How often something was encrypted or decrypted. */
  uses = 0;
  #isRefused: boolean | undefined;

  /** The app starts anew, over the same Keychain. */
  restart(): void {
    this.#isRefused = undefined;
  }

  /** The Keychain is asked once, at the first use, and its answer holds until the app ends: Electron's source, as above. */
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
