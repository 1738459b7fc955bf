import { z } from 'zod';
import { commandSchema } from './commands.ts';

const itemSchema = z.object({
  type: z.literal('item'),
  /** The command it runs. */
  id: commandSchema,
  label: z.string(),
  enabled: z.boolean(),
  /** The chord that does the same. */
  chord: z.string().nullable(),
  /** Whether it is the selected one of several; null if it isn't a choice. */
  checked: z.boolean().nullable(),
});

const labelSchema = z.object({ type: z.literal('label'), label: z.string() });
const separatorSchema = z.object({ type: z.literal('separator') });

/** The menu of the menu-bar item. Labels are for reading only. */
export const menuSchema = z.array(
  z.discriminatedUnion('type', [
    itemSchema,
    labelSchema,
    separatorSchema,
    z.object({ type: z.literal('submenu'), label: z.string(), items: z.array(itemSchema) }),
  ]),
);
export type Menu = z.infer<typeof menuSchema>;
export type MenuItem = z.infer<typeof itemSchema>;
