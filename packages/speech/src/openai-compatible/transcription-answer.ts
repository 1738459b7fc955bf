import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { kindNamedIn } from '../error-kinds.ts';
import { parseJson } from '../json.ts';
import { AnswerFailure, textOf } from '../patient-exchange.ts';
import { type HttpResponse, NetworkFailure } from '../transport.ts';

const transcription = z.object({ text: z.string() });

/**
 * Reads the text from the response to an upload, whatever its content type: a stream of events, JSON or plain text.
 * `onPartial` is called with the text so far if that is streamed.
 *
 * @throws AnswerFailure if it contains an error or no text.
 * @throws NetworkFailure if it breaks off, even after a part of the text.
 */
export async function readTranscription(response: HttpResponse, onPartial: (text: string) => void): Promise<string> {
  const contentType = /^[^;\s]*/.exec(response.headers['content-type'] ?? '')?.[0].toLowerCase();
  if (contentType === 'text/event-stream') return await readEvents(response.body, onPartial);
  const answer = await textOf(response.body);
  const json = transcription.safeParse(parseJson(answer));
  if (json.success) return json.data.text;
  if (contentType === 'text/plain' && !answer.trimStart().startsWith('{')) return answer;
  throw new AnswerFailure('protocol');
}

async function readEvents(body: AsyncIterable<string>, onPartial: (text: string) => void): Promise<string> {
  const stream = new TranscriptionStream(onPartial);
  for await (const piece of body) {
    stream.feed(piece);
    if (stream.text !== undefined) return stream.text;
  }
  // Some servers leave out the empty line that ends the last event.
  stream.feed('\n\n');
  if (stream.text !== undefined) return stream.text;
  throw stream.isUnderstood ? new NetworkFailure('The answer broke off.') : new AnswerFailure('protocol');
}

/** The events that matter, per section "transcriptions" of the provider's reference. */
const streamEvent = z.union([
  z.object({ type: z.literal('transcript.text.delta'), delta: z.string() }),
  z.object({ type: z.literal('transcript.text.done'), text: z.string() }),
  z.object({ type: z.literal('error') }),
  z.object({ error: z.union([z.string(), z.object({})]) }),
]);

/** Assembles a streamed text. */
class TranscriptionStream {
  /** The complete text, once it has arrived. */
  text: string | undefined;
  /** Whether the server streams in this format at all. */
  isUnderstood = false;
  readonly #onPartial: (text: string) => void;
  readonly #parser = createParser({ onEvent: ({ event, data }) => this.#read(event, data) });
  #textSoFar = '';

  constructor(onPartial: (text: string) => void) {
    this.#onPartial = onPartial;
  }

  /** Parses the next piece of the stream, split anywhere. Throws `AnswerFailure` if the server reports an error. */
  feed(piece: string): void {
    this.#parser.feed(piece);
  }

  #read(name: string | undefined, data: string): void {
    const json = parseJson(data);
    const event = streamEvent.safeParse(typeof json === 'object' ? { type: name, ...json } : undefined).data;
    if (event === undefined || this.text !== undefined) return;
    this.isUnderstood = true;
    if ('text' in event) {
      this.text = event.text;
    } else if ('delta' in event) {
      this.#textSoFar += event.delta;
      this.#onPartial(this.#textSoFar);
    } else {
      throw new AnswerFailure(kindNamedIn(data) ?? 'server');
    }
  }
}
