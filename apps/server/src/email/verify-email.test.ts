import { login } from '@workspace/contract/auth';
import { verifyEmail } from '@workspace/contract/email';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginRegistration, REGISTRATION } from '../auth/begin-registration.ts';
import { auditEvents, identities, purchases, registrations, users } from '../database/schema.ts';
import { RATE_LIMITS } from '../http/rate-limits.ts';
import { Keys } from '../secrets/keys.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { linkTokenIn, mailsTo, PASSWORD, registerByCall } from './testing/verify-by-mail.ts';
import { verificationTokenOf } from './verify-email.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 } });
});
afterAll(() => server.close());

/** So that no test uses up another's attempts. */
let address = 0;
const verify = (token: string) => {
  address += 1;
  return server.call(verifyEmail, { query: { token } }, { headers: { 'X-Forwarded-For': `2001:db8:${address}::1` } });
};
const signInAs = (email: string, password = PASSWORD) => server.call(login, { body: { email, password } });

async function readUser(email: string) {
  const [user] = await server.services.database.select().from(users).where(eq(users.email, email));
  if (user === undefined) throw new Error('There is no such user.');
  return user;
}

async function verificationsOf(userId: string) {
  const events = await server.services.database.select().from(auditEvents).where(eq(auditEvents.userId, userId));
  return events.filter(({ action }) => action === 'email-verified');
}

const INVALID = {
  ok: false,
  status: 400,
  errors: ['This verification link is invalid or has expired. Ask for a new one.'],
};

describe('GET /email/verify', () => {
  it('verifies the address, so that the registered password opens the account', async () => {
    const token = await registerByCall(server, 'new@example.com');
    expect(await verify(token)).toMatchObject({
      ok: true,
      status: 200,
      data: { verified: true, email: 'new@example.com' },
    });
    expect(await signInAs('new@example.com')).toMatchObject({ ok: true });
    const user = await readUser('new@example.com');
    expect(user.emailVerifiedAt).toEqual(server.clock.now());
    expect(await verificationsOf(user.id)).toMatchObject([{ actor: 'user' }]);
  });

  it('gives the same answer if the link is used again, and changes nothing', async () => {
    const token = await registerByCall(server, 'again@example.com');
    await verify(token);
    const before = await readUser('again@example.com');
    server.clock.advance(1_000);
    expect(await verify(token)).toMatchObject({ ok: true, data: { verified: true, email: 'again@example.com' } });
    expect(await readUser('again@example.com')).toEqual(before);
  });

  it('succeeds for twenty concurrent calls, but verifies only once', async () => {
    const token = await registerByCall(server, 'crowd@example.com');
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await verificationsOf((await readUser('crowd@example.com')).id)).toHaveLength(1);
  });

  it('lets one of several concurrent links win with its password, but succeeds for all', async () => {
    const passwords = ['the first password', 'the second password', 'the third password', 'the fourth password'];
    const tokens = [];
    for (const password of passwords) tokens.push(await registerByCall(server, 'several@example.com', password));
    const answers = await Promise.all(tokens.map(verify));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    const signIns = [];
    for (const password of passwords) signIns.push((await signInAs('several@example.com', password)).status);
    expect(signIns.filter((status) => status === 200)).toHaveLength(1);
    const pending = await server.services.database.select().from(registrations);
    const user = await readUser('several@example.com');
    const confirmed = pending.filter(({ userId, confirmedAt }) => userId === user.id && confirmedAt !== null);
    expect(confirmed).toMatchObject([{ passwordHash: user.passwordHash }]);
  });

  it('changes nothing if another link has already verified the account', async () => {
    const stale = await registerByCall(server, 'meanwhile@example.com', 'the password of someone else');
    await verify(await registerByCall(server, 'meanwhile@example.com'));
    const before = await readUser('meanwhile@example.com');
    expect(await verify(stale)).toMatchObject({ ok: true });
    expect(await readUser('meanwhile@example.com')).toEqual(before);
    expect(await signInAs('meanwhile@example.com')).toMatchObject({ ok: true });
  });

  it('links an external account if that was registered', async () => {
    const { services } = server;
    const identity = { issuer: 'https://accounts.example', subject: '1234' };
    await services.database.transaction((transaction) =>
      beginRegistration(transaction, services, 'elsewhere@example.com', identity),
    );
    const [mail] = await mailsTo(server, 'elsewhere@example.com');
    expect(await verify(linkTokenIn(mail) ?? '')).toMatchObject({ ok: true });
    const user = await readUser('elsewhere@example.com');
    expect(user).toMatchObject({ emailVerifiedAt: server.clock.now(), passwordHash: null });
    const linked = await services.database.select().from(identities).where(eq(identities.userId, user.id));
    expect(linked).toMatchObject([identity]);
  });

  it('leaves a Google account alone if it is already linked to another account', async () => {
    const { services } = server;
    const identity = { issuer: 'https://accounts.example', subject: '5678' };
    for (const email of ['one@example.com', 'two@example.com']) {
      await services.database.transaction((transaction) => beginRegistration(transaction, services, email, identity));
      const [mail] = await mailsTo(server, email);
      expect(await verify(linkTokenIn(mail) ?? '')).toMatchObject({ ok: true });
    }
    const linked = await services.database.select().from(identities).where(eq(identities.subject, '5678'));
    expect(linked).toMatchObject([{ userId: (await readUser('one@example.com')).id }]);
  });

  it('claims earlier payments for the address', async () => {
    const { database } = server.services;
    await database.insert(purchases).values({
      id: 'cs_1',
      email: 'buyer@example.com',
      status: 'paid',
      amount: 1_999,
      currency: 'usd',
      paidAt: server.clock.now(),
    });
    await verify(await registerByCall(server, 'buyer@example.com'));
    const [purchase] = await database.select().from(purchases).where(eq(purchases.id, 'cs_1'));
    expect(purchase).toMatchObject({ userId: (await readUser('buyer@example.com')).id, email: null });
  });

  it('works for 24 hours and no longer', async () => {
    const [inTime, late] = [
      await registerByCall(server, 'in.time@example.com'),
      await registerByCall(server, 'late@example.com'),
    ];
    server.clock.advance(REGISTRATION.linkMs - 1);
    expect(await verify(inTime)).toMatchObject({ ok: true });
    server.clock.advance(1);
    expect(await verify(late)).toMatchObject(INVALID);
    expect((await readUser('late@example.com')).emailVerifiedAt).toBeNull();
  });

  it('rejects the link of a deleted account', async () => {
    const token = await registerByCall(server, 'gone@example.com');
    await server.services.database.delete(users).where(eq(users.email, 'gone@example.com'));
    expect(await verify(token)).toMatchObject(INVALID);
  });

  it('rejects forged and tampered links', async () => {
    const token = await registerByCall(server, 'tampered@example.com');
    const [id = '', signature = ''] = token.split('.');
    const otherId = (await registerByCall(server, 'other@example.com')).split('.')[0];
    const foreign = verificationTokenOf(new Keys(['a secret of another server, long enough']), id);
    const otherPurpose = server.services.keys.signReference('refresh-token', id);
    for (const wrong of [
      `${otherId}.${signature}`,
      id,
      `${id}.`,
      `.${signature}`,
      foreign,
      otherPurpose,
      '\u0000',
      '%',
      'x',
    ])
      expect(await verify(wrong)).toMatchObject(INVALID);
    expect((await readUser('tampered@example.com')).emailVerifiedAt).toBeNull();
  });

  it('rejects a link with any one character changed', async () => {
    const token = await registerByCall(server, 'letters@example.com');
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.');
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), letter, async (at, other) => {
        fc.pre(token[at] !== other);
        const answer = await verify(`${token.slice(0, at)}${other}${token.slice(at + 1)}`);
        expect(answer).toMatchObject(INVALID);
      }),
      { numRuns: 60 },
    );
  });

  it('says what is missing if there is no token', async () => {
    expect(await verify('')).toMatchObject({ status: 400, errors: ['The link is incomplete: its token is missing.'] });
    const response = await fetch(`${server.url}/email/verify`);
    expect(await response.json()).toEqual({ errors: ['The link is incomplete: its token is missing.'] });
  });

  it('rejects a token that is repeated or too long', async () => {
    expect((await fetch(`${server.url}/email/verify?token=a&token=b`)).status).toBe(400);
    expect(await verify('x'.repeat(501))).toMatchObject({ status: 400 });
  });

  it('limits attempts per network address', async () => {
    for (let attempt = 0; attempt < RATE_LIMITS.verifyEmail.address.count; attempt += 1) {
      await server.services.rateLimits.count('verifyEmail', 'address', '192.0.2.1');
    }
    const headers = { 'X-Forwarded-For': '192.0.2.1' };
    expect(await server.call(verifyEmail, { query: { token: 'x' } }, { headers })).toMatchObject({ status: 429 });
  });
});
