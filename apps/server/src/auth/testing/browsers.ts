import type { CookieJar } from '../../testing/test-server.ts';
import { COOKIES } from '../cookies.ts';

const REFRESH_COOKIE = COOKIES.refreshToken.name;

/** The cookies of a browser that is signed in by a refresh token, or has none. */
export function browserWith(refreshToken?: string): CookieJar {
  return new Map(refreshToken === undefined ? [] : [[REFRESH_COOKIE, { value: refreshToken, path: '/auth' }]]);
}

/** The refresh token that a browser keeps. */
export function refreshTokenIn(browser: CookieJar): string | undefined {
  return browser.get(REFRESH_COOKIE)?.value;
}

/** The cookies that an answer sets, by name, as the header says them. */
export function cookiesSetBy({ headers }: { headers: Headers }): Map<string, string> {
  return new Map(headers.getSetCookie().map((cookie) => [cookie.slice(0, cookie.indexOf('=')), cookie]));
}
