import { randomId } from '../../random-id.ts';

/** The API's version: that of the official library that this repository uses. */
export const API_VERSION = '2026-10-28.endive';

/** The API request that caused an event. */
export interface EventRequest {
  id: string | null;
  idempotency_key: string | null;
}

/** Something that happened, with a snapshot of the object right after it. */
export interface Event {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: EventRequest;
  type: string;
}

/** An event about `data.object`, which it copies; `created` is in seconds since 1970. */
export function newEvent(fields: Pick<Event, 'created' | 'data' | 'pending_webhooks' | 'request' | 'type'>): Event {
  return {
    ...fields,
    data: structuredClone(fields.data),
    id: randomId('evt'),
    object: 'event',
    api_version: API_VERSION,
    livemode: false,
  };
}
