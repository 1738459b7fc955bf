import Bowser from 'bowser';
import { eq } from 'drizzle-orm';
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
  /** How the user was known. */
  action: AuditAction;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Sees, in the transaction in which the session begins, that what was checked still holds. */
  confirm: (transaction: Transaction) => Promise<void>;
}

const UNKNOWN_BROWSER = 'Unknown browser';
const MAX_USER_AGENT_LENGTH = 512;
/** What `newToken` makes: anything else in the cookie isn't ours. */
const BROWSER_ID = /^[\w-]{43}$/;

/**
 * Signs a browser in: a session, its refresh token in a cookie, and a mail where the user has never signed in with this
 * browser before, but has with another. The session that the browser had until now ends. Returns the access token.
 */
export async function signBrowserIn(
  services: Services,
  tokens: AccessTokens,
  { userId, action, request, reply, confirm }: BrowserSignIn,
): Promise<string> {
  const { config, clock, keys, database, jobs } = services;
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
    if (await isUnfamiliar(transaction, services, userId, browserId)) {
      await jobs.enqueue('send-mail', { template: 'new-sign-in', userId, sessionId }, transaction);
    }
    return started;
  });
  setCookie(reply, config, 'refreshToken', session.refreshToken);
  setCookie(reply, config, 'browser', browserId);
  return tokens.issue(session);
}

/** Remembers the browser. Whether it is new to a user who has signed in elsewhere. */
async function isUnfamiliar(
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
  return known.length > 0 && !known.some((browser) => browser.browserHash === browserHash);
}

/** Such as 'Safari on macOS'. */
export function browserNameOf(userAgent: string | undefined): string {
  if (!userAgent) return UNKNOWN_BROWSER;
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH));
  const name = browser.name || UNKNOWN_BROWSER;
  return os.name ? `${name} on ${os.name}` : name;
}
