import { jwtDecode } from 'jwt-decode';

const KEY = 'jwtToken';

/** Where the access token is kept. */
export interface AccessTokens {
  read(): string | null;
  store(token: string): void;
  clear(): void;
}

/** That of this browser, shared by its tabs. */
export const accessTokens: AccessTokens = {
  read: () => localStorage.getItem(KEY),
  store: (token) => localStorage.setItem(KEY, token),
  clear: () => localStorage.removeItem(KEY),
};

/** Whether a token has expired. One that can't be decoded has, and one that doesn't say until when it holds. */
export function isExpired(token: string, nowMs: number): boolean {
  try {
    const { exp } = jwtDecode(token);
    return typeof exp !== 'number' || exp * 1_000 <= nowMs;
  } catch {
    return true;
  }
}
