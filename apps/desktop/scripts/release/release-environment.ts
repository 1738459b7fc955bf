import { z } from 'zod';
import { ReleaseError } from './release-error.ts';

const address = z
  .url({ protocol: /^https$/, error: 'must be an https address.' })
  .refine((url) => !/[/?#]$/.test(url) && !/[?#]/.test(url), 'must not end in a slash, nor hold ? or #.');

const REQUIRED = { SAYKEY_API_URL: address, SAYKEY_SITE_URL: address };

/** Each set on its own provides the credentials for Apple's notary service. electron-builder reads them itself. */
const NOTARIZES = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN_PROFILE'],
];

const schema = z.object({ ...REQUIRED, INIT_CWD: z.string().optional() });

export interface ReleaseEnvironment {
  /** The folder that npm was run from. */
  calledFrom: string | undefined;
  /** Whether there are credentials for notarizing. */
  canNotarize: boolean;
}

/**
 * Reads the environment. Its addresses are built into the app: electron-builder and Vite read them themselves. Throws
 * `ReleaseError`.
 */
export function readReleaseEnvironment(environment: NodeJS.ProcessEnv): ReleaseEnvironment {
  for (const name of Object.keys(REQUIRED))
    if (!environment[name]) throw new ReleaseError(`Missing required environment variable ${name}`);
  const { success, data, error } = schema.safeParse(environment);
  if (!success)
    throw new ReleaseError(error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
  const canNotarize = NOTARIZES.some((names) => names.every((name) => environment[name]));
  return { calledFrom: data.INIT_CWD, canNotarize };
}
