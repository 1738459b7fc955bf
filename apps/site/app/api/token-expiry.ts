import { jwtDecode } from 'jwt-decode';

/** Whether a token has expired; true also if it can't be decoded or has no numeric `exp` claim. */
export function isExpired(token: string, nowMs: number): boolean {
  try {
    const { exp } = jwtDecode(token);
    return typeof exp !== 'number' || exp * 1_000 <= nowMs;
  } catch {
    return true;
  }
}
