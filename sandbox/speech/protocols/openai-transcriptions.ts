import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Account, Accounts, SessionJournal } from '../accounts.ts';
import { keyOf } from '../authorization.ts';
import { reset } from '../connection.ts';
import { type Action, find } from '../fault-rules.ts';
import { injectHttpFaults, wait } from '../http-faults.ts';
import { HttpRefusal } from '../http-refusal.ts';
import { RECOGNIZER_RATE } from '../recognizer/rate.ts';
import { Recognizer, textOf } from '../recognizer/recognizer.ts';
import { resample } from '../recognizer/resampler.ts';
import { toPcm16 } from '../recognizer/samples.ts';
import { spokenText } from '../spoken-text.ts';
import { incorrectKey, invalidRequest, MISSING_KEY, OpenAiRefusal } from './openai-errors.ts';
import { deltasOf, listedModels, type OpenAiModel } from './openai-models.ts';
import { readUpload } from './openai-upload.ts';

/** The key of the account for requests without one, if it exists: local servers need no key. */
const WITHOUT_KEY = 'anonymous';

/** Adds OpenAI's HTTP endpoints: `/audio/transcriptions` and `/models`. */
export function addOpenAiHttp(app: FastifyInstance, accounts: Accounts, clock: Clock): void {
  app.get('/v1/models', async (request, reply) => {
    const account = accountOf(request, accounts);
    const actions = account.faults.at('models', { audioMs: 0 });
    if ((await injectHttpFaults(reply, actions, clock)) !== 'open') return reply;
    return { object: 'list', data: listedModels(account.scenario.models) };
  });

  app.get<{ Params: { id: string } }>('/v1/models/:id', async (request, reply) => {
    const account = accountOf(request, accounts);
    const actions = account.faults.at('models', { audioMs: 0 });
    if ((await injectHttpFaults(reply, actions, clock)) !== 'open') return reply;
    const model = listedModels(account.scenario.models).find(({ id }) => id === request.params.id);
    if (model !== undefined) return model;
    const message = `The model '${request.params.id}' does not exist`;
    throw new OpenAiRefusal(404, invalidRequest(message, 'model_not_found', 'model'));
  });

  app.post('/v1/audio/transcriptions', async (request, reply) => {
    const account = accountOf(request, accounts);
    const journal = account.openSession('openai-transcriptions', request.url, request.headers, 0);
    const stopListening = account.onForgotten(() => drop(reply, journal));
    reply.raw.on('close', () => {
      stopListening();
      journal.end(reply.raw.writableFinished ? 'sandbox' : 'client', null);
    });
    try {
      return await new Transcription(account, journal, clock, reply).answer(request);
    } catch (error) {
      if (error instanceof HttpRefusal) journal.refuse(error.code, error.message);
      throw error;
    }
  });
}

/** The account of a request's key, or the one for requests without a key. Throws `OpenAiRefusal` if none accepts it. */
export function accountOf(request: FastifyRequest, accounts: Accounts): Account {
  const { authorization } = request.headers;
  const key = keyOf('Bearer', authorization);
  const account = accounts.get(authorization === undefined ? WITHOUT_KEY : (key ?? ''));
  if (account?.scenario.key === 'accepted') return account;
  throw new OpenAiRefusal(401, key === undefined ? MISSING_KEY : incorrectKey(key));
}

/** Drops the connection of a request. */
function drop({ raw }: FastifyReply, journal: SessionJournal): void {
  journal.end('sandbox', null);
  reset(raw.socket!);
}

/** Handles one transcription request. */
class Transcription {
  readonly #account: Account;
  readonly #journal: SessionJournal;
  readonly #clock: Clock;
  readonly #reply: FastifyReply;

  constructor(account: Account, journal: SessionJournal, clock: Clock, reply: FastifyReply) {
    this.#account = account;
    this.#journal = journal;
    this.#clock = clock;
    this.#reply = reply;
  }

  /** @throws {OpenAiRefusal} */
  async answer(request: FastifyRequest): Promise<FastifyReply> {
    if (!(await this.#isOpenAfter(this.#journal.faults('request')))) return this.#reply;
    const upload = await readUpload(request, this.#account.scenario.models);
    const { model, sound, answerOf } = upload;
    this.#journal.record.configurations.push(upload.fields);
    this.#journal.record.rate = sound.rate;
    const record = this.#journal.commit('file', 0, sound.samples.length);
    const afterAudio = this.#journal.receive(toPcm16(sound.samples));

    const recognizer = new Recognizer(this.#account.script, this.#account.place);
    recognizer.push(resample(sound.samples, sound.rate, RECOGNIZER_RATE));
    recognizer.settle();
    const recognized = textOf(recognizer.recognize(0, recognizer.received));
    await wait(this.#clock, this.#account.latencyMs(recognizer.received));

    const actions = [...afterAudio, ...this.#journal.faults('final')];
    const text = spokenText(recognized, actions, upload.hints);
    const isOpen = upload.streams ? await this.#beginStream(text, model, actions) : await this.#isOpenAfter(actions);
    if (!isOpen) return this.#reply;
    this.#journal.finish(record, text);
    this.#account.place = recognizer.placeOf(recognizer.received) ?? this.#account.place;
    const answer = answerOf(text, recognizer.received);
    if (upload.streams) this.#endStream(answer, actions);
    else await this.#reply.send(answer);
    return this.#reply;
  }

  /** Injects faults. Resolves to whether the request is still to be answered. */
  async #isOpenAfter(actions: readonly Action[]): Promise<boolean> {
    const fate = await injectHttpFaults(this.#reply, actions, this.#clock);
    if (fate === 'dropped') this.#journal.end('sandbox', null);
    return fate === 'open';
  }

  /** Streams the text as server-sent events. If a fault drops the connection, it does so after the first one. */
  async #beginStream(text: string, model: OpenAiModel, actions: readonly Action[]): Promise<boolean> {
    const beforehand = actions.filter(({ type }) => type !== 'drop' && type !== 'garbage');
    if (!(await this.#isOpenAfter(beforehand))) return false;
    this.#reply.hijack();
    const { raw } = this.#reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    if (find(actions, 'garbage') !== undefined) raw.write(STREAM_GARBAGE);
    for (const delta of deltasOf(text, model)) {
      this.#sendEvent({ type: 'transcript.text.delta', delta });
      if (find(actions, 'drop') !== undefined) break;
    }
    if (find(actions, 'drop') === undefined) return true;
    drop(this.#reply, this.#journal);
    return false;
  }

  #endStream(answer: object, actions: readonly Action[]): void {
    const times = 1 + (find(actions, 'repeat')?.times ?? 0);
    for (let time = 0; time < times; time++) this.#sendEvent({ type: 'transcript.text.done', ...answer });
    this.#reply.raw.end();
  }

  #sendEvent(event: object): void {
    this.#reply.raw.write(`data: ${JSON.stringify(event)}\n\n`);
  }
}

/** Comments, unknown events and broken JSON. */
const STREAM_GARBAGE =
  ': ping\n\nevent: unknown\ndata: {"type":"sandbox.unknown"}\n\ndata: {"type":"transcript\n\ndata: []\n\n';
