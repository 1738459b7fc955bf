import type { finishGoogleSignIn } from '@workspace/contract/auth';
import type { CallData, ParsedInput } from '@workspace/contract/call';
import { and, eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from '../database/database.ts';
import { knownBrowsers, users } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import { hashToken } from '../secrets/keys.ts';
import type { Services } from '../services.ts';
import type { AccessTokens } from './access-tokens.ts';
import { clearCookie, readCookie, setCookie } from './cookies.ts';
import { findGoogleUser } from './find-google-user.ts';
import { openGoogleAttempt, sealGoogleAttempt } from './google-attempt.ts';
import { GoogleClient } from './google-client.ts';
import { signBrowserIn } from './sign-browser-in.ts';

/** The error that the site gets when Google is down, named as in OpenID Connect. */
const UNAVAILABLE = 'temporarily_unavailable';

/** Where the browser goes while the user looks for an email. */
const WAITING_PAGES = { verification: '/login', link: '/link-google' } as const;

export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface GoogleSignIn {
  /**
   * Begins a sign-in, which the browser keeps in a cookie. If Google is down, a person is sent back to the site, which
   * says so.
   *
   * @returns the URL for the browser to open
   * @throws Failure `google-unavailable`
   */
  begin(exchange: Exchange): Promise<string>;
  /**
   * Completes the sign-in that the browser began: signs it in, or sends it to the right page if the owner of the
   * address has to open a link first.
   *
   * @throws Failure `google-sign-in-declined`, `google-sign-in-failed`, `google-unavailable`, `too-many-requests`
   */
  finish(
    callback: ParsedInput<typeof finishGoogleSignIn>['body'],
    exchange: Exchange,
  ): Promise<CallData<typeof finishGoogleSignIn>>;
}

/** Creates the calls of a sign-in with Google, which share a client. Google isn't contacted until somebody signs in. */
export function createGoogleSignIn(services: Services, tokens: AccessTokens): GoogleSignIn {
  const { config } = services;
  const client = config.google && new GoogleClient(services, config.google);
  const google = () => {
    if (client === undefined) throw new Failure('google-unavailable');
    return client;
  };

  return {
    async begin({ request, reply }) {
      try {
        const { url, attempt } = await google().begin();
        setCookie(reply, config, 'google', await sealGoogleAttempt(services, attempt));
        return url;
      } catch (error) {
        if (!isUnavailable(error) || !isNavigation(request)) throw error;
        return `${config.siteUrl}/auth/google/callback?error=${UNAVAILABLE}`;
      }
    },

    async finish(callback, { request, reply }) {
      if (callback.error === UNAVAILABLE) throw new Failure('google-unavailable');
      const attempt = await openGoogleAttempt(services, readCookie(request, 'google') ?? '');
      // Good for one attempt, whatever its outcome.
      clearCookie(reply, config, 'google');
      if (attempt === undefined) throw new Failure('google-sign-in-failed');
      const found = await findGoogleUser(services, await google().finish(callback, attempt));
      if ('waitsFor' in found) return { action: 'redirect', url: `${config.siteUrl}${WAITING_PAGES[found.waitsFor]}` };
      const { userId } = found;
      const refusal = await services.rateLimits.countForAccount('signIn', await signerOf(services, userId, request));
      if (refusal !== undefined) throw refusal;
      const confirm = (transaction: Transaction) => confirmUser(transaction, userId);
      const action = 'signed-in-with-google';
      const token = await signBrowserIn(services, tokens, { userId, action, request, reply, confirm });
      return { action: 'authenticate', token };
    },
  };
}

/** Returns whose sign-ins are counted together: each known browser of the user has a separate count. */
async function signerOf({ database }: Services, userId: string, request: FastifyRequest): Promise<string> {
  const browserHash = hashToken(readCookie(request, 'browser') ?? '');
  const [known] = await database
    .select({ userId: knownBrowsers.userId })
    .from(knownBrowsers)
    .where(and(eq(knownBrowsers.userId, userId), eq(knownBrowsers.browserHash, browserHash)));
  return known === undefined ? userId : `${userId} ${browserHash}`;
}

/** Returns whether a person sees the answer, and so should get a page of the site rather than JSON. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true;
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Failure && error.code === 'google-unavailable';
}

/** Keeps the account from being deleted until the session exists. */
async function confirmUser(transaction: Transaction, userId: string): Promise<void> {
  const found = await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('share');
  if (found.length === 0) throw new Failure('google-sign-in-failed');
}
