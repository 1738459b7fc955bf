import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../repository.ts';
import { API_URL, SANDBOX_URL, SITE_URL } from './addresses.ts';

/** The variables that the site is built with in these tests: the same as for `npm start`. */
export const SITE_VARIABLES = {
  VITE_API_BASE_URL: API_URL,
  VITE_SITE_URL: SITE_URL,
  VITE_SUPPORT_EMAIL: 'support@localhost.localdomain',
  VITE_PAYMENT_LINK: `${SANDBOX_URL}/payments/link/standard`,
  VITE_STANDARD_PRICE_ID: 'price_sandbox_standard',
  VITE_STANDARD_UNIT_AMOUNT: '1999',
};

/** Builds the site, unless there is a build of the same sources. Resolves to its folder. */
export async function buildSite(variables: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['apps/site/scripts/prepare.ts'], {
    cwd: ROOT,
    env: { ...SITE_VARIABLES, ...variables },
  });
  return stdout.trim();
}
