import { login } from '@workspace/contract/auth';
import { resendVerification as resendCall, verifyEmail } from '@workspace/contract/email';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { beginRegistration, REGISTRATION } from '../auth/begin-registration.ts';
import { HOUR_MS } from '../clock.ts';
import { auditEvents, identities, registrations, users } from '../database/schema.ts';
import { RATE_LIMITS } from '../http/rate-limits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { resendVerification } from './resend-verification.ts';
import { linkTokenIn, mailsTo, PASSWORD, registerAndVerify, registerByCall } from './testing/verify-by-mail.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 } });
});
afterAll(() => server.close());

const resend = (email: string, headers = {}) => server.call(resendCall, { body: { email } }, { headers });
const verify = (token: string | undefined) => server.call(verifyEmail, { query: { token: token ?? '' } });
const signInAs = (email: string, password = PASSWORD) => server.call(login, { body: { email, password } });

describe('POST /email/resend-verification', () => {
  it('mails a new link that activates the password of the newest attempt', async () => {
    await registerByCall(server, 'impatient@example.com', 'the older password');
    server.clock.advance(1_000);
    const old = await registerByCall(server, 'impatient@example.com');
    server.clock.advance(HOUR_MS);
    expect(await resend(' Impatient@Example.com')).toMatchObject({ ok: true, status: 202 });
    const token = linkTokenIn((await mailsTo(server, 'impatient@example.com')).at(-1));
    expect(token).not.toBe(old);
    expect(await verify(token)).toMatchObject({ ok: true });
    expect(await signInAs('impatient@example.com')).toMatchObject({ ok: true });
  });

  it('works even after the first link has expired, and gives the new one 24 hours', async () => {
    const old = await registerByCall(server, 'returning@example.com');
    server.clock.advance(REGISTRATION.linkMs + HOUR_MS);
    expect(await verify(old)).toMatchObject({ status: 400 });
    await resend('returning@example.com');
    const token = linkTokenIn((await mailsTo(server, 'returning@example.com')).at(-1));
    server.clock.advance(REGISTRATION.linkMs - 1);
    expect(await verify(token)).toMatchObject({ ok: true });
    expect(await signInAs('returning@example.com')).toMatchObject({ ok: true });
  });

  it('leaves older links valid', async () => {
    const old = await registerByCall(server, 'older@example.com');
    await resend('older@example.com');
    await server.runJobs();
    expect(await verify(old)).toMatchObject({ ok: true });
  });

  it('also works for a registration with an external account', async () => {
    const { services } = server;
    const identity = { issuer: 'https://accounts.example', subject: '1234' };
    await services.database.transaction((transaction) =>
      beginRegistration(transaction, services, 'elsewhere@example.com', identity),
    );
    await resend('elsewhere@example.com');
    await verify(linkTokenIn((await mailsTo(server, 'elsewhere@example.com')).at(-1)));
    expect(await services.database.select().from(identities)).toMatchObject([identity]);
  });

  it('gives the same answer for verified and unknown addresses, but mails them nothing', async () => {
    await registerByCall(server, 'waiting@example.com');
    await registerAndVerify(server, 'verified@example.com');
    const before = (await mailsTo(server, 'verified@example.com')).length;
    const answers = [];
    for (const email of ['waiting@example.com', 'verified@example.com', 'unknown@example.com']) {
      const { headers: _, ...answer } = await resend(email);
      answers.push(answer);
    }
    expect(answers[0]).toMatchObject({ ok: true, status: 202 });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(await mailsTo(server, 'verified@example.com')).toHaveLength(before);
    expect(await mailsTo(server, 'unknown@example.com')).toEqual([]);
    expect(await server.services.database.select().from(users).where(eq(users.email, 'unknown@example.com'))).toEqual(
      [],
    );
  });

  it('does the same work for every address, and queues the same job', async () => {
    await registerByCall(server, 'still-waiting@example.com');
    await registerAndVerify(server, 'has-verified@example.com');
    const work = [];
    for (const email of ['still-waiting@example.com', 'has-verified@example.com', 'not-known@example.com']) {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      await resend(email);
      const calls: unknown[][] = query.mock.calls;
      const statements = calls.map(([config]) =>
        typeof config === 'string' ? config : (config as { text: string }).text,
      );
      // The queue does maintenance now and then, and checks that it still receives notifications of new jobs.
      const isUpkeep = (text: string) => /jobs\.|pg_listening_channels/.test(text) && !/insert into/i.test(text);
      work.push(statements.filter((text) => !isUpkeep(text)));
      query.mockRestore();
    }
    expect(work[0]).toContainEqual(expect.stringContaining('jobs.'));
    expect(work[1]).toEqual(work[0]);
    expect(work[2]).toEqual(work[0]);
    const waiting = await server.services.database.execute(
      sql`select data::text as data from jobs.job where name = 'resend-verification' and state = 'created'`,
    );
    expect(waiting.rows).toHaveLength(3);
    expect(JSON.stringify(waiting.rows)).not.toContain('example.com');
    await server.runJobs();
  });

  it('sends one link for each of twenty concurrent calls', async () => {
    await registerByCall(server, 'crowd@example.com');
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => resendVerification(server.services, 'crowd@example.com', { operator: 'anna' })),
    );
    expect(sent).toEqual(Array.from({ length: 20 }, () => true));
    expect(new Set((await mailsTo(server, 'crowd@example.com')).map(linkTokenIn)).size).toBe(21);
  });

  it('is audited with the actor who asked for it', async () => {
    const { database } = server.services;
    await registerByCall(server, 'audited@example.com');
    await resend('audited@example.com');
    await server.runJobs();
    await resendVerification(server.services, 'audited@example.com', { operator: 'anna' });
    const [user] = await database.select().from(users).where(eq(users.email, 'audited@example.com'));
    const events = await database
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.userId, user?.id ?? ''));
    expect(events).toMatchObject([
      { actor: 'user', action: 'registered' },
      { actor: 'user', action: 'verification-resent' },
      { actor: 'support', action: 'verification-resent' },
    ]);
    const attempts = await database
      .select()
      .from(registrations)
      .where(eq(registrations.userId, user?.id ?? ''));
    expect(new Set(attempts.map(({ id }) => id))).toEqual(new Set(events.map(({ subjectId }) => subjectId)));
  });

  it('rejects an invalid address', async () => {
    expect(await resend('nobody')).toMatchObject({ ok: false, status: 400, errors: ['Invalid email address'] });
  });

  it('limits attempts per email address and per network address', async () => {
    const limits = RATE_LIMITS.resendVerification;
    for (let attempt = 0; attempt < limits.account.count; attempt += 1) await resend('many@example.com');
    expect(await resend('MANY@example.com')).toMatchObject({ ok: false, status: 429 });
    for (let attempt = 0; attempt < limits.address.count; attempt += 1) {
      await server.services.rateLimits.count('resendVerification', 'address', '192.0.2.1');
    }
    expect(await resend('one@example.com', { 'X-Forwarded-For': '192.0.2.1' })).toMatchObject({ status: 429 });
    expect(await resend('one@example.com', { 'X-Forwarded-For': '192.0.2.2' })).toMatchObject({ status: 202 });
  });
});
