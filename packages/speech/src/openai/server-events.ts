import { z } from 'zod';
import { parseJson } from '../json.ts';

/** Text that may be missing or something else: then it counts as missing. */
const optionalText = z.string().optional().catch(undefined);

/** What is read of the provider's errors. Other servers leave out what they like. */
const errorDetails = z.object({
  type: optionalText,
  code: optionalText,
  message: optionalText,
  param: optionalText,
  event_id: optionalText,
});

const itemId = z.string().min(1);

/**
 * The events that matter to dictation, by section "server events" of the provider's Realtime reference. They are read
 * liberally: other fields and other events are ignored.
 */
const serverEvent = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['session.created', 'transcription_session.created']) }),
  z.object({ type: z.enum(['session.updated', 'transcription_session.updated']) }),
  z.object({
    type: z.literal('input_audio_buffer.committed'),
    item_id: itemId,
    /** `null`: the session's first item. `undefined`: not said. */
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

/** Reads a frame; `undefined` for whatever is not an event that matters, broken JSON and binary frames included. */
export function readServerEvent(data: string | Uint8Array): ServerEvent | undefined {
  if (typeof data !== 'string') return undefined;
  return serverEvent.safeParse(parseJson(data)).data;
}
