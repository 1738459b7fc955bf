import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a key is for. None does the work of another. */
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

  /** 32 bytes each, the one that signs first. */
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
    if (key === undefined) throw new Error('There is no secret.');
    return key;
  }

  /** A token that names something and proves that this server wrote it: `<value>.<HMAC-SHA-256>`. Always the same for the same value. */
  signReference(purpose: KeyPurpose, value: string): string {
    return `${value}.${mac(this.current(purpose), value)}`;
  }

  /** The value that a token names; undefined if the server didn't write it. */
  openReference(purpose: KeyPurpose, token: string): string | undefined {
    const dot = token.lastIndexOf('.');
    if (dot < 0) return undefined;
    const value = token.slice(0, dot);
    const given = Buffer.from(token.slice(dot + 1));
    const isGenuine = this.all(purpose).some((key) => isEqual(given, Buffer.from(mac(key, value))));
    return isGenuine ? value : undefined;
  }

  /** Represents a value in a table without revealing it, such as an address in a counter's key. */
  pseudonymOf(value: string): string {
    return mac(this.current('pseudonym'), value);
  }
}

/** A new token of 256 random bits, as base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** How a random token is stored. It has bits enough that a fast hash does. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function mac(key: Uint8Array, value: string): string {
  return createHmac('sha256', key).update(value).digest('base64url');
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
