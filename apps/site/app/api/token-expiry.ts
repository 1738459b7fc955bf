import { jwtDecode } from 'jwt-decode';

/** Whether a token has expired. One that can't be decoded has, and one that doesn't say until when it holds. */
export function isExpired(token: string, nowMs: number): boolean {
  try {
    const { exp } = jwtDecode(token);
    return typeof exp !== 'number' || exp * 1_000 <= nowMs;
  } catch {
    return true;
  }
}
