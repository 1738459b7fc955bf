import type { FakeSocket } from './fake-transport.ts';

/** The messages of an OpenAI Realtime server, as in the provider's reference. */
export const realtime = {
  created: { type: 'session.created', event_id: 'event_1', session: { type: 'transcription' } },
  updated: { type: 'session.updated', event_id: 'event_2', session: { type: 'transcription' } },
  committed: (itemId: string, previousItemId: string | null) => ({
    type: 'input_audio_buffer.committed',
    event_id: `event_committed_${itemId}`,
    item_id: itemId,
    previous_item_id: previousItemId,
  }),
  delta: (itemId: string, delta: string) => ({
    type: 'conversation.item.input_audio_transcription.delta',
    event_id: `event_delta_${itemId}`,
    item_id: itemId,
    content_index: 0,
    delta,
  }),
  completed: (itemId: string, transcript: string) => ({
    type: 'conversation.item.input_audio_transcription.completed',
    event_id: `event_completed_${itemId}`,
    item_id: itemId,
    content_index: 0,
    transcript,
    usage: { type: 'duration', seconds: 1 },
  }),
  failed: (itemId: string, error: object) => ({
    type: 'conversation.item.input_audio_transcription.failed',
    event_id: `event_failed_${itemId}`,
    item_id: itemId,
    content_index: 0,
    error,
  }),
  error: (error: object) => ({ type: 'error', event_id: 'event_error', error }),
  /** The commit with this event ID was empty; without an ID, the server doesn't say which one was. */
  commitEmpty: (eventId?: string) => ({
    type: 'error',
    event_id: 'event_empty',
    error: {
      type: 'invalid_request_error',
      code: 'input_audio_buffer_commit_empty',
      message: 'Error committing input audio buffer: buffer too small.',
      param: null,
      event_id: eventId ?? null,
    },
  }),
};

/** Accepts a connection and configures the session, as the server does. */
export function makeReady(socket: FakeSocket): void {
  socket.open();
  socket.receive(realtime.created);
  socket.receive(realtime.updated);
}

/** What a client has committed: the samples of each commit, padding included, and the event ID of the commit. */
export function committedAudio(socket: FakeSocket): { eventId: string | undefined; samples: Int16Array }[] {
  const commits: { eventId: string | undefined; samples: Int16Array }[] = [];
  let pieces: Buffer[] = [];
  for (const event of socket.sentJson) {
    if (event.type === 'input_audio_buffer.append') pieces.push(Buffer.from(event.audio ?? '', 'base64'));
    if (event.type !== 'input_audio_buffer.commit') continue;
    const bytes = new Uint8Array(Buffer.concat(pieces));
    commits.push({ eventId: event.event_id, samples: new Int16Array(bytes.buffer) });
    pieces = [];
  }
  return commits;
}
