import { z } from 'zod';

/**
 * What the HUD shows. `starting`: the microphone is not open yet. `finishing`: the speech is over, its text is awaited.
 * `notice`: something to read, with nothing going on.
 */
export const hudStateSchema = z.enum(['starting', 'listening', 'finishing', 'done', 'cancelled', 'failed', 'notice']);
export type HudState = z.infer<typeof hudStateSchema>;

/** `upgrade`: opens the page where a plan is chosen. `allow`: opens the settings of the missing permission. */
const hudActionSchema = z.enum(['retry', 'copy', 'dismiss', 'settings', 'upgrade', 'allow']);
export type HudActionId = z.infer<typeof hudActionSchema>;

export const hudViewSchema = z.object({
  state: hudStateSchema,
  /** How the dictation is kept going; null if none is. */
  mode: z.enum(['hold', 'toggle']).nullable(),
  /** The state in a few plain words. */
  title: z.string(),
  /** What to know or do, in one or two sentences. */
  detail: z.string().nullable(),
  /** Whether the detail is about trouble that the app is dealing with. */
  trouble: z.boolean(),
  /** Of the microphone, in dB below full scale: -100 (silence) to 0. */
  level: z.number(),
  /** Audio recorded so far. */
  seconds: z.number().nonnegative(),
  /** Understood so far, the provisional included; the end of it is what matters. */
  text: z.string(),
  /** Where the audio goes, or the text that is tidied up; `ON_THIS_COMPUTER` if it stays here. */
  host: z.string().nullable(),
  /** What the user can do, at most three. */
  actions: z.array(z.object({ id: hudActionSchema, label: z.string() })),
  /** The chord that cancels, while it does; as the user reads it. */
  cancelChord: z.string().nullable(),
});
export type HudView = z.infer<typeof hudViewSchema>;

/** null: nothing is shown, and nothing drawn. */
export const messageToHudSchema = z.object({ type: z.literal('view'), view: hudViewSchema.nullable() });

export const messageFromHudSchema = z.object({
  type: z.literal('act'),
  action: hudActionSchema,
});
