import { z } from 'zod';

/** The menu of the menu-bar item. */
export const menuSchema = z.array(
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('item'),
      id: z.string(),
      label: z.string(),
      enabled: z.boolean(),
      /** The chord that does the same, as the user reads it. */
      chord: z.string().nullable(),
    }),
    z.object({ type: z.literal('separator') }),
  ]),
);
export type Menu = z.infer<typeof menuSchema>;
