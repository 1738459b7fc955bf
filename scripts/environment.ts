import { z } from 'zod';

const port = z.coerce.number('must be a port number').int('must be a port number').min(1).max(65_535);

/** The variables of `npm start`. */
export const START_VARIABLES = z.object({
  SITE_PORT: port.default(3000).describe('port of the site; links in mails lead there'),
  API_PORT: port.default(3001).describe('port of the server'),
  SANDBOX_PORT: port.default(3002).describe('port of the stand-ins for payments, Google and mail'),
  SANDBOX_SMTP_PORT: port.default(3025).describe('port of the stand-in’s mail server'),
  SPEECH_PORT: port.default(3003).describe('port of the stand-in for speech providers'),
  OPENAI_API_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('with a key of your own, the real provider replaces the stand-in'),
  SAYKEY_HOME: z
    .string()
    .optional()
    .meta({ description: 'where the desktop app keeps its data', otherwise: '`.data/desktop`' }),
  DISPLAY: z.string().optional().describe('the X display for the desktop app'),
  SAYKEY_SPEECH_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional()
    .describe('address of a speech provider, up to and including `/v1`'),
  DATA_DIR: z.string().optional().meta({ description: 'where the server keeps its data', otherwise: '`.data/server`' }),
});

export type StartEnvironment = z.infer<typeof START_VARIABLES>;

/** Reads the variables of `npm start`; empty ones count as missing. Throws an Error that names the variable. */
export function readStartEnvironment(environment: NodeJS.ProcessEnv): StartEnvironment {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { success, data, error } = START_VARIABLES.safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  throw new Error(`${issue?.path.join('.')} ${issue?.message}.`);
}

/** Returns the ports to listen on, by their variables. */
export function portsOf({
  SITE_PORT,
  API_PORT,
  SANDBOX_PORT,
  SANDBOX_SMTP_PORT,
  SPEECH_PORT,
  OPENAI_API_KEY,
}: StartEnvironment): Record<string, number> {
  const ports = { SITE_PORT, API_PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT };
  return OPENAI_API_KEY ? ports : { ...ports, SPEECH_PORT };
}

/** Variables of each real service. If the first is set, the real service replaces the stand-in. */
const SERVICES = {
  mail: ['SMTP_URL'],
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER'],
  payments: [
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_API_BASE',
    'STANDARD_PRICE_ID',
    'STANDARD_UNIT_AMOUNT',
    'PAYMENT_LINK',
  ],
} as const;

/** Returns the server's variables under `npm start`: the stand-ins, except for services whose own variables are set. */
export function serverEnvironment(
  { SITE_PORT, API_PORT, SANDBOX_PORT, SANDBOX_SMTP_PORT }: StartEnvironment,
  given: NodeJS.ProcessEnv,
): Record<string, string> {
  const sandbox = `http://localhost:${SANDBOX_PORT}`;
  const standIns: { [service in keyof typeof SERVICES]: Record<string, string> } = {
    mail: { SMTP_URL: `smtp://localhost:${SANDBOX_SMTP_PORT}` },
    google: {
      GOOGLE_CLIENT_ID: 'sandbox-client.apps.example',
      GOOGLE_CLIENT_SECRET: 'sandbox-google-secret',
      GOOGLE_ISSUER: `${sandbox}/google`,
    },
    payments: {
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
      STRIPE_API_BASE: sandbox,
      STANDARD_PRICE_ID: 'price_sandbox_standard',
      STANDARD_UNIT_AMOUNT: '1999',
      PAYMENT_LINK: `${sandbox}/payments/link/standard`,
    },
  };
  const { PUBLIC_API_URL, SITE_URL, LOG_LEVEL } = given;
  const services = Object.keys(SERVICES) as (keyof typeof SERVICES)[];
  return Object.assign(
    {
      PORT: String(API_PORT),
      PUBLIC_API_URL: PUBLIC_API_URL || `http://localhost:${API_PORT}`,
      SITE_URL: SITE_URL || `http://localhost:${SITE_PORT}`,
      LOG_LEVEL: LOG_LEVEL || 'warn',
    },
    ...services.filter((service) => !given[SERVICES[service][0]]).map((service) => standIns[service]),
  );
}

/** Returns the site's build variables under `npm start`: addresses and products are the server's. */
export function siteEnvironment(environment: StartEnvironment, given: NodeJS.ProcessEnv): Record<string, string> {
  const server = { ...given, ...serverEnvironment(environment, given) };
  const { PUBLIC_API_URL, SITE_URL, SUPPORT_EMAIL, PAYMENT_LINK, STANDARD_PRICE_ID, STANDARD_UNIT_AMOUNT } = server;
  const variables = {
    VITE_API_BASE_URL: PUBLIC_API_URL,
    VITE_SITE_URL: SITE_URL,
    VITE_SUPPORT_EMAIL: SUPPORT_EMAIL,
    VITE_PAYMENT_LINK: PAYMENT_LINK,
    VITE_STANDARD_PRICE_ID: STANDARD_PRICE_ID,
    VITE_STANDARD_UNIT_AMOUNT: STANDARD_UNIT_AMOUNT,
  };
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, given[name] || value || '']));
}
