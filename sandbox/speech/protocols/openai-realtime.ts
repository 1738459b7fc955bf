import { randomId } from '../../random-id.ts';
import type { ItemRecord } from '../accounts.ts';
import { keyOf } from '../authorization.ts';
import { type Action, delayMs, find } from '../fault-rules.ts';
import { Finals } from '../finals.ts';
import { LIMITS } from '../limits.ts';
import { msOf, RECOGNIZER_RATE, samplesOf } from '../recognizer/rate.ts';
import { Recognizer, textOf } from '../recognizer/recognizer.ts';
import { fromPcm16 } from '../recognizer/samples.ts';
import { Turns } from '../recognizer/turns.ts';
import type { ClientSocket, SocketProtocol, SocketSession } from '../sockets.ts';
import { spokenText } from '../spoken-text.ts';
import { incorrectKey, invalidRequest, MISSING_KEY, type OpenAiError } from './openai-errors.ts';
import { deltasOf, type OpenAiModel, realtimeModel, usageOf } from './openai-models.ts';
import {
  BETA_DISABLED,
  type ClientEvent,
  configure,
  DEFAULT_CONFIG,
  decodeAudio,
  parseClientEvent,
  type SessionConfig,
} from './openai-realtime-events.ts';

const CLOSE_EXPIRED = 1001;
const CLOSE_BAD_KEY = 3000;
const CLOSE_FATAL = 4000;
const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

/** OpenAI Realtime transcription in its GA form, at `/v1/realtime?intent=transcription`. */
export const openAiRealtime: SocketProtocol = {
  name: 'openai-realtime',
  keyOf: ({ authorization }) => keyOf('Bearer', authorization),
  refuseKey: (key) => ({ status: 401, body: { error: key === undefined ? MISSING_KEY : incorrectKey(key) } }),
  letsIn: (key) => key !== 'refused',
  // Errors in the URL are reported on the socket.
  examine: () => ({ rate: RECOGNIZER_RATE, serve: (socket) => new OpenAiRealtimeSession(socket) }),
};

/** What the URL and headers of a session ask for. */
type Purpose = 'transcription' | 'conversation' | OpenAiError;

function purposeOf({ url, headers }: ClientSocket): Purpose {
  if (headers['openai-beta'] !== undefined) return BETA_DISABLED;
  const intent = url.searchParams.get('intent');
  const model = url.searchParams.get('model');
  if (intent !== null && intent !== 'transcription') {
    return invalidRequest(
      `Invalid value: '${intent}'. Supported values are: 'transcription'.`,
      'invalid_value',
      'intent',
    );
  }
  if (intent === null) {
    return model === null
      ? invalidRequest('You must provide a model parameter.', 'missing_model', 'model')
      : 'conversation';
  }
  return model === null
    ? 'transcription'
    : invalidRequest('A transcription session takes no model parameter.', 'invalid_model', 'model');
}

/** Committed audio, and what is needed to transcribe it. */
interface Item {
  id: string;
  previousId: string | null;
  /** In samples. */
  length: number;
  /** Undefined if the session has no model: the item is then never transcribed. */
  model: OpenAiModel | undefined;
  transcription: SessionConfig['transcription'];
  recognized: string;
  /** The part of the text that was sent before the commit. */
  sent: string;
  /** Where in the reference the item ends. */
  place: number | undefined;
  /** Whether the commit was acknowledged to the client. */
  isReported: boolean;
  record: ItemRecord;
}

class OpenAiRealtimeSession implements SocketSession {
  readonly #socket: ClientSocket;
  readonly #purpose: Purpose;
  readonly #id = randomId('sess');
  readonly #recognizer: Recognizer;
  readonly #finals: Finals;
  #config: SessionConfig = DEFAULT_CONFIG;
  /** Defined while the server commits at pauses. */
  #turns: Turns | undefined;
  /** The open item: its id, where its audio starts, and the part of its text that was sent. */
  #open = { id: randomId('item'), from: 0, sent: '' };
  #previousId: string | null = null;

  constructor(socket: ClientSocket) {
    this.#socket = socket;
    this.#purpose = purposeOf(socket);
    this.#recognizer = new Recognizer(socket.account.script, socket.account.place);
    this.#finals = new Finals(socket.connection);
    this.#turns = this.#listenForTurns();
  }

  open(actions: readonly Action[]): void {
    const { account, connection } = this.#socket;
    if (account.scenario.key === 'refused-after-open') {
      this.#turnAway(incorrectKey(account.key), CLOSE_BAD_KEY);
    } else if (typeof this.#purpose === 'object') {
      this.#turnAway(this.#purpose, CLOSE_FATAL);
    } else if (this.#inject(actions)) {
      connection.after(account.scenario.sessionMaxMs, () => this.#expire());
      this.#answer(actions, () => this.#send('session.created', { session: this.#describe() }));
    }
  }

  receive(data: Buffer, isBinary: boolean): void {
    const parsed = parseClientEvent(data, isBinary);
    if ('event' in parsed) this.#take(parsed.event, parsed.eventId);
    else if (parsed.error === BETA_DISABLED) this.#turnAway(parsed.error, CLOSE_FATAL);
    else this.#refuse(parsed.error, parsed.eventId);
  }

  #take(event: ClientEvent, eventId: string | null): void {
    switch (event.type) {
      case 'session.update':
        this.#update(event, eventId);
        break;
      case 'input_audio_buffer.append':
        this.#append(event.audio, eventId);
        break;
      case 'input_audio_buffer.commit':
        this.#commitByClient(eventId);
        break;
      case 'input_audio_buffer.clear':
        this.#clear();
        break;
    }
  }

  #update({ session }: Extract<ClientEvent, { type: 'session.update' }>, eventId: string | null): void {
    const { account, journal } = this.#socket;
    journal.record.configurations.push(session);
    const actions = journal.faults('session.update');
    if (!this.#inject(actions)) return;
    if (this.#purpose === 'conversation') {
      const message = 'Passing a transcription session update event to a realtime session is not allowed.';
      this.#refuse(invalidRequest(message, 'invalid_parameter', 'session.type'), eventId);
      return;
    }
    const result = configure(this.#config, session, account.scenario.refusedParameters);
    if ('error' in result) {
      this.#refuse(result.error, eventId);
      return;
    }
    const isDetectionNew = result.config.turn_detection !== this.#config.turn_detection;
    this.#config = result.config;
    if (isDetectionNew) this.#turns = this.#listenForTurns();
    this.#answer(actions, () => this.#send('session.updated', { session: this.#describe() }));
  }

  #append(audio: string, eventId: string | null): void {
    const pcm = decodeAudio(audio);
    if (pcm === undefined) {
      const message =
        "Invalid 'audio'. Expected base64-encoded audio bytes (mono PCM16 at 24kHz) but got an invalid value.";
      this.#refuse(invalidRequest(message, 'invalid_value', 'audio'), eventId);
      return;
    }
    this.#recognizer.push(fromPcm16(pcm));
    const actions = this.#socket.journal.receive(pcm);
    if (!this.#inject(actions)) return;
    this.#fails(actions);
    this.#takeTurns();
    this.#writeAlong();
  }

  #commitByClient(eventId: string | null): void {
    const length = this.#recognizer.received - this.#open.from;
    if (length < samplesOf(LIMITS.shortestCommitMs)) {
      const held = msOf(length).toFixed(2);
      const message = `Error committing input audio buffer: buffer too small. Expected at least 100ms of audio, but buffer only has ${held}ms of audio.`;
      this.#refuse(invalidRequest(message, 'input_audio_buffer_commit_empty'), eventId);
      return;
    }
    this.#turns?.reset();
    this.#commit(this.#recognizer.received);
  }

  #clear(): void {
    const actions = this.#socket.journal.faults('clear');
    if (!this.#inject(actions)) return;
    this.#turns?.reset();
    this.#begin(this.#recognizer.received);
    this.#answer(actions, () => this.#send('input_audio_buffer.cleared', {}));
  }

  #listenForTurns(): Turns | undefined {
    const detection = this.#config.turn_detection;
    if (detection == null) return undefined;
    const silenceMs = detection.type === 'server_vad' ? detection.silence_duration_ms : LIMITS.semanticSilenceMs;
    return new Turns(this.#recognizer.voice, silenceMs);
  }

  /** Detects turns of speech if the client left that to the server, and commits each one. */
  #takeTurns(): void {
    for (const event of this.#turns?.advance() ?? []) {
      if (event.type === 'started') {
        const detection = this.#config.turn_detection;
        const paddingMs = detection?.type === 'server_vad' ? detection.prefix_padding_ms : LIMITS.semanticPaddingMs;
        this.#begin(Math.max(this.#open.from, event.at - samplesOf(paddingMs)));
        const audioStartMs = Math.round(msOf(this.#open.from));
        this.#send('input_audio_buffer.speech_started', { item_id: this.#open.id, audio_start_ms: audioStartMs });
      } else {
        const audioEndMs = Math.round(msOf(event.at));
        this.#send('input_audio_buffer.speech_stopped', { item_id: this.#open.id, audio_end_ms: audioEndMs });
        this.#commit(event.at);
      }
    }
  }

  /** Sends the words recognized since the last time, if the model sends deltas while audio arrives. */
  #writeAlong(): void {
    if (this.#model?.deltas !== 'while-speaking') return;
    const lag = samplesOf(this.#socket.account.scenario.liveLagMs);
    const text = textOf(this.#recognizer.recognizeSoFar(this.#open.from, lag));
    if (text.length <= this.#open.sent.length || !text.startsWith(this.#open.sent)) return;
    this.#sendDelta(this.#open.id, text.slice(this.#open.sent.length));
    this.#open.sent = text;
  }

  get #model(): OpenAiModel | undefined {
    return realtimeModel(this.#config.transcription?.model ?? '');
  }

  /** Opens an item whose audio starts at a position. */
  #begin(from: number): void {
    this.#open = { id: randomId('item'), from, sent: '' };
  }

  /** Commits the open item's audio up to a position, and has it transcribed. */
  #commit(to: number): void {
    const { account, connection, journal } = this.#socket;
    const { id, from, sent } = this.#open;
    const record = journal.commit(id, from, to);
    this.#recognizer.settle();
    const item: Item = {
      id,
      previousId: this.#previousId,
      length: to - from,
      model: this.#model,
      transcription: this.#config.transcription,
      recognized: textOf(this.#recognizer.recognize(from, to)),
      sent,
      place: this.#recognizer.placeOf(to),
      isReported: false,
      record,
    };
    this.#previousId = id;
    this.#begin(to);

    const actions = journal.faults('commit');
    if (!this.#inject(actions)) return;
    this.#answer(actions, () => {
      if (find(actions, 'commit-last') === undefined) this.#sendCommitted(item);
      connection.after(account.latencyMs(item.length), () => this.#finish(item));
    });
  }

  /** Sends an item's text. */
  #finish(item: Item): void {
    const { model } = item;
    if (model === undefined) return;
    const actions = this.#socket.journal.faults('final');
    if (!this.#inject(actions)) return;
    this.#answer(actions, () => {
      this.#finals.deliver(actions, () => {
        const failure = find(actions, 'fail-item');
        if (failure === undefined)
          this.#sendFinal(item, model, spokenText(item.recognized, actions, item.transcription));
        else this.#sendFailure(item, failure);
        if (!item.isReported) this.#sendCommitted(item);
      });
    });
  }

  #sendCommitted(item: Item): void {
    item.isReported = true;
    const { id, previousId } = item;
    this.#send('input_audio_buffer.committed', { item_id: id, previous_item_id: previousId });
    const content = [{ type: 'input_audio', transcript: null }];
    const message = { id, object: 'realtime.item', type: 'message', status: 'completed', role: 'user', content };
    this.#send('conversation.item.added', { previous_item_id: previousId, item: message });
    this.#send('conversation.item.done', { previous_item_id: previousId, item: message });
  }

  #sendFinal(item: Item, model: OpenAiModel, text: string): void {
    const { account, journal } = this.#socket;
    const isFirst = item.record.outcome === 'pending';
    if (isFirst && text.startsWith(item.sent)) {
      for (const delta of deltasOf(text.slice(item.sent.length), model)) this.#sendDelta(item.id, delta);
    }
    if (isFirst) journal.finish(item.record, text);
    account.place = item.place ?? account.place;
    this.#send(`${TRANSCRIPTION}.completed`, {
      item_id: item.id,
      content_index: 0,
      transcript: text,
      usage: usageOf(model, item.length, text),
      ...(model.id === 'gpt-transcribe' ? { languages: [{ code: item.transcription?.languages?.[0] ?? 'en' }] } : {}),
    });
  }

  #sendFailure(item: Item, { code, message }: { code: string; message: string }): void {
    this.#socket.journal.finish(item.record, null);
    this.#send(`${TRANSCRIPTION}.failed`, {
      item_id: item.id,
      content_index: 0,
      error: { type: 'transcription_error', code, message, param: null },
    });
  }

  #sendDelta(itemId: string, delta: string): void {
    this.#send(`${TRANSCRIPTION}.delta`, { item_id: itemId, content_index: 0, delta });
  }

  /** Injects faults. Returns whether the session continues. */
  #inject(actions: readonly Action[]): boolean {
    if (find(actions, 'expire') !== undefined) this.#expire();
    return this.#socket.connection.inject(actions);
  }

  /** Calls `send` to respond to an event, after the faults' delay, unless a fault demands an error instead. */
  #answer(actions: readonly Action[], send: () => void): void {
    this.#socket.connection.after(delayMs(actions), () => {
      if (!this.#fails(actions)) send();
    });
  }

  /** Sends an error if a fault demands it; returns whether it did. */
  #fails(actions: readonly Action[]): boolean {
    const failure = find(actions, 'error');
    if (failure?.fatal) this.#end(failure.error, CLOSE_FATAL);
    else if (failure !== undefined) this.#sendError(failure.error, null);
    return failure !== undefined;
  }

  /** Refuses a client event. */
  #refuse(error: OpenAiError, eventId: string | null): void {
    this.#socket.journal.refuse(error.code ?? '', error.message);
    this.#sendError(error, eventId);
  }

  /** Refuses a client event or an upgrade, and ends the session. */
  #turnAway(error: OpenAiError, code: number): void {
    this.#socket.journal.refuse(error.code ?? '', error.message);
    this.#end(error, code);
  }

  #expire(): void {
    const minutes = Math.round(this.#socket.account.scenario.sessionMaxMs / 60_000);
    const message = `Your session hit the maximum duration of ${minutes} minutes.`;
    this.#sendError(invalidRequest(message, 'session_expired'), null);
    this.#socket.connection.close(CLOSE_EXPIRED, message);
  }

  #end(error: OpenAiError, code: number): void {
    this.#sendError(error, null);
    this.#socket.connection.close(code, closeReason(error));
  }

  #sendError(error: OpenAiError, eventId: string | null): void {
    this.#send('error', { error: { ...error, event_id: eventId } });
  }

  #send(type: string, fields: object): void {
    this.#socket.connection.send({ type, event_id: randomId('event'), ...fields });
  }

  /** The session as the server describes it. */
  #describe(): object {
    const { include, ...input } = this.#config;
    const isConversation = this.#purpose === 'conversation';
    return {
      type: isConversation ? 'realtime' : 'transcription',
      object: isConversation ? 'realtime.session' : 'realtime.transcription_session',
      id: this.#id,
      expires_at: Math.floor((Date.now() + this.#socket.account.scenario.sessionMaxMs) / 1000),
      audio: { input },
      include,
    };
  }
}

function closeReason(error: OpenAiError): string {
  return [error.type, error.code].filter((part) => part !== null).join('.');
}
