import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { URL_SCHEME } from '@workspace/contract/brand';
import { apiKeySchema } from '@workspace/speech/api-key';
import { baseUrlSchema } from '@workspace/speech/base-url';
import { factsOf, REMOTE_PROVIDER_IDS } from '@workspace/speech/registry';
import { z } from 'zod';
import type { SpeechEnvironment } from './app/speech/speech-providers.ts';

/** The environment contains an unusable value. The message names the variable, never its value. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigurationError';
  }
}

/** Set from outside for development and tests; everything else is in the settings. */
export interface Configuration {
  /** The folder everything is stored in. */
  home: string;
  speech: SpeechEnvironment;
  /** The addresses of the account server and the site, without a trailing slash. */
  apiUrl: string;
  siteUrl: string;
  display: string | undefined;
  /** A WAV file used as the microphone. */
  fakeMicrophone: string | undefined;
  skipOnboarding: boolean;
}

/** The providers' keys, each under its variable's name. */
const keysSchema = z.object(
  Object.fromEntries(
    REMOTE_PROVIDER_IDS.map((id) => [
      factsOf(id).keyVariable,
      apiKeySchema.optional().describe(`API key for ${providersWithKey(factsOf(id).keyVariable)}`),
    ]),
  ),
);

function providersWithKey(variable: string): string {
  const sharing = REMOTE_PROVIDER_IDS.map(factsOf).filter(({ keyVariable }) => keyVariable === variable);
  return sharing.map(({ name }) => name).join(', ');
}

/** Folders, as set by `npm` and the desktop. */
const foldersSchema = z.object({ XDG_CONFIG_HOME: z.string().optional(), INIT_CWD: z.string().optional() });

/** Every variable meant for people. `npm run document` lists them in `docs/configuration.md`. */
export const VARIABLES = z.object({
  ...keysSchema.shape,
  SAYKEY_HOME: z
    .string()
    .optional()
    .meta({ description: 'folder for settings, keys and usage counts', otherwise: '`~/.config/saykey`' }),
  SAYKEY_SPEECH_URL: baseUrlSchema.optional().describe('the provider’s address, up to and including `/v1`'),
  SAYKEY_API_URL: baseUrlSchema
    .default('http://localhost:3001')
    .describe('the server; a release has the one it was built with'),
  SAYKEY_SITE_URL: baseUrlSchema
    .default('http://localhost:3000')
    .describe('the site; a release has the one it was built with'),
  SAYKEY_FAKE_MIC: z.string().optional().describe('a WAV file to use as the microphone, from its beginning each time'),
  SAYKEY_SKIP_ONBOARDING: z.enum(['0', '1'], 'must be 1 or unset.').optional().describe('`1` skips onboarding'),
  DISPLAY: z.string().optional().describe('the X display'),
});

/** Reads the environment; empty variables count as missing. Throws a `ConfigurationError`. */
export function readConfiguration(environment: NodeJS.ProcessEnv = process.env): Configuration {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const data = { ...parse(VARIABLES, given), ...parse(foldersSchema, given) };
  const keys = parse(keysSchema, given);
  // npm changes the working directory, and files are named relative to where it was called.
  const locate = (path: string) => resolve(data.INIT_CWD ?? '.', path);
  const fakeMicrophone = data.SAYKEY_FAKE_MIC && locate(data.SAYKEY_FAKE_MIC);
  if (fakeMicrophone && !statSync(fakeMicrophone, { throwIfNoEntry: false })?.isFile())
    throw new ConfigurationError("SAYKEY_FAKE_MIC doesn't name a file.");
  return {
    home: data.SAYKEY_HOME
      ? locate(data.SAYKEY_HOME)
      : join(data.XDG_CONFIG_HOME ?? join(homedir(), '.config'), URL_SCHEME),
    speech: {
      baseUrl: data.SAYKEY_SPEECH_URL,
      keys: Object.fromEntries(
        REMOTE_PROVIDER_IDS.flatMap((id) => {
          const key = keys[factsOf(id).keyVariable];
          return key ? [[id, key]] : [];
        }),
      ),
    },
    apiUrl: data.SAYKEY_API_URL,
    siteUrl: data.SAYKEY_SITE_URL,
    display: data.DISPLAY,
    fakeMicrophone,
    skipOnboarding: data.SAYKEY_SKIP_ONBOARDING === '1',
  };
}

function parse<Schema extends z.ZodType>(expected: Schema, given: unknown): z.infer<Schema> {
  const { success, data, error } = expected.safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  throw new ConfigurationError(`${issue?.path.join('.')} ${issue?.message}`);
}
