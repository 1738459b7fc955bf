import { fromByteArray } from 'base64-js';
import type { ErrorOrigin } from '../error-messages.ts';
import { FrameAssembler } from '../frame-assembler.ts';
import { OPENAI_REALTIME } from '../limits.ts';
import { traitsOf } from '../openai-api/model-traits.ts';
import type { SttConfig, SttErrorKind, SttEvent, SttSession } from '../provider.ts';
import { millisecondsOf, pcmBytes, samplesIn } from '../samples.ts';
import { SessionConnection, type SessionPorts } from '../session-connection.ts';
import type { WebSocketRequest } from '../transport.ts';
import { Phrases, SurplusItem } from './phrases.ts';
import { isEmptyCommit, kindOfClose, kindOfServerError } from './server-errors.ts';
import { type ItemEvent, readServerEvent, type ServerErrorDetails, type ServerEvent } from './server-events.ts';
import { type OptionalFields, optionalFields, refusedField, sessionUpdate } from './session-update.ts';

/** Error kinds that end a session at work; errors of the other kinds may be transient. */
const FATAL_KINDS: ReadonlySet<SttErrorKind> = new Set(['auth', 'permission', 'quota', 'bad-config', 'expired']);

/**
 * A transcription session of the OpenAI Realtime API, in its general-availability form. Each cut commits the audio
 * since the previous one; the item that the provider creates from it is the cut's segment.
 */
export class OpenAiSession implements SttSession {
  readonly #model: string;
  readonly #connection: SessionConnection;
  readonly #frames = new FrameAssembler(OPENAI_REALTIME.append);
  readonly #phrases: Phrases;
  /** `unused`: ended before it was ready. */
  #stage: 'connecting' | 'configuring' | 'ready' | 'ending' | 'unused' = 'connecting';
  readonly #fields: OptionalFields;
  #updateCount = 0;
  #appendCount = 0;
  #pushedSamples = 0;

  /** Connects at once. */
  constructor(
    request: WebSocketRequest,
    config: SttConfig,
    origin: ErrorOrigin,
    ports: SessionPorts,
    listener: (event: SttEvent) => void,
  ) {
    this.#model = config.model;
    this.#fields = optionalFields(config);
    this.#phrases = new Phrases({ live: traitsOf(config.model).live });
    this.#connection = new SessionConnection(
      request,
      origin,
      ports,
      {
        onOpen: () => this.#connection.schedule(OPENAI_REALTIME.greetingMs, () => this.#onGreeting()),
        onMessage: (data) => this.#onMessage(data),
        onServerClose: (code, reason) => this.#connection.fail(kindOfClose(code, reason), `close-${code}`),
      },
      listener,
    );
  }

  get backlogBytes(): number {
    return this.#connection.bufferedBytes + this.#frames.waitingBytes;
  }

  push(samples: Int16Array): void {
    if (this.#stage !== 'ready') return;
    this.#pushedSamples += samples.length;
    for (const frame of this.#frames.push(samples)) this.#append(frame);
  }

  cut(): void {
    const phraseSamples = this.#pushedSamples - this.#phrases.openFrom;
    if (this.#stage !== 'ready' || phraseSamples === 0) return;
    for (const frame of this.#frames.flush()) this.#append(frame);
    const missingSamples = samplesIn(OPENAI_REALTIME.minCommitAudioMs) - phraseSamples;
    if (missingSamples > 0) this.#append(new Int16Array(missingSamples));
    const number = this.#phrases.cut(this.#pushedSamples);
    this.#send({ type: 'input_audio_buffer.commit', event_id: `commit-${number}` });
    this.#awaitText();
  }

  end(): void {
    this.#stage = this.#isAtWork ? 'ending' : 'unused';
    // Deferred, since no event may be emitted during a call.
    this.#connection.schedule(0, () => this.#finishIfComplete());
  }

  cancel(): void {
    const isImmediate = this.#stage === 'ready' && this.#connection.bufferedBytes === 0;
    if (isImmediate) this.#send({ type: 'input_audio_buffer.clear' });
    this.#connection.cancel();
  }

  /** Whether audio has been accepted, so that there may be text. */
  get #isAtWork(): boolean {
    return this.#stage === 'ready' || this.#stage === 'ending';
  }

  #send(event: object): void {
    this.#connection.send(JSON.stringify(event));
  }

  #append(frame: Int16Array): void {
    this.#appendCount += 1;
    const audio = fromByteArray(pcmBytes(frame));
    this.#send({ type: 'input_audio_buffer.append', event_id: `append-${this.#appendCount}`, audio });
  }

  /** The server has sent its greeting, or none in time. */
  #onGreeting(): void {
    if (this.#stage !== 'connecting') return;
    this.#stage = 'configuring';
    this.#configure();
  }

  #configure(): void {
    this.#updateCount += 1;
    this.#send(sessionUpdate(`update-${this.#updateCount}`, this.#model, this.#fields));
  }

  #onMessage(data: string | Uint8Array): void {
    const event = readServerEvent(data);
    if (event === undefined) return;
    try {
      this.#onEvent(event);
    } catch (error) {
      if (!(error instanceof SurplusItem)) throw error;
      this.#connection.fail('protocol');
    }
  }

  #onEvent(event: ServerEvent): void {
    switch (event.type) {
      case 'session.created':
      case 'transcription_session.created':
        this.#onGreeting();
        break;
      case 'session.updated':
      case 'transcription_session.updated':
        this.#onConfigured();
        break;
      case 'error':
        this.#onError(event.error);
        break;
      default:
        if (this.#isAtWork) this.#onItemEvent(event);
    }
  }

  #onItemEvent(event: ItemEvent): void {
    const { item_id: itemId } = event;
    switch (event.type) {
      case 'input_audio_buffer.committed':
        this.#emit(this.#phrases.committed(itemId, event.previous_item_id));
        break;
      case 'conversation.item.input_audio_transcription.delta':
        this.#emit(this.#phrases.delta(itemId, event.delta));
        break;
      case 'conversation.item.input_audio_transcription.completed':
        this.#emit(this.#phrases.completed(itemId, event.transcript));
        break;
      case 'conversation.item.input_audio_transcription.failed':
        if (!this.#phrases.isComplete(itemId)) this.#fail(event.error);
        break;
    }
  }

  #onConfigured(): void {
    if (this.#stage !== 'configuring') return;
    this.#stage = 'ready';
    this.#connection.ready();
  }

  #onError(error: ServerErrorDetails): void {
    const kind = kindOfServerError(error);
    if (kind !== undefined && (FATAL_KINDS.has(kind) || !this.#isAtWork)) this.#fail(error);
    else if (this.#isAtWork) this.#onRefusedAudio(error);
    else if (this.#stage === 'configuring') this.#onRefusedUpdate(error);
  }

  #onRefusedUpdate(error: ServerErrorDetails): void {
    const updateId = `update-${this.#updateCount}`;
    if (error.event_id !== undefined && error.event_id !== updateId) return;
    const field = refusedField(this.#fields, error);
    if (field !== undefined) {
      delete this.#fields[field];
      this.#configure();
    } else if (error.event_id === updateId || error.type === 'invalid_request_error') {
      this.#connection.fail('bad-config', error.code);
    }
  }

  #onRefusedAudio(error: ServerErrorDetails): void {
    const [, refused, number] = /^(append|commit)-(\d+)$/.exec(error.event_id ?? '') ?? [];
    if (!isEmptyCommit(error)) {
      // There will be no text for audio that the server did not accept, so it must be resent.
      if (refused !== undefined) this.#fail(error);
    } else if (refused === 'commit') {
      this.#emit(this.#phrases.foundNothing(Number(number)));
    } else if (error.event_id === undefined) {
      this.#emit(this.#phrases.foundNothing(undefined));
    }
  }

  #fail(error: ServerErrorDetails): void {
    this.#connection.fail(kindOfServerError(error) ?? 'server', error.code);
  }

  /** Emits what an event about the text has led to. */
  #emit(events: readonly SttEvent[]): void {
    this.#connection.progressed();
    for (const event of events) this.#connection.emit(event);
    this.#awaitText();
    if (this.#stage === 'ending') this.#finishIfComplete();
  }

  #awaitText(): void {
    const awaited = this.#phrases.oldestAwaited;
    this.#connection.awaitText(awaited && millisecondsOf(awaited.to - awaited.from));
  }

  #finishIfComplete(): void {
    if (this.#phrases.oldestAwaited === undefined) this.#connection.finish();
  }
}
