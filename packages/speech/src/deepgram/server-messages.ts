import { z } from 'zod';
import { parseJson } from '../json.ts';

/** The messages that matter to dictation. Other fields and other messages are ignored. */
const serverMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Results'),
    /** Seconds since the stream's first sample. */
    start: z.number().nonnegative(),
    duration: z.number().nonnegative(),
    is_final: z.boolean(),
    channel: z.object({ alternatives: z.tuple([z.object({ transcript: z.string() })], z.unknown()) }),
  }),
  z.object({ type: z.literal('Metadata') }),
  z.object({
    type: z.literal('Error'),
    variant: z.string().catch(''),
    description: z.string().catch(''),
    message: z.string().catch(''),
  }),
]);

export type ServerMessage = z.infer<typeof serverMessage>;
export type Results = Extract<ServerMessage, { type: 'Results' }>;

/** Parses a frame; returns `undefined` unless it is a message that matters, also for invalid JSON and binary frames. */
export function readServerMessage(data: string | Uint8Array): ServerMessage | undefined {
  if (typeof data !== 'string') return undefined;
  return serverMessage.safeParse(parseJson(data)).data;
}
