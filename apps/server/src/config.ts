import { isIP } from 'node:net';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { BETA_ALLOWANCE } from '@workspace/contract/usage';
import { z } from 'zod';
import { SERVER_FOLDER } from './folders.ts';

/** The environment lacks something or holds what can't be used. One line each, without any value. */
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
 * As Fastify takes it: none, a number of proxies, or their addresses and networks. `true` is one proxy: to trust all would
 * be to trust clients.
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

const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  HOST: z.string().default('localhost'),
  PORT: wholeNumber('must be a port number', { max: 65_535 }).default(3001),
  PUBLIC_API_URL: httpUrl.optional(),
  SITE_URL: httpUrl.default('http://localhost:3000'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATA_DIR: z.string().default(join(ROOT, '.data', 'server')),
  JWT_SECRET: secret.default(DEVELOPMENT_SECRET),
  JWT_SECRET_PREVIOUS: secret.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().default(`${PRODUCT_NAME} <no-reply@localhost>`),
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('support@localhost.localdomain'),
  GOOGLE_ISSUER: httpUrl.default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  STRIPE_API_BASE: httpUrl.optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_WEBHOOK_SECRET_PREVIOUS: z.string().optional(),
  STANDARD_PRICE_ID: z.string().optional(),
  STANDARD_UNIT_AMOUNT: wholeNumber('must be a whole number of cents', { min: 1 }).optional(),
  PAYMENT_LINK: httpUrl.optional(),
  BETA_WEEKLY_SECONDS: wholeNumber('must be a whole number of seconds').default(BETA_ALLOWANCE.seconds),
  RELEASES_DIR: z.string().default(join(ROOT, 'releases')),
  TRUST_PROXY: trustProxy.default(false),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level such as info or warn')
    .default('info'),
});

/** Every variable that is read; `docs/operations.md` lists them. */
export const VARIABLE_NAMES = Object.keys(variables.shape);

const REQUIRED_IN_PRODUCTION = [
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

/** What sign-in with Google needs. */
export interface GoogleConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What payments need. */
export interface PaymentsConfig {
  /** undefined: the provider's own. */
  apiBase: string | undefined;
  secretKey: string;
  /** While the secret is changed, events signed by either are taken. */
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
  /** undefined outside of production alone. */
  google: GoogleConfig | undefined;
  payments: PaymentsConfig | undefined;
  /** 0: no limit. */
  betaWeeklySeconds: number;
  releasesDir: string;
  trustProxy: false | number | string[];
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/**
 * Reads the environment, in which a variable that is empty counts as missing.
 *
 * @throws ConfigError that names every variable that is missing or invalid
 */
export function readConfig(environment: NodeJS.ProcessEnv): ServerConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
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

function paymentsConfig(env: z.infer<typeof variables>): PaymentsConfig | undefined {
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

/** Whether it is an address, a network such as `10.0.0.0/8`, or one of those that have a name. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  const isAddress = version !== 0 && more.length === 0;
  const isMask = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  return NAMED_NETWORKS.includes(text) || (isAddress && isMask);
}
