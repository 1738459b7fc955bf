import { isIP } from 'node:net';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { BETA_ALLOWANCE } from '@workspace/contract/usage';
import { z } from 'zod';
import { SERVER_FOLDER } from './folders.ts';

/** The environment lacks variables or holds invalid ones. The message has a line for each, without any values. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

/** Good enough on a developer's machine; refused in production. */
const DEVELOPMENT_SECRET = 'development-secret-that-is-no-secret-at-all';
const MIN_SECRET_BYTES = 32;
const ROOT = join(SERVER_FOLDER, '..', '..');

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''));
const wholeNumber = (
  message: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
) =>
  z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message);
const secret = z
  .string()
  .refine((text) => Buffer.byteLength(text) >= MIN_SECRET_BYTES, `must have at least ${MIN_SECRET_BYTES} bytes`);
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Fastify's setting: none, a number of proxies, or their addresses and networks. `true` means one proxy: trusting all
 * would mean trusting clients.
 */
const trustProxy = z
  .string()
  .transform((text): false | number | string[] => {
    if (text === 'false') return false;
    if (text === 'true') return 1;
    return /^\d{1,2}$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim());
  })
  .refine(
    (trusted) => !Array.isArray(trusted) || trusted.every(isNetwork),
    'must be true, false, a number of proxies, or their addresses',
  );

/** Every variable that is read. `npm run document` lists them in `docs/configuration.md`. */
export const VARIABLES = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development')
    .describe('`production` makes cookies `Secure`, sends HSTS, and refuses secrets for development'),
  HOST: z
    .string()
    .default('localhost')
    .describe('address to listen on; `0.0.0.0` where the proxy is on another machine'),
  PORT: wholeNumber('must be a port number', { max: 65_535 })
    .default(3001)
    .describe('port to listen on; 0 picks a free one'),
  PUBLIC_API_URL: httpUrl
    .optional()
    .describe("the server's address as clients know it; issuer and audience of access tokens, the same on all servers"),
  SITE_URL: httpUrl
    .default('http://localhost:3000')
    .describe("the site's address: the one allowed origin, and the base of links in mails"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .meta({ description: '`postgres://…` of an external PostgreSQL', otherwise: 'the bundled PostgreSQL' }),
  DATA_DIR: z
    .string()
    .default(join(ROOT, '.data', 'server'))
    .meta({ description: 'folder of the bundled PostgreSQL', otherwise: '`.data/server` in the repository' }),
  JWT_SECRET: secret
    .default(DEVELOPMENT_SECRET)
    .describe(
      'secret from which all keys are derived, 32 bytes at least: `openssl rand -base64 48`; the same on all servers',
    ),
  JWT_SECRET_PREVIOUS: secret
    .optional()
    .describe('the previous secret, still accepted during [rotation](runbook.md#rotation-of-secrets)'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
    .optional()
    .describe('mail server: `smtps://user:password@host` or `smtp://user:password@host:587/?requireTLS=true`'),
  MAIL_FROM: z
    .string()
    .default(`${PRODUCT_NAME} <no-reply@localhost>`)
    .describe('sender of mails: `Saykey <no-reply@example.com>`'),
  SUPPORT_EMAIL: z
    .email('must be an email address')
    .default('support@localhost.localdomain')
    .describe('support address given in mails: set it in production too'),
  GOOGLE_ISSUER: httpUrl.default('https://accounts.google.com').describe('a different OpenID provider, for tests'),
  GOOGLE_CLIENT_ID: z.string().optional().describe('the OAuth client, see [Google](deploy.md#google)'),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('its secret'),
  STRIPE_API_BASE: httpUrl
    .optional()
    .meta({ description: 'a different address for the payments API, for tests', otherwise: "Stripe's" }),
  STRIPE_SECRET_KEY: z.string().optional().describe('key of the payment account, see [payments](deploy.md#payments)'),
  STRIPE_WEBHOOK_SECRET: z.string().optional().describe('secret of the webhook endpoint'),
  STRIPE_WEBHOOK_SECRET_PREVIOUS: z
    .string()
    .optional()
    .describe('the previous secret, still accepted while you change it'),
  STANDARD_PRICE_ID: z.string().optional().describe('price of the Standard plan, monthly'),
  STANDARD_UNIT_AMOUNT: wholeNumber('must be a whole number of cents', { min: 1 })
    .optional()
    .describe('its amount in cents, a whole number'),
  PAYMENT_LINK: httpUrl.optional().describe('address of the payment link that sells the license'),
  BETA_WEEKLY_SECONDS: wholeNumber('must be a whole number of seconds')
    .default(BETA_ALLOWANCE.seconds)
    .describe('seconds Beta Testers may dictate in any 7 days; 0: no limit'),
  RELEASES_DIR: z
    .string()
    .default(join(ROOT, 'releases'))
    .meta({ description: 'folder with the releases on offer', otherwise: '`releases` in the repository' }),
  TRUST_PROXY: trustProxy
    .default(false)
    .describe(
      'how many proxies are in front, or their addresses and networks, see [several servers](deploy.md#several-servers-behind-one-address)',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level such as info or warn')
    .default('info')
    .describe('`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`'),
});

export const REQUIRED_IN_PRODUCTION = [
  'JWT_SECRET',
  'SITE_URL',
  'PUBLIC_API_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STANDARD_PRICE_ID',
  'STANDARD_UNIT_AMOUNT',
  'PAYMENT_LINK',
] as const;

const SECRETS = [
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'GOOGLE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_WEBHOOK_SECRET_PREVIOUS',
] as const;

/** Settings for sign-in with Google. */
export interface GoogleConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Settings for payments. */
export interface PaymentsConfig {
  /** undefined: the provider's own. */
  apiBase: string | undefined;
  secretKey: string;
  /** While the secret is being changed, events signed with either are accepted. */
  webhookSecrets: readonly string[];
  standardPriceId: string;
  /** In cents. */
  standardUnitAmount: number;
  /** Address of the payment link for a license. */
  paymentLink: string;
}

export interface ServerConfig {
  isProduction: boolean;
  host: string;
  port: number;
  publicApiUrl: string;
  siteUrl: string;
  /** undefined: the bundled PostgreSQL, in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** The first signs, all verify. */
  secrets: readonly [string, ...string[]];
  smtpUrl: string | undefined;
  mailFrom: string;
  supportEmail: string;
  /** undefined only outside production. */
  google: GoogleConfig | undefined;
  payments: PaymentsConfig | undefined;
  /** 0: no limit. */
  betaWeeklySeconds: number;
  releasesDir: string;
  trustProxy: false | number | string[];
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/**
 * Reads the environment, where an empty variable counts as missing.
 *
 * @throws ConfigError that names every variable that is missing or invalid
 */
export function readConfig(environment: NodeJS.ProcessEnv): ServerConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = VARIABLES.safeParse(given);
  const { NODE_ENV } = given;
  const isProduction = NODE_ENV === 'production';
  const problems = [
    ...(isProduction ? problemsInProduction(given) : []),
    ...(parsed.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const env = parsed.data;
  return {
    isProduction,
    host: env.HOST,
    port: env.PORT,
    publicApiUrl: env.PUBLIC_API_URL ?? `http://localhost:${env.PORT}`,
    siteUrl: env.SITE_URL,
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    secrets: env.JWT_SECRET_PREVIOUS === undefined ? [env.JWT_SECRET] : [env.JWT_SECRET, env.JWT_SECRET_PREVIOUS],
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    supportEmail: env.SUPPORT_EMAIL,
    google:
      env.GOOGLE_CLIENT_ID !== undefined && env.GOOGLE_CLIENT_SECRET !== undefined
        ? { issuer: env.GOOGLE_ISSUER, clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET }
        : undefined,
    payments: paymentsConfig(env),
    betaWeeklySeconds: env.BETA_WEEKLY_SECONDS,
    releasesDir: env.RELEASES_DIR,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
  };
}

function problemsInProduction(given: NodeJS.ProcessEnv): string[] {
  return [
    ...REQUIRED_IN_PRODUCTION.filter((name) => given[name] === undefined).map(
      (name) => `Missing required environment variable ${name}`,
    ),
    ...SECRETS.filter((name) => /development|sandbox/i.test(given[name] ?? '')).map(
      (name) => `${name} is a secret for development. Set one of your own.`,
    ),
  ];
}

function paymentsConfig(env: z.infer<typeof VARIABLES>): PaymentsConfig | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STANDARD_PRICE_ID, STANDARD_UNIT_AMOUNT, PAYMENT_LINK } = env;
  if (
    STRIPE_SECRET_KEY === undefined ||
    STRIPE_WEBHOOK_SECRET === undefined ||
    STANDARD_PRICE_ID === undefined ||
    STANDARD_UNIT_AMOUNT === undefined ||
    PAYMENT_LINK === undefined
  )
    return undefined;
  return {
    apiBase: env.STRIPE_API_BASE,
    secretKey: STRIPE_SECRET_KEY,
    webhookSecrets: [STRIPE_WEBHOOK_SECRET, env.STRIPE_WEBHOOK_SECRET_PREVIOUS].filter((given) => given !== undefined),
    standardPriceId: STANDARD_PRICE_ID,
    standardUnitAmount: STANDARD_UNIT_AMOUNT,
    paymentLink: PAYMENT_LINK,
  };
}

/** Returns whether it is an address, a network such as `10.0.0.0/8`, or one of the named networks. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  const isAddress = version !== 0 && more.length === 0;
  const isMask = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  return NAMED_NETWORKS.includes(text) || (isAddress && isMask);
}
