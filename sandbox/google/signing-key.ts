import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';

/** A key that signs ID tokens with RS256. */
export interface SigningKey {
  readonly keyId: string;
  readonly privateKey: KeyObject;
}

export function createSigningKey(keyId: string = randomUUID()): SigningKey {
  return { keyId, privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey };
}

/** Encodes claims as a JSON Web Token; without a key it is unsigned (`alg: none`). */
export function signToken(claims: Readonly<Record<string, unknown>>, key: SigningKey | undefined): string {
  const header = key === undefined ? { alg: 'none', typ: 'JWT' } : { alg: 'RS256', typ: 'JWT', kid: key.keyId };
  const signed = `${encode(header)}.${encode(claims)}`;
  const signature = key === undefined ? '' : sign('RSA-SHA256', Buffer.from(signed), key.privateKey);
  return `${signed}.${signature.toString('base64url')}`;
}

/** A token's claims, unverified. */
export function readClaims(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
