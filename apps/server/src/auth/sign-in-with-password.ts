import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Database, Transaction } from '../database/database.ts';
import { knownBrowsers, registrations, users } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { untilGone } from '../http/until-gone.ts';
import { hashToken } from '../secrets/keys.ts';
import type { Services } from '../services.ts';
import type { AccessTokens } from './access-tokens.ts';
import { readCookie } from './cookies.ts';
import type { PasswordHashing } from './password-hashing.ts';
import { signBrowserIn } from './sign-browser-in.ts';

export interface PasswordSignIn {
  email: string;
  password: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Creates the function that signs a browser in with a password and returns the access token. When it refuses, answer
 * and work are the same whether or not the address is known.
 *
 * It throws Failure `wrong-credentials`, `email-not-verified`, `too-many-requests` and `busy`.
 */
export function createSignInWithPassword(
  services: Services,
  tokens: AccessTokens,
): (signIn: PasswordSignIn) => Promise<string> {
  const { clock, database, passwords, rateLimits } = services;
  const findAccount = prepareFindAccount(database);

  async function signIn({ email, password, request, reply }: PasswordSignIn): Promise<string> {
    const [account] = await findAccount.execute({ email, now: clock.now() });
    const check = await checkPassword(passwords, account, password);
    if ('refusedAs' in check) {
      const whose = account && { userId: account.userId };
      await recordAuditEvent(database, clock, { actor: 'user', action: 'sign-in-failed', ...whose });
      throw new Failure(check.refusedAs);
    }
    const { userId } = check;
    const confirm = (transaction: Transaction) => confirmHash(transaction, check);
    return signBrowserIn(services, tokens, { userId, action: 'signed-in', request, reply, confirm });
  }

  const findKnownBrowser = prepareFindKnownBrowser(database);

  /**
   * Browsers in which the user has signed in before are counted separately: guessing elsewhere doesn't lock the user
   * out.
   */
  async function guesserOf({ email, request }: PasswordSignIn): Promise<string> {
    const browserId = readCookie(request, 'browser');
    if (browserId === undefined) return email;
    const browserHash = hashToken(browserId);
    const [known] = await findKnownBrowser.execute({ email, browserHash });
    return known === undefined ? email : `${email} ${browserHash}`;
  }

  return (attempt) =>
    passwords.admit(
      () =>
        countWrongGuess(rateLimits, 'address', attempt.request.ip, async () => {
          const guesser = await guesserOf(attempt);
          return countWrongGuess(rateLimits, 'account', guesser, () =>
            countSuccess(rateLimits, guesser, () => signIn(attempt)),
          );
        }),
      untilGone(attempt.reply),
    );
}

function prepareFindKnownBrowser(database: Database) {
  return database
    .select({ userId: knownBrowsers.userId })
    .from(knownBrowsers)
    .innerJoin(users, eq(users.id, knownBrowsers.userId))
    .where(
      and(eq(users.email, sql.placeholder('email')), eq(knownBrowsers.browserHash, sql.placeholder('browserHash'))),
    )
    .prepare('find_known_browser');
}

/** The user of an address, and the hashes that open the account, or would once confirmed. */
interface Account {
  userId: string;
  emailVerifiedAt: Date | null;
  passwordHash: string | null;
  /** From the newest attempt to register that is waiting for confirmation. */
  pendingHash: string | null;
}

function prepareFindAccount(database: Database) {
  const pending = database
    .select({ passwordHash: registrations.passwordHash })
    .from(registrations)
    .where(
      and(
        eq(registrations.userId, users.id),
        isNotNull(registrations.passwordHash),
        isNull(registrations.confirmedAt),
        gt(registrations.expiresAt, sql.placeholder('now')),
      ),
    )
    .orderBy(desc(registrations.createdAt))
    .limit(1)
    .as('pending');
  return database
    .select({
      userId: users.id,
      emailVerifiedAt: users.emailVerifiedAt,
      passwordHash: users.passwordHash,
      pendingHash: pending.passwordHash,
    })
    .from(users)
    .leftJoinLateral(pending, sql`true`)
    .where(eq(users.email, sql.placeholder('email')))
    .prepare('find_account_by_email');
}

/** A correct password. `newHash` is the hash to store from now on, made with the current parameters. */
interface CheckedPassword {
  userId: string;
  checkedHash: string;
  newHash: string;
}

/**
 * Checks the account's password, then that of the attempt to register. A registration is recorded whether or not the
 * address has an account, and all hashes of an address share one salt: so neither the answer nor its time reveals
 * whether it has one.
 */
async function checkPassword(
  passwords: PasswordHashing,
  account: Account | undefined,
  password: string,
): Promise<CheckedPassword | { refusedAs: 'wrong-credentials' | 'email-not-verified' }> {
  const match = await passwords.find([account?.passwordHash, account?.pendingHash], password);
  if (match === undefined || account === undefined) return { refusedAs: 'wrong-credentials' };
  const { userId, passwordHash, emailVerifiedAt } = account;
  if (match.index !== 0 || passwordHash === null || emailVerifiedAt === null)
    return { refusedAs: 'email-not-verified' };
  const newHash = match.needsRehash ? await passwords.hash(password) : passwordHash;
  return { userId, checkedHash: passwordHash, newHash };
}

/**
 * Checks that the verified password is still current, and keeps it so until the session exists: a reset in between
 * would end all sessions but this one.
 *
 * @throws Failure `wrong-credentials`
 */
async function confirmHash(transaction: Transaction, { userId, checkedHash, newHash }: CheckedPassword): Promise<void> {
  const isUnchanged = and(eq(users.id, userId), eq(users.passwordHash, checkedHash));
  const confirmed =
    newHash === checkedHash
      ? await transaction.select({ id: users.id }).from(users).where(isUnchanged).for('share')
      : await transaction.update(users).set({ passwordHash: newHash }).where(isUnchanged).returning({ id: users.id });
  if (confirmed.length === 0) throw new Failure('wrong-credentials');
}

/**
 * Counts an attempt before it is made, and gives it back unless it signs somebody in: so knowing one account's password
 * is no way to keep the server busy.
 *
 * @throws Failure `too-many-requests`, and what the attempt throws
 */
async function countSuccess<T>(rateLimits: RateLimits, who: string, attempt: () => Promise<T>): Promise<T> {
  const refusal = await rateLimits.countForAccount('signIn', who);
  try {
    if (refusal !== undefined) throw refusal;
    return await attempt();
  } catch (error) {
    await rateLimits.giveBack('signIn', 'account', who);
    throw error;
  }
}

/**
 * Counts an attempt before it is made, so that simultaneous guesses can't slip through together, and gives it back
 * unless the guess was wrong: neither signing in nor being refused uses anything up.
 *
 * @throws Failure `too-many-requests`, and what the attempt throws
 */
async function countWrongGuess<T>(
  rateLimits: RateLimits,
  scope: 'address' | 'account',
  who: string,
  attempt: () => Promise<T>,
): Promise<T> {
  let isWrongGuess = false;
  try {
    await rateLimits.count('login', scope, who);
    return await attempt();
  } catch (error) {
    isWrongGuess = error instanceof Failure && error.code === 'wrong-credentials';
    throw error;
  } finally {
    if (!isWrongGuess) await rateLimits.giveBack('login', scope, who);
  }
}
