import { z } from 'zod';

const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''));
const required = (name: string) => z.string({ error: `Missing required environment variable ${name}` });

/**
 * All configuration variables of the build, which fails if a required one is missing. `npm run document` lists them in
 * `docs/configuration.md`.
 */
export const VARIABLES = z.object({
  VITE_API_BASE_URL: url.default('http://localhost:3001').describe("the server's address, its `PUBLIC_API_URL`"),
  VITE_SITE_URL: url.default('http://localhost:3000').describe("the site's own address, the server's `SITE_URL`"),
  VITE_SUPPORT_EMAIL: z
    .email('must be an e-mail address')
    .default('support@localhost.localdomain')
    .describe('support address shown on the site'),
  VITE_PAYMENT_LINK: required('VITE_PAYMENT_LINK')
    .pipe(url)
    .describe("address of the payment link that sells the license, the server's `PAYMENT_LINK`"),
  VITE_STANDARD_PRICE_ID: required('VITE_STANDARD_PRICE_ID').describe("the server's `STANDARD_PRICE_ID`"),
  VITE_STANDARD_UNIT_AMOUNT: required('VITE_STANDARD_UNIT_AMOUNT')
    .regex(/^\d{1,9}$/, 'must be a whole number of cents')
    .transform(Number)
    .describe("the server's `STANDARD_UNIT_AMOUNT`, the price shown on the site"),
  VITE_DEMO_VIDEO_URL: z.string().default('/demo.webm').describe('video of the landing page, if hosted elsewhere'),
});

/**
 * Parses the build's environment. Empty variables count as missing.
 *
 * @throws an Error that lists all missing or invalid variables, one per line
 */
export function readSiteConfig(environment: Record<string, unknown>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { data, error } = VARIABLES.safeParse(given);
  if (data === undefined) {
    const lines = error.issues.map(({ path, message }) =>
      message.startsWith('Missing') ? message : `${path.join('.')} ${message}`,
    );
    throw new Error(lines.join('\n'));
  }
  return {
    apiBaseUrl: data.VITE_API_BASE_URL,
    siteUrl: data.VITE_SITE_URL,
    supportEmail: data.VITE_SUPPORT_EMAIL,
    paymentLink: data.VITE_PAYMENT_LINK,
    standardPriceId: data.VITE_STANDARD_PRICE_ID,
    /** In cents. */
    standardUnitAmount: data.VITE_STANDARD_UNIT_AMOUNT,
    demoVideoUrl: data.VITE_DEMO_VIDEO_URL,
  };
}

export type SiteConfig = ReturnType<typeof readSiteConfig>;
