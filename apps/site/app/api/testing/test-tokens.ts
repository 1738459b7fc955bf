import type { AccessTokens } from '../access-token.ts';

/** Creates a JWT with the given claims and a dummy signature, which the site never checks. */
export function makeToken(claims: Record<string, unknown>): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'HS256' })}.${encode(claims)}.signature`;
}

/** In-memory access token, shared by the tabs of one browser. */
export class MemoryTokens implements AccessTokens {
  token: string | null;

  constructor(token: string | null = null) {
    this.token = token;
  }

  read(): string | null {
    return this.token;
  }

  store(token: string): void {
    this.token = token;
  }

  clear(): void {
    this.token = null;
  }
}
