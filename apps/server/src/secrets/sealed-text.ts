import { CompactEncrypt, compactDecrypt } from 'jose';
import type { Keys } from './keys.ts';

/** Encrypts text so that only this server can read it (JWE, direct A256GCM). */
export function sealText(keys: Keys, text: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keys.current('sealing'));
}

/** Decrypts what `sealText` encrypted. Throws if none of the server's keys fits. */
export async function openSealedText(keys: Keys, sealed: string): Promise<string> {
  let failure: unknown;
  for (const key of keys.all('sealing')) {
    try {
      const { plaintext } = await compactDecrypt(sealed, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      return Buffer.from(plaintext).toString();
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
