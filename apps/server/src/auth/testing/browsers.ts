import type { CookieJar } from '../../testing/test-server.ts';
import { COOKIES } from '../cookies.ts';

const REFRESH_COOKIE = COOKIES.refreshToken.name;

/** Returns the cookies of a browser that is signed in with a refresh token, or has none. */
export function browserWith(refreshToken?: string): CookieJar {
  return new Map(refreshToken === undefined ? [] : [[REFRESH_COOKIE, { value: refreshToken, path: '/auth' }]]);
}

/** Returns the refresh token that a browser keeps. */
export function refreshTokenIn(browser: CookieJar): string | undefined {
  return browser.get(REFRESH_COOKIE)?.value;
}

/** Returns the cookies that an answer sets, by name, as written in the header. */
export function cookiesSetBy({ headers }: { headers: Headers }): Map<string, string> {
  return new Map(headers.getSetCookie().map((cookie) => [cookie.slice(0, cookie.indexOf('=')), cookie]));
}
