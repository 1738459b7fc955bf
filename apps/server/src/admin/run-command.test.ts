import { randomUUID } from 'node:crypto';
import { getMe, resetPassword } from '@workspace/contract/auth';
import { verifyEmail } from '@workspace/contract/email';
import { desc, eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addRegistration } from '../auth/begin-registration.ts';
import { ConfigError } from '../config.ts';
import { auditEvents, identities, plans, purchases, users } from '../database/schema.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser } from '../testing/test-users.ts';
import { runCommand } from './run-command.ts';

const OPERATOR = 'anna';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const database = () => server.services.database;

/** Runs a command against the test's database. `typed` is the answer to its question. */
async function run(argv: string[], typed = '') {
  const [out, err, asked]: [string[], string[], string[]] = [[], [], []];
  let connections = 0;
  let closed = 0;
  const exitCode = await runCommand(argv, {
    async connect() {
      connections += 1;
      const close = async () => {
        closed += 1;
      };
      return { services: { ...server.services, operator: OPERATOR }, close };
    },
    print: (text) => void out.push(text),
    printError: (text) => void err.push(text),
    async ask(question) {
      asked.push(question);
      return typed;
    },
  });
  expect(closed).toBe(connections);
  return { exitCode, out: out.join('\n'), err: err.join('\n'), asked, connections };
}

async function json(...argv: string[]): Promise<unknown> {
  const { exitCode, out } = await run([...argv, '--json']);
  expect(exitCode).toBe(0);
  return JSON.parse(out);
}

async function registerOnly(): Promise<{ id: string; email: string }> {
  const id = randomUUID();
  const email = `${id}@example.com`;
  await database().insert(users).values({ id, email, createdAt: server.clock.now() });
  await addRegistration(database(), server.clock.now(), id, { passwordHash: 'a hash' });
  return { id, email };
}

/** Returns the latest audit event of an account. */
async function lastEvent(userId: string) {
  const [event] = await database()
    .select({ actor: auditEvents.actor, operator: auditEvents.operator, action: auditEvents.action })
    .from(auditEvents)
    .where(eq(auditEvents.userId, userId))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return event;
}

describe('Reading', () => {
  test('an account is audited with the operator’s name', async () => {
    const user = await createUser(server);
    await run(['find-user', user.email]);
    expect(await lastEvent(user.id)).toEqual({ actor: 'support', operator: OPERATOR, action: 'account-read' });
  });

  test('payments is audited too', async () => {
    await run(['unmatched-payments']);
    const [event] = await database().select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
    expect(event).toMatchObject({ actor: 'support', operator: OPERATOR, action: 'payments-read', userId: null });
  });
});

describe('find-user', () => {
  test('prints what is known about an account, by address or id', async () => {
    const user = await createUser(server);
    await database()
      .insert(identities)
      .values({ issuer: 'https://accounts.example', subject: user.id, userId: user.id, createdAt: server.clock.now() });
    await database().update(users).set({ passwordHash: 'a hash' }).where(eq(users.id, user.id));
    const { exitCode, out } = await run(['find-user', user.email.toUpperCase()]);
    expect(exitCode).toBe(0);
    expect(out.split('\n')).toEqual([
      `Id              ${user.id}`,
      `Email           ${user.email}`,
      'Registered      2026-03-18 10:00 UTC',
      'Verified        2026-03-18 10:00 UTC',
      'Signs in with   password, https://accounts.example',
      'Plan            Beta Tester',
      'Sessions        1',
      'Customer        none',
      'Last dictation  none',
    ]);
    expect(await run(['find-user', user.id])).toMatchObject({ exitCode: 0, out });
  });

  test('prints the same as JSON', async () => {
    const { id, email } = await registerOnly();
    const at = server.clock.now().toISOString();
    expect(await json('find-user', email)).toEqual({
      id,
      email,
      createdAt: at,
      emailVerifiedAt: null,
      signsInWith: [],
      plan: 'Beta Tester',
      sessions: 0,
      customerId: null,
      newestUsageAt: null,
    });
  });
});

describe('resend-verification', () => {
  test('mails a link that works', async () => {
    const { id, email } = await registerOnly();
    expect(await run(['resend-verification', email])).toMatchObject({ exitCode: 0 });
    await server.runJobs();
    const mail = server.mails.findLast(({ to }) => to === email);
    const token = /verify-email\?token=([\w.~%-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await server.call(verifyEmail, { query: { token } })).toMatchObject({ ok: true });
    expect(await lastEvent(id)).toEqual({ actor: 'user', operator: null, action: 'email-verified' });
    expect(await run(['resend-verification', email])).toMatchObject({
      exitCode: 1,
      out: '',
      err: `${email} is already verified.`,
    });
  });

  test('is audited', async () => {
    const { id, email } = await registerOnly();
    await run(['resend-verification', email]);
    expect(await lastEvent(id)).toEqual({ actor: 'support', operator: OPERATOR, action: 'verification-resent' });
  });
});

describe('reset-password-link', () => {
  test('prints a link that sets a password once', async () => {
    const user = await createUser(server);
    const { exitCode, out } = await run(['reset-password-link', user.email]);
    expect(exitCode).toBe(0);
    const [, token = ''] = /^http:\/\/localhost:3000\/reset-password\?token=([\w-]+)\n/.exec(out) ?? [];
    expect(await lastEvent(user.id)).toEqual({ actor: 'support', operator: OPERATOR, action: 'reset-link-made' });
    const body = { token, password: 'a new password' };
    expect(await server.call(resetPassword, { body })).toMatchObject({ ok: true });
    expect(await server.call(resetPassword, { body })).toMatchObject(refusal('invalid-reset-link'));
    expect(await server.call(getMe, {}, { token: user.token })).toMatchObject(refusal('session-ended'));
  });

  test('refuses an unverified address', async () => {
    const { email } = await registerOnly();
    const { exitCode, out, err } = await run(['reset-password-link', email]);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toContain('use resend-verification.');
  });
});

describe('grant-license and revoke-license', () => {
  test('make an account Standard and undo that, once each', async () => {
    const user = await createUser(server);
    expect(await run(['grant-license', user.email])).toMatchObject({
      exitCode: 0,
      out: `${user.email} now has a license from support. Plan: Standard, by a license.`,
    });
    expect(await lastEvent(user.id)).toEqual({ actor: 'support', operator: OPERATOR, action: 'license-granted' });
    expect(await database().select().from(plans).where(eq(plans.userId, user.id))).toMatchObject([
      { source: 'license' },
    ]);
    expect(await run(['grant-license', user.email])).toMatchObject({
      exitCode: 1,
      err: `${user.email} already has a license from support.`,
    });
    expect(await json('revoke-license', user.email)).toEqual({ email: user.email, plan: 'Beta Tester' });
    expect(await lastEvent(user.id)).toEqual({ actor: 'support', operator: OPERATOR, action: 'license-revoked' });
    expect(await run(['revoke-license', user.email])).toMatchObject({
      exitCode: 1,
      err: `${user.email} has no license from support.`,
    });
  });
});

describe('unmatched-payments', () => {
  test('lists payments that belong to no account', async () => {
    await database().delete(purchases);
    expect(await run(['unmatched-payments'])).toMatchObject({
      exitCode: 0,
      out: 'Every payment belongs to an account.',
    });
    expect(await json('unmatched-payments')).toEqual([]);
    const paidAt = server.clock.now();
    const payment = { status: 'paid', paidAt } as const;
    await database()
      .insert(purchases)
      .values([
        { ...payment, id: 'cs_one', email: 'buyer@example.com', amount: 1_999, currency: 'usd' },
        { ...payment, id: 'cs_two', paidAt: new Date(paidAt.getTime() + 60_000) },
      ]);
    const { out } = await run(['unmatched-payments']);
    expect(out.split('\n')).toEqual([
      'Payment  Email              Amount     Paid                  Status',
      'cs_one   buyer@example.com  19.99 USD  2026-03-18 10:00 UTC  paid',
      'cs_two                                 2026-03-18 10:01 UTC  paid',
    ]);
    expect(await json('unmatched-payments')).toMatchObject([{ id: 'cs_one', amount: 1_999 }, { id: 'cs_two' }]);
  });
});

describe('sign-out', () => {
  test('ends all sessions immediately', async () => {
    const user = await createUser(server);
    expect(await json('sign-out', user.email)).toEqual({ email: user.email, ended: 1 });
    expect(await server.call(getMe, {}, { token: user.token })).toMatchObject(refusal('session-ended'));
    expect(await lastEvent(user.id)).toEqual({ actor: 'support', operator: OPERATOR, action: 'signed-out' });
  });
});

describe('delete-account', () => {
  test('deletes only after the address is typed again', async () => {
    const user = await createUser(server);
    for (const typed of ['', 'yes', 'another@example.com']) {
      const refused = await run(['delete-account', user.email], typed);
      expect(refused).toMatchObject({ exitCode: 1, err: "That isn't the address. Nothing was deleted." });
      expect(refused.asked).toHaveLength(1);
    }
    expect(await server.call(getMe, {}, { token: user.token })).toMatchObject({ ok: true });
    expect(await run(['delete-account', user.email], ` ${user.email.toUpperCase()} `)).toMatchObject({ exitCode: 0 });
    expect(await server.call(getMe, {}, { token: user.token })).toMatchObject(refusal('session-ended'));
    expect(await lastEvent(user.id)).toEqual({ actor: 'support', operator: OPERATOR, action: 'account-deleted' });
  });

  test('does not ask with --yes', async () => {
    const user = await createUser(server);
    expect(await run(['delete-account', '--yes', user.email])).toMatchObject({ exitCode: 0, asked: [] });
    expect(await server.call(getMe, {}, { token: user.token })).toMatchObject(refusal('session-ended'));
  });
});

describe('Every command', () => {
  const forAccounts = [
    'find-user',
    'resend-verification',
    'reset-password-link',
    'grant-license',
    'revoke-license',
    'sign-out',
    'delete-account',
  ];

  test.for(forAccounts)('says that there is no such account: %s', async (command) => {
    expect(await run([command, 'nobody@example.com'], 'nobody@example.com')).toMatchObject({
      exitCode: 1,
      out: '',
      err: 'There is no account for nobody@example.com.',
    });
  });

  test.for([
    [],
    ['no-command'],
    ['find-user'],
    ['find-user', 'neither'],
    ['sign-out', randomUUID()],
    ['sign-out', 'one@example.com', 'two@example.com'],
    ['unmatched-payments', '--no-option'],
  ])('rejects wrong arguments without connecting: %j', async (argv) => {
    const { exitCode, out, err, connections } = await run(argv);
    expect({ exitCode, out, connections }).toEqual({ exitCode: 2, out: '', connections: 0 });
    expect(err).not.toBe('');
  });

  test.for([['--help'], ['grant-license', '--help']])('prints its help without connecting: %j', async (argv) => {
    const { exitCode, out, err, connections } = await run(argv);
    expect({ exitCode, err, connections }).toEqual({ exitCode: 0, err: '', connections: 0 });
    expect(out).toContain('Usage: npm run admin --');
  });

  test('says in plain words why it can’t connect', async () => {
    const fail = async (error: unknown) => {
      const err: string[] = [];
      const exitCode = await runCommand(['unmatched-payments'], {
        connect: () => Promise.reject(error),
        print() {},
        printError: (text) => void err.push(text),
        ask: async () => '',
      });
      expect(exitCode).toBe(1);
      return err.join('\n');
    };
    expect(await fail(new ConfigError(['JWT_SECRET must be there']))).toBe('JWT_SECRET must be there');
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(await fail(refused)).toBe("Can't reach the database. Start it, or check DATABASE_URL.");
    const stranger = Object.assign(new pg.DatabaseError('role "nobody" does not exist', 10, 'error'), {
      code: '28000',
    });
    expect(await fail(stranger)).toBe(
      `The database in DATABASE_URL refuses: role "nobody" does not exist. Check the address and its user's permissions.`,
    );
    expect(await fail(new TypeError('a fault'))).toMatch(/^This is a bug.*\nTypeError a fault\n {4}at /);
  });

  test('reports a database failure without the address', async () => {
    const broken = await startTestServer();
    onTestFinished(() => broken.close());
    const { services } = broken;
    await services.database.execute('alter table users rename to others');
    const err: string[] = [];
    await runCommand(['find-user', 'secret@example.com'], {
      connect: async () => ({ services: { ...services, operator: OPERATOR }, close: async () => {} }),
      print() {},
      printError: (text) => void err.push(text),
      ask: async () => '',
    });
    expect(err.join('\n')).toContain('This is a bug.');
    expect(err.join('\n')).not.toContain('secret@example.com');
  });
});
