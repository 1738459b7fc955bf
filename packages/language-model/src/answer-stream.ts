import { parseJson } from '@workspace/speech/json';
import { textOf } from '@workspace/speech/patient-exchange';
import type { HttpResponse } from '@workspace/speech/transport';
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { MODEL } from './limits.ts';

/** The two supported APIs: OpenAI's Responses, and Chat Completions, which most other servers have. */
export type Dialect = 'responses' | 'chat-completions';

/** A parsed answer. `reason` is the server's own error, used only to tell which kind it is. */
export type ReadAnswer =
  | { type: 'complete'; text: string }
  | { type: 'refused' }
  | { type: 'incomplete' }
  | { type: 'failed'; reason: string };

/**
 * Reads a response with status 200, streamed or not. Throws `NetworkFailure` if the connection breaks. An answer that
 * stops without being marked as complete is incomplete.
 */
export async function readAnswer(dialect: Dialect, { headers, body }: HttpResponse): Promise<ReadAnswer> {
  const reader = dialect === 'responses' ? new ResponsesReader() : new ChatReader();
  const isStream = /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
  if (!isStream) {
    reader.readWhole(parseJson(await textOf(body)));
    return reader.outcome ?? { type: 'incomplete' };
  }
  const parser = createParser({
    onEvent: ({ data }) => {
      if (!reader.outcome) reader.read(data === '[DONE]' ? undefined : parseJson(data));
    },
  });
  for await (const piece of body) {
    parser.feed(piece);
    if (reader.outcome) return reader.outcome;
  }
  // Some servers omit the blank line that terminates the last event.
  parser.feed('\n\n');
  return reader.outcome ?? { type: 'incomplete' };
}

/** Collects the text of an answer, which is incomplete if it exceeds the maximum length. */
class Reader {
  outcome: ReadAnswer | undefined;
  text = '';

  add(piece: string): void {
    this.text += piece;
    if (this.text.length > MODEL.maxAnswerCharacters) this.outcome = { type: 'incomplete' };
  }

  fail(error: unknown): void {
    this.outcome = { type: 'failed', reason: JSON.stringify(error ?? null) };
  }
}

const contentSchema = z.object({ type: z.string(), text: z.string().optional() });
const responseSchema = z.object({
  status: z.string().optional(),
  error: z.unknown().optional(),
  output: z
    .array(z.object({ type: z.string(), content: z.array(contentSchema).optional().catch(undefined) }))
    .optional()
    .catch(undefined),
});
const responsesEvent = z.object({
  type: z.string(),
  delta: z.string().optional().catch(undefined),
  response: responseSchema.optional(),
});

/** https://platform.openai.com/docs/api-reference/responses-streaming */
class ResponsesReader extends Reader {
  read(json: unknown): void {
    const event = responsesEvent.safeParse(json).data;
    switch (event?.type) {
      case 'response.output_text.delta':
        this.add(event.delta ?? '');
        break;
      case 'response.refusal.delta':
      case 'response.refusal.done':
        this.outcome = { type: 'refused' };
        break;
      case 'response.incomplete':
        this.outcome = { type: 'incomplete' };
        break;
      case 'response.failed':
        this.fail(event.response?.error);
        break;
      case 'error':
        this.fail(json);
        break;
      case 'response.completed':
        this.#complete(event.response);
        break;
    }
  }

  readWhole(json: unknown): void {
    const response = responseSchema.safeParse(json).data;
    if (response?.status === 'completed') this.#complete(response);
    else if (response?.error) this.fail(response.error);
  }

  #complete(response: z.infer<typeof responseSchema> | undefined): void {
    const contents = (response?.output ?? []).flatMap(({ type, content }) =>
      type === 'message' ? (content ?? []) : [],
    );
    if (contents.some(({ type }) => type === 'refusal')) this.outcome = { type: 'refused' };
    const whole = contents.map(({ type, text }) => (type === 'output_text' ? (text ?? '') : '')).join('');
    this.outcome ??= { type: 'complete', text: whole || this.text };
  }
}

const messageSchema = z.object({ content: z.string().nullish(), refusal: z.string().nullish() });
const chatSchema = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        delta: messageSchema.optional(),
        message: messageSchema.optional(),
        finish_reason: z.string().nullish(),
      }),
    )
    .optional(),
});

/** https://platform.openai.com/docs/api-reference/chat-streaming */
class ChatReader extends Reader {
  read(json: unknown): void {
    const { error, choices } = chatSchema.safeParse(json).data ?? {};
    if (error) this.fail(error);
    const [choice] = choices ?? [];
    const message = choice?.delta ?? choice?.message;
    this.add(message?.content ?? '');
    if (message?.refusal) this.outcome ??= { type: 'refused' };
    if (choice?.finish_reason) this.outcome ??= this.#finish(choice.finish_reason);
  }

  readWhole(json: unknown): void {
    this.read(json);
  }

  #finish(reason: string): ReadAnswer {
    if (reason === 'content_filter') return { type: 'refused' };
    return reason === 'stop' ? { type: 'complete', text: this.text } : { type: 'incomplete' };
  }
}
