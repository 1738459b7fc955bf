import { z } from 'zod';

const portSchema = z.coerce.number().int().min(0).max(65_535).default(3003);

/** The port in `SPEECH_PORT`, or the default if it is missing or empty; undefined if it is invalid. */
export function readPort({ SPEECH_PORT }: NodeJS.ProcessEnv): number | undefined {
  return portSchema.safeParse(SPEECH_PORT || undefined).data;
}
