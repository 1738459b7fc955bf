import { z } from 'zod';

/** A permission the app needs from the system. */
export const permissionSchema = z.object({
  id: z.string(),
  title: z.string(),
  granted: z.boolean(),
  /** What it is for, or what to do, in one or two sentences. */
  detail: z.string(),
  /** Whether the app can request it, or open the settings where it is granted. */
  canRequest: z.boolean(),
});
export type Permission = z.infer<typeof permissionSchema>;

/** The state of updates. `version`: the newer version, if there is one. */
export const updateStateSchema = z.object({
  phase: z.enum(['unknown', 'checking', 'current', 'fetching', 'ready', 'failed']),
  version: z.string().nullable(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;
