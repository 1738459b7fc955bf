import { z } from 'zod';
import { createSigningKey, readClaims, type SigningKey, signToken } from './signing-key.ts';

/** How the provider fails, and at which endpoint (default: all). */
export const outageSchema = z.strictObject({
  mode: z.enum(['off', 'refuse', '500', 'hang']),
  at: z.enum(['discovery', 'keys', 'authorization', 'token']).optional(),
});
export type Outage = z.infer<typeof outageSchema>;

/** How ID tokens are invalid: claims that replace the correct ones (`null` omits one), and the signature. */
export const badTokenSchema = z.strictObject({
  claims: z.record(z.string(), z.unknown()).default({}),
  signature: z.enum(['right', 'other-key', 'unknown-key', 'none']).default('right'),
});
export type BadToken = z.infer<typeof badTokenSchema>;

const PATHS: Readonly<Record<NonNullable<Outage['at']>, string>> = {
  discovery: '/.well-known/openid-configuration',
  keys: '/jwks',
  authorization: '/auth',
  token: '/token',
};

/** Whether an outage affects a path under the issuer. */
export function concerns(outage: Outage, path: string): boolean {
  return outage.mode !== 'off' && (outage.at === undefined || path === PATHS[outage.at]);
}

/** Makes a valid token invalid. */
export function spoilToken(token: string, { claims, signature }: BadToken, rightKey: SigningKey): string {
  const spoiled = Object.entries({ ...readClaims(token), ...claims }).filter(([, value]) => value !== null);
  return signToken(Object.fromEntries(spoiled), keyFor(signature, rightKey));
}

function keyFor(signature: BadToken['signature'], rightKey: SigningKey): SigningKey | undefined {
  switch (signature) {
    case 'right':
      return rightKey;
    case 'other-key':
      return createSigningKey(rightKey.keyId);
    case 'unknown-key':
      return createSigningKey();
    case 'none':
      return undefined;
  }
}
