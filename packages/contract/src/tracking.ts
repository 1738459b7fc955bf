import { z } from 'zod';
import { declareCall } from './call.ts';
import { CALL_ADDRESSES } from './call-addresses.ts';
import { isStorableText } from './storable-text.ts';

/** Limits of an event's metadata. */
const METADATA = { maxLength: 4_096, maxDepth: 8, maxNameLength: 100 } as const;

const text = (name: string) => z.string().refine(isStorableText, `${name} holds characters that can't be stored.`);
const label = (name: string) => text(name).max(200).nullish();

/** A visitor's action, as reported by the site. */
export const trackingEventSchema = z.object({
  sessionId: text('sessionId').min(1).max(100),
  event: text('event').min(1).max(100),
  utmSource: label('utmSource'),
  utmMedium: label('utmMedium'),
  utmCampaign: label('utmCampaign'),
  utmTerm: label('utmTerm'),
  utmContent: label('utmContent'),
  metadata: z
    .record(z.string().max(METADATA.maxNameLength), z.unknown())
    .refine((metadata) => isStorable(metadata, METADATA.maxDepth), {
      error: "metadata is too deep, or holds what can't be stored.",
      abort: true,
    })
    .refine((metadata) => JSON.stringify(metadata).length <= METADATA.maxLength, 'metadata is too large.')
    .nullish(),
});
export type TrackingEvent = z.infer<typeof trackingEventSchema>;

export const track = declareCall({
  ...CALL_ADDRESSES.track,
  summary: 'Counts an event of the site.',
  body: trackingEventSchema,
  maxBodyBytes: 16 * 1_024,
  answer: { kind: 'data', status: 202, data: z.object({ recorded: z.literal(true) }) },
  failures: [],
});

function isStorable(value: unknown, maxDepth: number): boolean {
  switch (typeof value) {
    case 'string':
      return isStorableText(value);
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return (
        value === null ||
        (maxDepth > 0 &&
          Object.entries(value).every(([name, part]) => isStorableText(name) && isStorable(part, maxDepth - 1)))
      );
    default:
      return true;
  }
}
