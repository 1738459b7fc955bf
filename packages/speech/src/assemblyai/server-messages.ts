import { z } from 'zod';
import { parseJson } from '../json.ts';

/** Milliseconds since the stream's first sample. */
const moment = z.number().nonnegative();

const turn = z.object({
  type: z.literal('Turn'),
  turn_order: z.int().nonnegative(),
  end_of_turn: z.boolean(),
  turn_is_formatted: z.boolean(),
  transcript: z.string(),
  words: z.array(z.object({ text: z.string(), start: moment, end: moment })),
});

/** The messages that matter to dictation. Other fields and other messages are ignored. */
const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Begin') }),
  z.object({ type: z.literal('SpeechStarted') }),
  turn,
  z.object({ type: z.literal('Termination') }),
  z.object({ type: z.literal('Error'), error_code: z.number().catch(0), error: z.string().catch('') }),
]);

export type ServerMessage = z.infer<typeof serverMessage>;
export type Turn = z.infer<typeof turn>;

/** Parses a frame; returns `undefined` unless it is a message that matters. */
export function readServerMessage(data: string | Uint8Array): ServerMessage | undefined {
  if (typeof data !== 'string') return undefined;
  return serverMessage.safeParse(parseJson(data)).data;
}
