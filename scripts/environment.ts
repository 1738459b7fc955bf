import { z } from 'zod';

const port = z.coerce.number('must be a port number').int('must be a port number').min(1).max(65_535);

const schema = z.object({
  SPEECH_PORT: port.default(3003),
  /** With a key of one's own, the real provider takes the place of the stand-in. */
  OPENAI_API_KEY: z.string().min(1).optional(),
  /** Where the desktop app keeps its data. */
  SAYKEY_HOME: z.string().optional(),
  /** The X display that the desktop app is shown on. */
  DISPLAY: z.string().optional(),
  SAYKEY_SPEECH_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
});

export type StartEnvironment = z.infer<typeof schema>;

/** Reads what `npm start` may be told. Variables that are empty count as missing. Throws an error that names the variable. */
export function readStartEnvironment(environment: NodeJS.ProcessEnv): StartEnvironment {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  throw new Error(`${issue?.path.join('.')} ${issue?.message}.`);
}
