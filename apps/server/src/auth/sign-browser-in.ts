import Bowser from 'bowser';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuditAction, recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Transaction } from '../database/database.ts';
import { knownBrowsers } from '../database/schema.ts';
import { hashToken, newToken } from '../secrets/keys.ts';
import type { Services } from '../services.ts';
import type { AccessTokens } from './access-tokens.ts';
import { readCookie, setCookie } from './cookies.ts';
import { endSession, readRefreshToken, startSession } from './sessions.ts';

export interface BrowserSignIn {
  userId: string;
  /** How the user signed in, for the audit. */
  action: AuditAction;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Checks, in the transaction that begins the session, that what was verified still holds. */
  confirm: (transaction: Transaction) => Promise<void>;
}

/** Browsers per user; beyond that, those not seen for the longest are forgotten. */
export const MAX_KNOWN_BROWSERS = 200;
const UNKNOWN_BROWSER = 'Unknown browser';
const MAX_USER_AGENT_LENGTH = 512;
/** The form of what `newToken` makes: anything else in the cookie isn't ours. */
const BROWSER_ID = /^[\w-]{43}$/;

/**
 * Signs a browser in: begins a session, sets its refresh token in a cookie, and mails the user if they have signed in
 * before, but never with this browser. Ends the session that the browser had until now. Returns the access token.
 */
export async function signBrowserIn(
  services: Services,
  tokens: AccessTokens,
  { userId, action, request, reply, confirm }: BrowserSignIn,
): Promise<string> {
  const { config, clock, keys, database, jobs, rateLimits } = services;
  const givenId = readCookie(request, 'browser');
  const browserId = givenId !== undefined && BROWSER_ID.test(givenId) ? givenId : newToken();
  const previous = readRefreshToken(keys, readCookie(request, 'refreshToken') ?? '');
  const session = await database.transaction(async (transaction) => {
    await confirm(transaction);
    if (previous !== undefined) await endSession(transaction, previous.sessionId);
    const started = await startSession(transaction, services, {
      userId,
      kind: 'browser',
      name: browserNameOf(request.headers['user-agent']),
    });
    const { sessionId } = started;
    await recordAuditEvent(transaction, clock, { actor: 'user', action, userId, subjectId: sessionId });
    const isUnfamiliar = await rememberBrowser(transaction, services, userId, browserId);
    if (isUnfamiliar && !(await rateLimits.countForAccount('newSignInMail', userId, transaction))) {
      await jobs.enqueue('send-mail', { template: 'new-sign-in', userId, sessionId }, transaction);
    }
    return started;
  });
  setCookie(reply, config, 'refreshToken', session.refreshToken);
  setCookie(reply, config, 'browser', browserId);
  return tokens.issue(session);
}

/** Remembers the browser. Returns whether it is new to a user who has signed in elsewhere. */
async function rememberBrowser(
  transaction: Transaction,
  { clock }: Services,
  userId: string,
  browserId: string,
): Promise<boolean> {
  const browserHash = hashToken(browserId);
  const known = await transaction
    .select({ browserHash: knownBrowsers.browserHash })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.userId, userId));
  const lastSeenAt = clock.now();
  await transaction
    .insert(knownBrowsers)
    .values({ userId, browserHash, lastSeenAt })
    .onConflictDoUpdate({ target: [knownBrowsers.userId, knownBrowsers.browserHash], set: { lastSeenAt } });
  if (known.length >= MAX_KNOWN_BROWSERS) await forgetOldestBrowsers(transaction, userId);
  return known.length > 0 && !known.some((browser) => browser.browserHash === browserHash);
}

async function forgetOldestBrowsers(transaction: Transaction, userId: string): Promise<void> {
  const isUsers = eq(knownBrowsers.userId, userId);
  const tooMany = transaction
    .select({ browserHash: knownBrowsers.browserHash })
    .from(knownBrowsers)
    .where(isUsers)
    .orderBy(desc(knownBrowsers.lastSeenAt), knownBrowsers.browserHash)
    .offset(MAX_KNOWN_BROWSERS)
    .for('update', { skipLocked: true });
  await transaction.delete(knownBrowsers).where(and(isUsers, inArray(knownBrowsers.browserHash, tooMany)));
}

/** Returns a name such as 'Safari on macOS'. */
export function browserNameOf(userAgent: string | undefined): string {
  if (!userAgent) return UNKNOWN_BROWSER;
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH));
  const name = browser.name || UNKNOWN_BROWSER;
  return os.name ? `${name} on ${os.name}` : name;
}
