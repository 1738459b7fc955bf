import type { Clock } from '@workspace/speech/clock';
import { SAMPLE_RATE } from '@workspace/speech/provider';
import type {
  HttpExchange,
  HttpRequest,
  Transport,
  WebSocketConnection,
  WebSocketListener,
  WebSocketRequest,
} from '@workspace/speech/transport';
import { describeErrorBody, eventsInStream, MessageDescriber } from './describe-message.ts';
import type { Note, Observation } from './observation.ts';

const BYTES_PER_SECOND = SAMPLE_RATE * Int16Array.BYTES_PER_ELEMENT;
const BASE64_BYTES_PER_CHARACTER = 3 / 4;

/** A transport that records what passes through, without changing it. */
export class ObservingTransport implements Transport {
  readonly observations: Observation[] = [];
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #describer = new MessageDescriber();
  #connections = 0;

  constructor(transport: Transport, clock: Clock) {
    this.#transport = transport;
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  connect(request: WebSocketRequest, listener: WebSocketListener): WebSocketConnection {
    const note = this.#newConnection();
    note({ type: 'connecting' });
    const socket = this.#transport.connect(request, {
      onOpen: () => {
        note({ type: 'open' });
        listener.onOpen();
      },
      onMessage: (data) => {
        if (typeof data === 'string') note({ type: 'received', message: this.#describer.describe(data) });
        listener.onMessage(data);
      },
      onPong: () => listener.onPong(),
      onEnd: (end) => {
        if (end.type === 'refused') note({ type: 'refused', status: end.status });
        else if (end.type === 'closed') note({ type: 'closed', code: end.code });
        else note({ type: 'failed' });
        listener.onEnd(end);
      },
    });
    return {
      send: (data) => {
        note(this.#describeSent(data));
        socket.send(data);
      },
      ping: () => socket.ping(),
      close: () => socket.close(),
      terminate: () => socket.terminate(),
      get bufferedBytes() {
        return socket.bufferedBytes;
      },
    };
  }

  request(request: HttpRequest, onSent?: () => void): HttpExchange {
    const note = this.#newConnection();
    note({ type: 'request', call: callOf(request.url), fields: (request.form ?? []).map(({ name }) => name) });
    const exchange = this.#transport.request(request, onSent);
    const response = exchange.response.then((answer) => {
      const [contentType = ''] = (answer.headers['content-type'] ?? '').split(';');
      note({ type: 'response', status: answer.status, contentType });
      return { ...answer, body: observeBody(answer.body, contentType, note) };
    });
    // After cancelling, callers need not handle the response's rejection.
    response.catch(() => note({ type: 'failed' }));
    return { response, cancel: () => exchange.cancel() };
  }

  #newConnection(): (note: Note) => void {
    this.#connections += 1;
    const connection = this.#connections;
    return (note) =>
      this.observations.push({ atMs: Math.round(this.#clock.now() - this.#startedAt), connection, ...note });
  }

  #describeSent(data: string | Uint8Array): Note {
    if (typeof data !== 'string') return { type: 'sent-audio', seconds: data.byteLength / BYTES_PER_SECOND };
    const message = this.#describer.describe(data);
    const isAudio = message.event === 'input_audio_buffer.append' || message.event === 'input_audio_chunk';
    if (!isAudio) return { type: 'sent', message };
    const {
      audio,
      audio_base_64: chunk,
      commit,
    } = JSON.parse(data) as { audio?: string; audio_base_64?: string; commit?: boolean };
    // ElevenLabs' commit is a chunk too.
    if (commit) return { type: 'sent', message: { ...message, event: 'commit' } };
    const sent = audio ?? chunk ?? '';
    return { type: 'sent-audio', seconds: (sent.length * BASE64_BYTES_PER_CHARACTER) / BYTES_PER_SECOND };
  }
}

function callOf(url: string): 'transcriptions' | 'inference' | 'other' {
  const last = new URL(url).pathname.split('/').at(-1);
  return last === 'transcriptions' || last === 'inference' ? last : 'other';
}

/** Passes a body on as it arrives, and describes it once it was read or abandoned. */
async function* observeBody(
  body: AsyncIterable<string>,
  contentType: string,
  note: (note: Note) => void,
): AsyncGenerator<string> {
  let whole = '';
  try {
    for await (const piece of body) {
      whole += piece;
      yield piece;
    }
  } finally {
    const events = contentType === 'text/event-stream' ? eventsInStream(whole) : [];
    const error = describeErrorBody(whole);
    note({ type: 'answer', events, ...(error === undefined ? {} : { error }) });
  }
}
