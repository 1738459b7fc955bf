import { userInfo } from 'node:os';
import { z } from 'zod';
import type { Support } from '../audit/record-audit-event.ts';
import { ConfigError } from '../config.ts';
import type { Services } from '../services.ts';

/** The services that commands use, and the operator who runs the command. */
export type SupportServices = Services & Support;

const nameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^\P{Cc}*$/u);

/**
 * Returns the operator: `SAYKEY_OPERATOR`, else the name of the system's user.
 *
 * @throws ConfigError
 */
export function readOperator({ SAYKEY_OPERATOR: given }: NodeJS.ProcessEnv): string {
  const { data } = nameSchema.safeParse(given || userInfo().username);
  if (data === undefined) throw new ConfigError(['SAYKEY_OPERATOR must be a name of at most 100 characters']);
  return data;
}
