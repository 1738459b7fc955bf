import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { randomId } from '../../random-id.ts';
import type { Account, Accounts } from '../accounts.ts';
import { reset } from '../connection.ts';
import { injectHttpFaults, wait } from '../http-faults.ts';
import { tidied } from '../tidied-text.ts';
import { invalidRequest, OpenAiRefusal } from './openai-errors.ts';
import { accountOf } from './openai-transcriptions.ts';

/** The models available to every account; a scenario's `models` are available too. */
const MODELS = ['gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano', 'gpt-5-mini', 'gpt-5-nano'];
const EVENT_STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

const textPart = z.strictObject({ type: z.literal('input_text'), text: z.string() });
const inputMessage = z.strictObject({
  type: z.literal('message').optional(),
  role: z.enum(['user', 'system', 'developer', 'assistant']),
  content: z.union([z.string(), z.array(textPart)]),
});
/** The part of https://platform.openai.com/docs/api-reference/responses/create that is about text. */
const responsesRequest = z.strictObject({
  model: z.string(),
  input: z.union([z.string(), z.array(inputMessage).min(1)]),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  max_output_tokens: z.int().min(16).nullish(),
  reasoning: z.strictObject({ effort: z.enum(['minimal', 'low', 'medium', 'high']).nullish() }).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

/** The part of https://platform.openai.com/docs/api-reference/chat/create that is about text. */
const chatRequest = z.strictObject({
  model: z.string(),
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'developer', 'user', 'assistant']), content: z.string() }))
    .min(1),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
});

/** A request in either dialect. */
interface Question {
  model: string;
  instructions: string;
  input: string;
  streams: boolean;
}

/** Adds OpenAI's text endpoints: `/responses` and `/chat/completions`. */
export function addOpenAiText(app: FastifyInstance, accounts: Accounts, clock: Clock): void {
  app.post('/v1/responses', (request, reply) => {
    const answering = new Answering(accountOf(request, accounts), clock, reply, 'responses');
    return answering.answer(request, () => {
      const { model, input, instructions, stream } = parse(responsesRequest, request.body);
      const messages = typeof input === 'string' ? [input] : input.map(({ content }) => textOf(content));
      return { model, instructions: instructions ?? '', input: messages.join('\n'), streams: stream === true };
    });
  });

  app.post('/v1/chat/completions', (request, reply) => {
    const answering = new Answering(accountOf(request, accounts), clock, reply, 'chat-completions');
    return answering.answer(request, () => {
      const { model, messages, stream } = parse(chatRequest, request.body);
      const by = (isUser: boolean) =>
        messages.filter(({ role }) => (role === 'user') === isUser).map(({ content }) => content);
      return { model, instructions: by(false).join('\n'), input: by(true).join('\n'), streams: stream === true };
    });
  });
}

function textOf(content: string | z.infer<typeof textPart>[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('');
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const { data, error } = schema.safeParse(body);
  if (data !== undefined) return data;
  const [issue] = error!.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const parameter = unknown ?? issue?.path.join('.') ?? '';
  throw unknown === undefined
    ? new OpenAiRefusal(
        400,
        invalidRequest(`Invalid value for '${parameter}': ${issue?.message}.`, 'invalid_value', parameter),
      )
    : new OpenAiRefusal(400, invalidRequest(`Unknown parameter: '${parameter}'.`, 'unknown_parameter', parameter));
}

/** Handles one request for a text. */
class Answering {
  readonly #account: Account;
  readonly #clock: Clock;
  readonly #reply: FastifyReply;
  readonly #dialect: 'responses' | 'chat-completions';

  constructor(account: Account, clock: Clock, reply: FastifyReply, dialect: 'responses' | 'chat-completions') {
    this.#account = account;
    this.#clock = clock;
    this.#reply = reply;
    this.#dialect = dialect;
  }

  /** @throws {OpenAiRefusal} */
  async answer(request: FastifyRequest, read: () => Question): Promise<FastifyReply> {
    const { languageModel, models } = this.#account.scenario;
    if (!languageModel.dialects.includes(this.#dialect))
      throw new OpenAiRefusal(404, invalidRequest(`Invalid URL (POST ${request.url})`, null));
    const actions = this.#account.faults.at('answer', { audioMs: 0 });
    if ((await injectHttpFaults(this.#reply, actions, this.#clock)) !== 'open') return this.#reply;
    const question = read();
    if (![...MODELS, ...models].includes(question.model)) {
      const message = `The model '${question.model}' does not exist or you do not have access to it.`;
      const status = this.#dialect === 'responses' ? 400 : 404;
      throw new OpenAiRefusal(status, invalidRequest(message, 'model_not_found', 'model'));
    }
    const { instructions, input } = question;
    const asked = { dialect: this.#dialect, body: request.body, instructions, input, isWhole: false };
    this.#account.questions.push(asked);
    const text = languageModel.answer ?? tidied(input);
    if (question.streams) await this.#stream(text, question.model);
    else
      await this.#reply.send(
        this.#dialect === 'responses' ? response(text, question.model) : completion(text, question.model),
      );
    asked.isWhole = true;
    return this.#reply;
  }

  async #stream(text: string, model: string): Promise<void> {
    const { outcome, pieceMs } = this.#account.scenario.languageModel;
    this.#reply.hijack();
    const { raw } = this.#reply;
    raw.writeHead(200, EVENT_STREAM);
    const writer = this.#dialect === 'responses' ? new ResponsesWriter(raw, model) : new ChatWriter(raw, model);
    writer.begin();
    const pieces = outcome === 'empty' ? [] : (text.match(/\s*\S+/g) ?? []);
    for (const [index, piece] of pieces.entries()) {
      await wait(this.#clock, pieceMs);
      if (raw.destroyed) return;
      writer.piece(piece);
      if (index < Math.floor(pieces.length / 2) || outcome === 'complete') continue;
      if (outcome === 'cut') return reset(raw.socket!);
      break;
    }
    writer.end(outcome, text);
    raw.end();
  }
}

type Outcome = Account['scenario']['languageModel']['outcome'];
interface Stream {
  write(text: string): void;
}

class ResponsesWriter {
  readonly #stream: Stream;
  readonly #model: string;
  #sequence = 0;

  constructor(stream: Stream, model: string) {
    this.#stream = stream;
    this.#model = model;
  }

  begin(): void {
    this.#send('response.created', { response: { ...response('', this.#model), status: 'in_progress', output: [] } });
    this.#send('response.in_progress', { response: { status: 'in_progress' } });
    this.#send('response.output_item.added', {
      output_index: 0,
      item: { type: 'message', role: 'assistant', content: [] },
    });
  }

  piece(delta: string): void {
    this.#send('response.output_text.delta', { output_index: 0, content_index: 0, delta });
  }

  end(outcome: Outcome, text: string): void {
    switch (outcome) {
      case 'refused':
        this.#send('response.refusal.delta', { output_index: 0, content_index: 0, delta: 'I can’t help with that.' });
        this.#send('response.refusal.done', { output_index: 0, content_index: 0, refusal: 'I can’t help with that.' });
        break;
      case 'incomplete':
        this.#send('response.incomplete', {
          response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
        });
        return;
      case 'failed':
        this.#send('response.failed', {
          response: { status: 'failed', error: { code: 'server_error', message: 'Sorry.' } },
        });
        return;
    }
    this.#send('response.completed', { response: response(outcome === 'complete' ? text : '', this.#model) });
  }

  #send(type: string, event: object): void {
    this.#sequence += 1;
    this.#stream.write(
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#sequence, ...event })}\n\n`,
    );
  }
}

class ChatWriter {
  readonly #stream: Stream;
  readonly #model: string;
  readonly #id = randomId('chatcmpl');

  constructor(stream: Stream, model: string) {
    this.#stream = stream;
    this.#model = model;
  }

  begin(): void {
    this.#send({ role: 'assistant', content: '' });
  }

  piece(content: string): void {
    this.#send({ content });
  }

  end(outcome: Outcome): void {
    if (outcome === 'failed') {
      this.#stream.write(`data: ${JSON.stringify({ error: { message: 'Sorry.', type: 'server_error' } })}\n\n`);
      return;
    }
    this.#send({}, outcome === 'incomplete' ? 'length' : outcome === 'refused' ? 'content_filter' : 'stop');
    this.#stream.write('data: [DONE]\n\n');
  }

  #send(delta: object, finish_reason: string | null = null): void {
    const chunk = { id: this.#id, object: 'chat.completion.chunk', model: this.#model };
    this.#stream.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
  }
}

function response(text: string, model: string) {
  const content = [{ type: 'output_text', text, annotations: [] }];
  const output = [{ type: 'message', role: 'assistant', status: 'completed', content }];
  return { id: randomId('resp'), object: 'response', status: 'completed', model, error: null, output };
}

function completion(text: string, model: string) {
  const message = { role: 'assistant', content: text, refusal: null };
  return {
    id: randomId('chatcmpl'),
    object: 'chat.completion',
    model,
    choices: [{ index: 0, message, finish_reason: 'stop' }],
  };
}
