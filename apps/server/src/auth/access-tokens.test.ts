import { createHmac, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { deleteAccount } from '@workspace/contract/account';
import { getMe } from '@workspace/contract/auth';
import { eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessions, users } from '../database/schema.ts';
import { Keys } from '../secrets/keys.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createUser, type TestUser } from '../testing/test-users.ts';
import { ACCESS_TOKEN_SECONDS } from './access-tokens.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const askWith = (token: string) => server.call(getMe, {}, { token });

/** Makes a token like the server's own, with some claims or headers replaced; undefined leaves one out. */
function forge(
  user: TestUser,
  {
    claims = {},
    header = {},
    key = server.services.keys.current('access-token'),
  }: { claims?: Record<string, unknown>; header?: Record<string, unknown>; key?: Uint8Array } = {},
): Promise<string> {
  const { publicApiUrl } = server.services.config;
  const iat = server.clock.now().getTime() / 1_000;
  const payload = {
    sub: user.id,
    sid: user.sessionId,
    iss: publicApiUrl,
    aud: publicApiUrl,
    iat,
    exp: iat + ACCESS_TOKEN_SECONDS,
    ...claims,
  };
  return new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header }).sign(key);
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function partsOf(token: string): [string, string, string] {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return [header, payload, signature];
}

describe('an access token', () => {
  test('is valid for 15 minutes', async () => {
    const { token } = await createUser(server);
    server.clock.advance(ACCESS_TOKEN_SECONDS * 1_000 - 1);
    expect(await askWith(token)).toMatchObject({ ok: true });
    server.clock.advance(1);
    expect(await askWith(token)).toMatchObject(refusal('not-signed-in'));
  });

  test('is refused after it expires, even if never used before', async () => {
    const { token } = await createUser(server);
    server.clock.advance(ACCESS_TOKEN_SECONDS * 1_000);
    expect(await askWith(token)).toMatchObject(refusal('not-signed-in'));
  });

  test('is refused immediately after its session ends or its account is deleted', async () => {
    const { database } = server.services;
    const [ended, gone] = [await createUser(server), await createUser(server)];
    for (const { token } of [ended, gone]) expect(await askWith(token)).toMatchObject({ ok: true });
    await database.delete(sessions).where(eq(sessions.id, ended.sessionId));
    await database.delete(users).where(eq(users.id, gone.id));
    for (const { token } of [ended, gone]) expect(await askWith(token)).toMatchObject(refusal('session-ended'));
  });

  test('is refused if it names another user’s session', async () => {
    const [one, other] = [await createUser(server), await createUser(server)];
    const mixed = await forge(one, { claims: { sid: other.sessionId } });
    expect(await askWith(mixed)).toMatchObject(refusal('session-ended'));
  });
});

describe('a forged access token', () => {
  test('is accepted if nothing was changed, so each refusal below is due to its change', async () => {
    const user = await createUser(server);
    expect(await askWith(await forge(user))).toMatchObject({ ok: true, data: { id: user.id } });
  });

  test.each<[string, Parameters<typeof forge>[1]]>([
    ['with another issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['for another audience', { claims: { aud: 'https://elsewhere.example' } }],
    ['without an issuer', { claims: { iss: undefined } }],
    ['without an audience', { claims: { aud: undefined } }],
    ['without an expiry', { claims: { exp: undefined } }],
    ['without a user', { claims: { sub: undefined } }],
    ['without a session', { claims: { sid: undefined } }],
    ['with a session that is not a string', { claims: { sid: { toString: 'x' } } }],
    ['with malformed ids', { claims: { sub: "' or true --", sid: 'no-uuid' } }],
    ['that is not valid yet', { claims: { nbf: 4_102_444_800 } }],
    ['of another type', { header: { typ: 'JWT' } }],
    ['without a type', { header: { typ: undefined } }],
    ['with another algorithm', { header: { alg: 'HS512' }, key: Buffer.alloc(64, 1) }],
    [
      'signed with another server’s key',
      { key: new Keys(['another-secret-of-32-bytes-or-more!']).current('access-token') },
    ],
  ])('%s is refused', async (_what, changes) => {
    const token = await forge(await createUser(server), changes);
    expect(await askWith(token)).toMatchObject(refusal('not-signed-in'));
  });

  test('signed with a key for another purpose is refused', async () => {
    const user = await createUser(server);
    for (const purpose of ['refresh-token', 'verification-link', 'sealing', 'pseudonym'] as const) {
      const token = await forge(user, { key: server.services.keys.current(purpose) });
      expect(await askWith(token)).toMatchObject(refusal('not-signed-in'));
    }
    const { secrets } = server.services.config;
    const token = await forge(user, { key: Buffer.from(secrets[0]) });
    expect(await askWith(token)).toMatchObject(refusal('not-signed-in'));
  });

  test('without a signature (alg: none) is refused, however that is spelled', async () => {
    const [, payload, signature] = partsOf((await createUser(server)).token);
    for (const alg of ['none', 'None', 'NONE', 'nOnE']) {
      const header = encode({ alg, typ: 'at+jwt' });
      for (const token of [`${header}.${payload}.`, `${header}.${payload}.${signature}`, `${header}.${payload}`]) {
        expect(await askWith(token)).toMatchObject(refusal('not-signed-in'));
      }
    }
  });

  test('with a public-key algorithm or a key of its own is refused', async () => {
    const user = await createUser(server);
    const [, payload] = partsOf(user.token);
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = publicKey.export({ format: 'jwk' });
    const byRsa = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', jwk, jku: 'https://elsewhere.example/keys' })
      .sign(privateKey);
    expect(await askWith(byRsa)).toMatchObject(refusal('not-signed-in'));
    // Uses the public key's text as the secret: this fools servers that let the token choose the algorithm.
    const header = encode({ alg: 'HS256', typ: 'at+jwt', jwk });
    const pem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' });
    const signature = createHmac('sha256', pem).update(`${header}.${payload}`).digest('base64url');
    expect(await askWith(`${header}.${payload}.${signature}`)).toMatchObject(refusal('not-signed-in'));
  });

  test('with an unknown critical header is refused', async () => {
    const [, payload] = partsOf((await createUser(server)).token);
    const header = encode({ alg: 'HS256', typ: 'at+jwt', crit: ['more'], more: true });
    const key = server.services.keys.current('access-token');
    const signature = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');
    expect(await askWith(`${header}.${payload}.${signature}`)).toMatchObject(refusal('not-signed-in'));
  });

  test('with any character changed is refused', async () => {
    const { token } = await createUser(server);
    expect(await askWith(token)).toMatchObject({ ok: true });
    const [header, payload, signature] = partsOf(token);
    const swap = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
    for (const tampered of [
      `${swap(header, 5)}.${payload}.${signature}`,
      `${header}.${swap(payload, 10)}.${signature}`,
      `${header}.${encode({ sub: randomUUID() })}.${signature}`,
      `${header}.${payload}.${swap(signature, 0)}`,
      `${header}.${payload}`,
      `${header}..${signature}`,
      `${token}.${signature}`,
      'x'.repeat(4_000),
    ]) {
      expect(await askWith(tampered)).toMatchObject(refusal('not-signed-in'));
    }
  });

  test('anywhere but in a well-formed Authorization header is ignored', async () => {
    const { token } = await createUser(server);
    for (const authorization of ['', 'Bearer', `Basic ${token}`, token, `Bearer ${token} ${token}`]) {
      const answer = await server.call(getMe, {}, { headers: { Authorization: authorization } });
      expect(answer).toMatchObject(refusal('not-signed-in'));
    }
    const response = await fetch(`${server.url}${getMe.path}?token=${token}&access_token=${token}`);
    expect(response.status).toBe(401);
  });

  test('cannot delete an account', async () => {
    const user = await createUser(server);
    const token = await forge(user, { key: Buffer.alloc(32) });
    expect(await server.call(deleteAccount, {}, { token })).toMatchObject(refusal('not-signed-in'));
    expect(await askWith(user.token)).toMatchObject({ ok: true });
  });
});

describe('the signed-in user', () => {
  test('gets their own record, with only the fields that the contract names', async () => {
    const user = await createUser(server);
    const answer = await askWith(user.token);
    expect(answer).toMatchObject({ ok: true, status: 200 });
    const response = await fetch(`${server.url}${getMe.path}`, { headers: { Authorization: `Bearer ${user.token}` } });
    expect(await response.json()).toEqual({
      data: { id: user.id, email: user.email, createdAt: expect.any(String), subscription: null },
    });
  });

  test('is identified only by the bearer token, not by cookies', async () => {
    const { refreshToken } = await createUser(server);
    const answer = await server.call(getMe, {}, { headers: { Cookie: `saykey_refresh=${refreshToken}` } });
    expect(answer).toMatchObject(refusal('not-signed-in'));
  });
});
