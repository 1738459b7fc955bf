import type { CookieSerializeOptions } from '@fastify/cookie';
import { URL_SCHEME } from '@workspace/contract/brand';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS, MINUTE_MS } from '../clock.ts';
import type { ServerConfig } from '../config.ts';
import { SESSION } from './sessions.ts';

/** The cookies that the server sets: no script can read them, and they are sent only for signing in. */
export const COOKIES = {
  refreshToken: { name: `${URL_SCHEME}_refresh`, maxAgeMs: SESSION.idleMs, sameSite: 'strict' },
  /** Identifies a browser that the user has signed in with before. */
  browser: { name: `${URL_SCHEME}_browser`, maxAgeMs: 400 * DAY_MS, sameSite: 'strict' },
  /** The start of a sign-in with Google. Lax, since the browser comes back from another site. */
  google: { name: `${URL_SCHEME}_google`, maxAgeMs: 10 * MINUTE_MS, sameSite: 'lax' },
} as const;

export type CookieName = keyof typeof COOKIES;

const PATH = '/auth';

export function readCookie(request: FastifyRequest, cookie: CookieName): string | undefined {
  return request.cookies[COOKIES[cookie].name];
}

export function setCookie(reply: FastifyReply, config: ServerConfig, cookie: CookieName, value: string): void {
  const { name, maxAgeMs } = COOKIES[cookie];
  reply.setCookie(name, value, { ...attributes(config, cookie), maxAge: maxAgeMs / 1_000 });
}

export function clearCookie(reply: FastifyReply, config: ServerConfig, cookie: CookieName): void {
  reply.clearCookie(COOKIES[cookie].name, attributes(config, cookie));
}

function attributes({ isProduction }: ServerConfig, cookie: CookieName): CookieSerializeOptions {
  return { path: PATH, httpOnly: true, secure: isProduction, sameSite: COOKIES[cookie].sameSite };
}
