import { z } from 'zod';

const portSchema = z.coerce.number().int().min(0).max(65_535).default(3003);

/** The port that the environment asks for, or the usual one; an empty variable counts as missing. Undefined if it is none. */
export function readPort({ SPEECH_PORT }: NodeJS.ProcessEnv): number | undefined {
  return portSchema.safeParse(SPEECH_PORT || undefined).data;
}
