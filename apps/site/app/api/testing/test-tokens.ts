import type { AccessTokens } from '../access-token.ts';

/** A token with the claims given; nothing here looks at signatures. */
export function makeToken(claims: Record<string, unknown>): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'HS256' })}.${encode(claims)}.signature`;
}

/** Tokens as tabs of one browser share them. */
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
