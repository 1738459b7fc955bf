import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a key is for. No key serves two purposes. */
export type KeyPurpose =
  | 'access-token'
  | 'refresh-token'
  | 'verification-link'
  | 'google-link'
  | 'sealing'
  | 'google-state'
  | 'pseudonym';

const KEY_BYTES = 32;
const TOKEN_BYTES = 32;

/** Keys derived (HKDF-SHA-256, RFC 5869) from the server's secrets, of which the first signs and all verify. */
export class Keys {
  readonly #secrets: readonly string[];
  readonly #derived = new Map<KeyPurpose, readonly Uint8Array[]>();

  constructor(secrets: readonly [string, ...string[]]) {
    this.#secrets = secrets;
  }

  /** Returns the keys for a purpose, 32 bytes each, starting with the one that signs. */
  all(purpose: KeyPurpose): readonly Uint8Array[] {
    let keys = this.#derived.get(purpose);
    if (keys === undefined) {
      keys = this.#secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES)));
      this.#derived.set(purpose, keys);
    }
    return keys;
  }

  current(purpose: KeyPurpose): Uint8Array {
    const [key] = this.all(purpose);
    if (key === undefined) throw new Error('No secret is configured.');
    return key;
  }

  /**
   * Returns a token that names something and proves that this server wrote it: `<value>.<HMAC-SHA-256>`. Always the
   * same for the same value.
   */
  signReference(purpose: KeyPurpose, value: string): string {
    return `${value}.${mac(this.current(purpose), value)}`;
  }

  /** Returns the value that a token names; undefined if this server didn't write it. */
  openReference(purpose: KeyPurpose, token: string): string | undefined {
    const dot = token.lastIndexOf('.');
    if (dot < 0) return undefined;
    const value = token.slice(0, dot);
    const given = Buffer.from(token.slice(dot + 1));
    const isGenuine = this.all(purpose).some((key) => isEqual(given, Buffer.from(mac(key, value))));
    return isGenuine ? value : undefined;
  }

  /**
   * Returns a keyed hash that represents a value in a table without revealing it, such as an address in a counter's
   * key.
   */
  pseudonymOf(value: string): string {
    return mac(this.current('pseudonym'), value);
  }
}

/** Makes a new token of 256 random bits, as base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Hashes a random token for storage. It has enough bits for a fast hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function mac(key: Uint8Array, value: string): string {
  return createHmac('sha256', key).update(value).digest('base64url');
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
