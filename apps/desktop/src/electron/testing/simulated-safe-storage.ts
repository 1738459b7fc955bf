import type * as Electron from 'electron';

/** Mirrors `safeStorage` with its Keychain: what was encrypted with one key can be read with that one alone. */
export class SimulatedSafeStorage implements Pick<Electron.SafeStorage, 'encryptStringAsync' | 'decryptStringAsync'> {
  key = 'key 1';
  /** Keys from before, which still decrypt. */
  readonly formerKeys: string[] = [];
  /** Whether the user refused access to the Keychain, or has it locked. */
  isLocked = false;
  /** How often the Keychain was asked. */
  uses = 0;

  async encryptStringAsync(plainText: string): Promise<Buffer> {
    this.uses += 1;
    if (this.isLocked) throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.');
    return Buffer.from(JSON.stringify([this.key, Buffer.from(plainText).toString('hex')]));
  }

  async decryptStringAsync(encrypted: Buffer): Promise<Electron.DecryptStringAsyncReturnValue> {
    this.uses += 1;
    if (this.isLocked) throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
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
