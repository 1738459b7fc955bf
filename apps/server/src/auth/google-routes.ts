import { authorizeWithGoogle, finishGoogleSignIn } from '@workspace/contract/auth';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../database/database.ts';
import { users } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { FeatureContext } from '../http/feature.ts';
import { clearCookie, readCookie, setCookie } from './cookies.ts';
import { findGoogleUser } from './find-google-user.ts';
import { openGoogleAttempt, sealGoogleAttempt } from './google-attempt.ts';
import { GoogleClient } from './google-client.ts';
import { signBrowserIn } from './sign-browser-in.ts';

/** As the site is told that Google is away (OpenID Connect's own word for it). */
const UNAVAILABLE = 'temporarily_unavailable';

export async function serveGoogleSignIn({ serveCall, services, tokens }: FeatureContext): Promise<void> {
  const { config, rateLimits } = services;
  const client = config.google && new GoogleClient(services, config.google);
  const google = () => {
    if (client === undefined) throw new Failure('google-unavailable');
    return client;
  };

  serveCall(authorizeWithGoogle, async ({ request, reply }) => {
    await rateLimits.count('authorizeWithGoogle', 'address', request.ip);
    try {
      const { url, attempt } = await google().begin();
      setCookie(reply, config, 'google', await sealGoogleAttempt(services, attempt));
      return reply.redirect(url, 302);
    } catch (error) {
      if (!isUnavailable(error) || !isNavigation(request)) throw error;
      return reply.redirect(`${config.siteUrl}/auth/google/callback?error=${UNAVAILABLE}`, 302);
    }
  });

  serveCall(finishGoogleSignIn, async ({ input: { body }, request, reply }) => {
    await rateLimits.count('finishGoogleSignIn', 'address', request.ip);
    if (body.error === UNAVAILABLE) throw new Failure('google-unavailable');
    const attempt = await openGoogleAttempt(services, readCookie(request, 'google') ?? '');
    // Good for one attempt, whatever comes of it.
    clearCookie(reply, config, 'google');
    if (attempt === undefined) throw new Failure('google-sign-in-failed');
    const userId = await findGoogleUser(services, await google().finish(body, attempt));
    if (userId === undefined) return { action: 'redirect', url: `${config.siteUrl}/login` } as const;
    const confirm = (transaction: Transaction) => confirmUser(transaction, userId);
    const action = 'signed-in-with-google';
    const token = await signBrowserIn(services, tokens, { userId, action, request, reply, confirm });
    return { action: 'authenticate', token } as const;
  });
}

/** Whether a person looks at the answer: the site is to tell it, not a page of JSON. */
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
