import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { Failure } from '../failure.ts';
import type { Keys } from '../secrets/keys.ts';

/** How long an access token is valid. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
/** Tokens whose signature has already been checked. */
const MAX_CACHED = 20_000;

/** The user and session that an access token represents. */
export interface AccessClaims {
  userId: string;
  sessionId: string;
}

interface VerifiedToken extends AccessClaims {
  /** Seconds since 1970. */
  expiresAt: number;
}

const claimsSchema = z
  .object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() })
  .transform(({ sub, sid, exp }): VerifiedToken => ({ userId: sub, sessionId: sid, expiresAt: exp }));

export interface AccessTokenOptions {
  keys: Keys;
  clock: Clock;
  /** The server's public URL: issuer and audience. */
  publicApiUrl: string;
}

/** Access tokens: JSON Web Tokens with one algorithm, one type, one issuer and one audience (RFC 9068). */
export class AccessTokens {
  readonly #options: AccessTokenOptions;
  readonly #verified = new LRUCache<string, VerifiedToken>({ max: MAX_CACHED });

  constructor(options: AccessTokenOptions) {
    this.#options = options;
  }

  issue({ userId, sessionId }: AccessClaims): Promise<string> {
    const { keys, clock, publicApiUrl } = this.#options;
    const issuedAt = Math.floor(clock.now().getTime() / 1_000);
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setSubject(userId)
      .setIssuer(publicApiUrl)
      .setAudience(publicApiUrl)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
      .sign(keys.current('access-token'));
  }

  /** @throws Failure `not-signed-in` if the token is not one of ours, or has expired */
  async verify(token: string): Promise<AccessClaims> {
    const cached = this.#verified.get(token);
    if (cached !== undefined && cached.expiresAt > this.#options.clock.now().getTime() / 1_000) return cached;
    const verified = await this.#verifySignature(token);
    this.#verified.set(token, verified);
    return verified;
  }

  async #verifySignature(token: string): Promise<VerifiedToken> {
    const { keys, clock, publicApiUrl } = this.#options;
    for (const key of keys.all('access-token')) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: publicApiUrl,
          audience: publicApiUrl,
          currentDate: clock.now(),
        });
        const claims = claimsSchema.safeParse(payload);
        if (claims.success) return claims.data;
        break;
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
      }
    }
    throw new Failure('not-signed-in');
  }
}
