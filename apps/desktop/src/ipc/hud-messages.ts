import { z } from 'zod';

/**
 * What the HUD shows. `starting`: the microphone isn't open yet. `finishing`: the speech is over, its text is awaited.
 * `notice`: something to read while nothing is going on.
 */
export const hudStateSchema = z.enum(['starting', 'listening', 'finishing', 'done', 'cancelled', 'failed', 'notice']);
export type HudState = z.infer<typeof hudStateSchema>;

/**
 * `upgrade`: opens the page for choosing a plan. `allow`: requests the missing permission, or opens the settings where
 * it is granted.
 */
const hudActionSchema = z.enum(['retry', 'copy', 'dismiss', 'settings', 'upgrade', 'allow']);
export type HudActionId = z.infer<typeof hudActionSchema>;

export const hudViewSchema = z.object({
  state: hudStateSchema,
  /** How the dictation is kept going; null if there is none. */
  mode: z.enum(['hold', 'toggle']).nullable(),
  /** The state in a few plain words. */
  title: z.string(),
  /** What to know or do, in one or two sentences. */
  detail: z.string().nullable(),
  /** Whether the detail is about trouble the app is dealing with. */
  trouble: z.boolean(),
  /** Microphone level in dB below full scale: -100 (silence) to 0. */
  level: z.number(),
  /** Seconds of audio recorded so far. */
  seconds: z.number().nonnegative(),
  /** Text understood so far, including provisional text; its end is what matters. */
  text: z.string(),
  /** The host that the audio goes to, or the text being tidied up; `ON_THIS_COMPUTER` if it stays here. */
  host: z.string().nullable(),
  /** What the user can do, at most three. */
  actions: z.array(z.object({ id: hudActionSchema, label: z.string() })),
  /** The label of the chord that cancels, while it does. */
  cancelChord: z.string().nullable(),
});
export type HudView = z.infer<typeof hudViewSchema>;

/** null: nothing is shown or drawn. */
export const messageToHudSchema = z.object({ type: z.literal('view'), view: hudViewSchema.nullable() });

export const messageFromHudSchema = z.object({
  type: z.literal('act'),
  action: hudActionSchema,
});
