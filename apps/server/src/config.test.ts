import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const SECRET = 'x'.repeat(32);

const PRODUCTION = {
  NODE_ENV: 'production',
  JWT_SECRET: SECRET,
  SITE_URL: 'https://example.com',
  PUBLIC_API_URL: 'https://api.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'Example <no-reply@example.com>',
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STANDARD_PRICE_ID: 'price_1',
  STANDARD_UNIT_AMOUNT: '1999',
  PAYMENT_LINK: 'https://pay.example.com/1',
};

/** Returns the lines of the error; none if the environment is valid. */
function problemsOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
}

test('Development needs no configuration', () => {
  expect(readConfig({})).toMatchObject({
    isProduction: false,
    port: 3001,
    publicApiUrl: 'http://localhost:3001',
    siteUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    google: undefined,
    payments: undefined,
    betaWeeklySeconds: 3_600,
    trustProxy: false,
  });
});

test('An empty variable counts as missing', () => {
  const empty = Object.fromEntries(Object.keys(PRODUCTION).map((name) => [name, '']));
  expect(readConfig(empty)).toEqual(readConfig({}));
});

test('Trailing slashes are removed from addresses', () => {
  const { siteUrl, publicApiUrl } = readConfig({
    SITE_URL: 'http://localhost:3000//',
    PUBLIC_API_URL: 'https://api.example.com/v1/',
  });
  expect(siteUrl).toBe('http://localhost:3000');
  expect(publicApiUrl).toBe('https://api.example.com/v1');
});

test('The default public address uses the configured port', () => {
  expect(readConfig({ PORT: '4000' }).publicApiUrl).toBe('http://localhost:4000');
});

test('A database address may name a socket', () => {
  const socket = 'postgres:///name?host=/var/run/postgresql&user=somebody';
  expect(readConfig({ DATABASE_URL: socket }).databaseUrl).toBe(socket);
});

test('While a secret is being changed, the former one is accepted too', () => {
  const former = 'y'.repeat(32);
  expect(readConfig({ JWT_SECRET: SECRET, JWT_SECRET_PREVIOUS: former }).secrets).toEqual([SECRET, former]);
  const { payments } = readConfig({ ...PRODUCTION, STRIPE_WEBHOOK_SECRET_PREVIOUS: 'whsec_0' });
  expect(payments?.webhookSecrets).toEqual(['whsec_1', 'whsec_0']);
});

describe('In production', () => {
  test('every variable that it needs is required, and no other', () => {
    expect(problemsOf(PRODUCTION)).toEqual([]);
    for (const name of Object.keys(PRODUCTION).filter((name) => name !== 'NODE_ENV')) {
      expect(problemsOf({ ...PRODUCTION, [name]: undefined })).toEqual([
        `Missing required environment variable ${name}`,
      ]);
    }
  });

  test('all missing and invalid variables are reported together, one per line', () => {
    const lines = problemsOf({ NODE_ENV: 'production', PORT: 'none' });
    expect(lines).toHaveLength(Object.keys(PRODUCTION).length);
    expect(lines.at(-1)).toBe('PORT must be a port number');
  });

  test.each([
    'JWT_SECRET',
    'JWT_SECRET_PREVIOUS',
    'GOOGLE_CLIENT_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_WEBHOOK_SECRET_PREVIOUS',
  ])('a development secret is rejected (%s)', (name) => {
    for (const secret of [readConfig({}).secrets[0], 'whsec_sandbox-that-is-long-enough-as-a-secret']) {
      expect(problemsOf({ ...PRODUCTION, [name]: secret })).toEqual([
        `${name} is a secret for development. Set one of your own.`,
      ]);
    }
  });
});

test.each([
  ['NODE_ENV', 'prod', 'must be development, test or production'],
  ['PORT', 'none', 'must be a port number'],
  ['PORT', '65536', 'must be a port number'],
  ['PORT', '-1', 'must be a port number'],
  ['PORT', '0x50', 'must be a port number'],
  ['PORT', ' ', 'must be a port number'],
  ['SITE_URL', 'example.com', 'must be an http or https address'],
  ['SITE_URL', 'ftp://example.com', 'must be an http or https address'],
  ['PUBLIC_API_URL', '/api', 'must be an http or https address'],
  ['DATABASE_URL', 'mysql://localhost/x', 'must be a postgres:// address'],
  ['JWT_SECRET', 'x'.repeat(31), 'must have at least 32 bytes'],
  ['SMTP_URL', 'mail.example.com', 'must be an smtp:// or smtps:// address'],
  ['SUPPORT_EMAIL', 'support', 'must be an email address'],
  ['STANDARD_UNIT_AMOUNT', '19.99', 'must be a whole number of cents'],
  ['STANDARD_UNIT_AMOUNT', '0', 'must be a whole number of cents'],
  ['BETA_WEEKLY_SECONDS', '-1', 'must be a whole number of seconds'],
  // Would be 0, which means no limit, if read as a number.
  ['BETA_WEEKLY_SECONDS', ' ', 'must be a whole number of seconds'],
  ['TRUST_PROXY', 'everybody', 'must be true, false, a number of proxies, or their addresses'],
  ['TRUST_PROXY', '10.0.0.0/33', 'must be true, false, a number of proxies, or their addresses'],
  ['LOG_LEVEL', 'loud', 'must be a level such as info or warn'],
])('%s=%s is rejected by name', (name, value, reason) => {
  expect(problemsOf({ [name]: value })).toEqual([`${name} ${reason}`]);
});

test.each([
  ['false', false],
  ['true', 1],
  ['2', 2],
  ['10.0.0.1', ['10.0.0.1']],
  ['loopback, 10.0.0.0/8, fd00::/8', ['loopback', '10.0.0.0/8', 'fd00::/8']],
])('TRUST_PROXY=%s is accepted', (given, trusted) => {
  expect(readConfig({ TRUST_PROXY: given }).trustProxy).toEqual(trusted);
});

test('Error messages never contain a value', () => {
  const canary = 'canary-7f3a';
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...Object.keys(PRODUCTION), 'PORT', 'DATABASE_URL', 'TRUST_PROXY'), fc.string()),
      fc.constantFrom('production', 'development'),
      (values, NODE_ENV) => {
        const marked = Object.entries(values).map(([name, value]) => [name, `${canary}${value}`]);
        expect(problemsOf({ ...Object.fromEntries(marked), NODE_ENV }).join('\n')).not.toContain(canary);
      },
    ),
  );
});
