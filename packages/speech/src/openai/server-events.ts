import { z } from 'zod';
import { parseJson } from '../json.ts';

/** Text that may be missing; any other type counts as missing. */
const optionalText = z.string().optional().catch(undefined);

/** The fields read from the provider's errors. Other servers may omit any of them. */
const errorDetails = z.object({
  type: optionalText,
  code: optionalText,
  message: optionalText,
  param: optionalText,
  event_id: optionalText,
});

// Zod's `min` throws at a value that is no text but has an odd length.
const itemId = z.string().refine((id) => id !== '');

/**
 * The events that matter to dictation, per section "server events" of the provider's Realtime reference. Parsed
 * leniently: other fields and other events are ignored.
 */
const serverEvent = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['session.created', 'transcription_session.created']) }),
  z.object({ type: z.enum(['session.updated', 'transcription_session.updated']) }),
  z.object({
    type: z.literal('input_audio_buffer.committed'),
    item_id: itemId,
    /** `null`: the session's first item. `undefined`: not known. */
    previous_item_id: itemId.nullable().optional().catch(undefined),
  }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.delta'),
    item_id: itemId,
    delta: z.string(),
  }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.completed'),
    item_id: itemId,
    transcript: z.string(),
  }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.failed'),
    item_id: itemId,
    error: errorDetails.catch({}),
  }),
  z.object({ type: z.literal('error'), error: errorDetails.catch({}) }),
]);

export type ServerEvent = z.infer<typeof serverEvent>;
/** The events about the outcome of a commit. */
export type ItemEvent = Extract<ServerEvent, { item_id: string }>;
export type ServerErrorDetails = z.infer<typeof errorDetails>;

/** Parses a frame; returns `undefined` unless it is an event that matters, also for invalid JSON and binary frames. */
export function readServerEvent(data: string | Uint8Array): ServerEvent | undefined {
  if (typeof data !== 'string') return undefined;
  return serverEvent.safeParse(parseJson(data)).data;
}
