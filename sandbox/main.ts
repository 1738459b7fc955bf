import { z } from 'zod';
import { startOutsideWorld } from './outside-world.ts';

const portSchema = z.coerce
  .number('must be a port number, from 0 to 65535')
  .int('must be a port number, from 0 to 65535')
  .min(0, 'must be a port number, from 0 to 65535')
  .max(65_535, 'must be a port number, from 0 to 65535');

const textSchema = z.string().min(1, 'must not be empty');

const environmentSchema = z.object({
  SANDBOX_PORT: portSchema.default(3002),
  SANDBOX_SMTP_PORT: portSchema.default(3025),
  /** A file in which payments survive restarts; without it they don't. */
  SANDBOX_PAYMENTS_FILE: textSchema.optional(),
  API_PORT: portSchema.default(3001),
  SITE_PORT: portSchema.default(3000),
  GOOGLE_CLIENT_ID: textSchema.default('sandbox-client.apps.example'),
  GOOGLE_CLIENT_SECRET: textSchema.default('sandbox-google-secret'),
  STRIPE_SECRET_KEY: textSchema.default('sk_test_sandbox'),
  STRIPE_WEBHOOK_SECRET: textSchema.default('whsec_sandbox'),
  STANDARD_PRICE_ID: textSchema.default('price_sandbox_standard'),
  STANDARD_UNIT_AMOUNT: z
    .string()
    .regex(/^\d{1,8}$/, 'must be a whole number of cents')
    .transform(Number)
    .default(1999),
});

function readEnvironment() {
  const parsed = environmentSchema.safeParse(process.env);
  if (parsed.success) return parsed.data;
  fail(parsed.error.issues.map(({ path, message }) => `${path.join('.')} is invalid: it ${message}.`).join('\n'));
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const environment = readEnvironment();
const site = `http://localhost:${environment.SITE_PORT}`;
const world = await startOutsideWorld({
  port: environment.SANDBOX_PORT,
  smtpPort: environment.SANDBOX_SMTP_PORT,
  google: {
    clientId: environment.GOOGLE_CLIENT_ID,
    clientSecret: environment.GOOGLE_CLIENT_SECRET,
    redirectUri: `${site}/auth/google/callback`,
  },
  payments: {
    secretKey: environment.STRIPE_SECRET_KEY,
    webhookUrl: `http://localhost:${environment.API_PORT}/billing/webhook`,
    webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
    priceId: environment.STANDARD_PRICE_ID,
    unitAmount: environment.STANDARD_UNIT_AMOUNT,
    currency: 'usd',
    siteUrl: site,
    ...(environment.SANDBOX_PAYMENTS_FILE && { stateFile: environment.SANDBOX_PAYMENTS_FILE }),
  },
}).catch((error: NodeJS.ErrnoException & { port?: number }) => {
  if (error.code !== 'EADDRINUSE') fail(`The sandbox cannot start: ${error.message}`);
  const variable = error.port === environment.SANDBOX_SMTP_PORT ? 'SANDBOX_SMTP_PORT' : 'SANDBOX_PORT';
  fail(`Port ${error.port} is taken. Stop what listens there, or set ${variable} to another port.`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void world.close().then(() => process.exit(0)));
}
console.log(`Sandbox is ready on ${world.url}`);
