import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { keyOf } from '../authorization.ts';
import { type Action, delayMs, find } from '../fault-rules.ts';
import { Finals } from '../finals.ts';
import { InOrder } from '../in-order.ts';
import { parseJson } from '../json.ts';
import { LIMITS } from '../limits.ts';
import { RECOGNIZER_RATE, samplesOf } from '../recognizer/rate.ts';
import { Recognizer } from '../recognizer/recognizer.ts';
import { Resampler } from '../recognizer/resampler.ts';
import { fromPcm16 } from '../recognizer/samples.ts';
import { Turns } from '../recognizer/turns.ts';
import type { ClientSocket, SocketProtocol, SocketSession } from '../sockets.ts';
import { spokenText } from '../spoken-text.ts';
import { deepgramError, refuseDeepgramKey } from './deepgram-errors.ts';
import { type DeepgramParameters, parseDeepgramParameters } from './deepgram-parameters.ts';
import { type Result, resultMessage, secondsOf, transcriptOf } from './deepgram-results.ts';

const IDLE_REASON = 'NET-0001: Deepgram did not receive audio data or a text message within the timeout window.';
const CLOSE_NORMAL = 1000;
const CLOSE_UNREADABLE = 1008;
const CLOSE_INTERNAL = 1011;

const controlSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('KeepAlive') }),
  z.object({ type: z.literal('Finalize'), channel: z.literal(0).optional() }),
  z.object({ type: z.literal('CloseStream') }),
]);

/** Deepgram's streaming transcription, at `/v1/listen`. */
export const deepgramListen: SocketProtocol = {
  name: 'deepgram-listen',
  keyOf: ({ authorization }) => keyOf('Token', authorization),
  refuseKey: refuseDeepgramKey,
  letsIn: (key) => key === 'accepted',
  examine: (query) => {
    const parameters = parseDeepgramParameters(query);
    return 'problem' in parameters
      ? deepgramError(400, 'Bad Request', `Bad Request: ${parameters.problem}`)
      : { rate: parameters.rate, serve: (socket) => new DeepgramSession(socket, parameters) };
  },
};

class DeepgramSession implements SocketSession {
  readonly #socket: ClientSocket;
  readonly #parameters: DeepgramParameters;
  readonly #requestId = randomUUID();
  readonly #created = new Date().toISOString();
  readonly #hash = createHash('sha256');
  readonly #recognizer: Recognizer;
  readonly #resampler: Resampler | undefined;
  readonly #turns: Turns;
  readonly #finals: Finals;
  readonly #results: InOrder;
  /** A byte that waits for the other half of its sample. */
  #oddByte: Buffer = Buffer.alloc(0);
  /** Where the open segment starts, and where the received audio ended at its last result. */
  #segmentFrom = 0;
  #lastResultAt = 0;
  /** The turn of speech that has stopped, until it becomes final. */
  #stopped: { voiceEnd: number } | undefined;
  /** Where the voice last ended; unset once the client knows that the utterance has ended. */
  #untoldVoiceEnd: number | undefined;
  #cancelIdleLimit = () => {};

  constructor(socket: ClientSocket, parameters: DeepgramParameters) {
    this.#socket = socket;
    this.#parameters = parameters;
    this.#recognizer = new Recognizer(socket.account.script, socket.account.place);
    this.#resampler = parameters.rate === RECOGNIZER_RATE ? undefined : new Resampler(parameters.rate, RECOGNIZER_RATE);
    this.#turns = new Turns(this.#recognizer.voice, parameters.endpointingMs ?? Number.POSITIVE_INFINITY);
    this.#finals = new Finals(socket.connection);
    this.#results = new InOrder(socket.connection, socket.clock);
  }

  open(actions: readonly Action[]): void {
    if (this.#socket.connection.inject(actions)) this.#awaitAudio();
  }

  receive(data: Buffer, isBinary: boolean): void {
    if (isBinary) this.#takeAudio(data);
    else this.#takeControl(data.toString());
  }

  #takeControl(text: string): void {
    const control = controlSchema.safeParse(parseJson(text)).data;
    switch (control?.type) {
      case 'KeepAlive':
        this.#awaitAudio();
        break;
      case 'Finalize':
        this.#finalize();
        break;
      case 'CloseStream':
        this.#closeStream();
        break;
      case undefined:
        this.#socket.journal.refuse('DATA-0000', 'A text frame was no known message.');
        this.#socket.connection.close(CLOSE_UNREADABLE, 'DATA-0000: the text message could not be read.');
    }
  }

  #takeAudio(data: Buffer): void {
    const { connection, journal } = this.#socket;
    // An empty frame ends the stream, as it did before `CloseStream` existed.
    if (data.length === 0) {
      this.#closeStream();
      return;
    }
    this.#awaitAudio();
    const bytes = Buffer.concat([this.#oddByte, data]);
    const pcm = bytes.subarray(0, bytes.length - (bytes.length % 2));
    this.#oddByte = bytes.subarray(pcm.length);
    this.#hash.update(data);
    const samples = fromPcm16(pcm);
    this.#recognizer.push(this.#resampler?.push(samples) ?? samples);
    const actions = journal.receive(pcm);
    if (!connection.inject(actions)) return;
    this.#fails(actions);
    this.#followSpeech();
    this.#sendInterim();
  }

  /** Closes the stream when neither audio nor `KeepAlive` arrives for too long. */
  #awaitAudio(): void {
    const { connection } = this.#socket;
    this.#cancelIdleLimit();
    this.#cancelIdleLimit = connection.after(LIMITS.idleStreamMs, () => {
      if (connection.isStalled) this.#awaitAudio();
      else connection.close(CLOSE_INTERNAL, IDLE_REASON);
    });
  }

  /** Finalizes the open segment if an utterance has ended or the segment is too long. */
  #followSpeech(): void {
    for (const event of this.#turns.advance()) {
      if (event.type === 'started') {
        this.#stopped = undefined;
        this.#untoldVoiceEnd = undefined;
        if (this.#parameters.reportsSpeechStarts) {
          this.#results.add(0, () =>
            this.#send({ type: 'SpeechStarted', channel: [0], timestamp: secondsOf(event.at) }),
          );
        }
      } else {
        this.#stopped = { voiceEnd: event.voiceEnd };
        this.#untoldVoiceEnd = event.voiceEnd;
      }
    }
    const now = this.#recognizer.received;
    if (this.#stopped !== undefined && this.#recognizer.decided >= this.#stopped.voiceEnd && !this.#wordGoesOn()) {
      this.#stopped = undefined;
      this.#makeFinal(now, { speechFinal: true });
    } else if (now - this.#segmentFrom >= samplesOf(LIMITS.longestSegmentMs)) {
      this.#makeFinal(this.#wordGoesOn() ? this.#lastWordEnd() : now, { speechFinal: false });
    }
    this.#sendUtteranceEnd(now);
  }

  #sendUtteranceEnd(now: number): void {
    const { utteranceEndMs } = this.#parameters;
    const voiceEnd = this.#untoldVoiceEnd;
    if (utteranceEndMs === undefined || voiceEnd === undefined || now - voiceEnd < samplesOf(utteranceEndMs)) return;
    this.#untoldVoiceEnd = undefined;
    this.#results.add(0, () =>
      this.#send({ type: 'UtteranceEnd', channel: [0, 1], last_word_end: secondsOf(voiceEnd) }),
    );
  }

  /** Whether the audio ends within a word. */
  #wordGoesOn(): boolean {
    const last = this.#recognizer.recognize(this.#segmentFrom, this.#recognizer.received).at(-1);
    return last?.whole === false && last.to + samplesOf(LIMITS.wordMayGoOnMs) >= this.#recognizer.received;
  }

  #lastWordEnd(): number {
    const whole = this.#recognizer
      .recognize(this.#segmentFrom, this.#recognizer.received)
      .findLast((word) => word.whole);
    return whole?.to ?? this.#recognizer.received;
  }

  #sendInterim(): void {
    const now = this.#recognizer.received;
    if (!this.#parameters.interimResults || now - this.#lastResultAt < samplesOf(LIMITS.interimStepMs)) return;
    this.#lastResultAt = now;
    const words = this.#recognizer.recognizeSoFar(
      this.#segmentFrom,
      samplesOf(this.#socket.account.scenario.liveLagMs),
    );
    const transcript = transcriptOf(words, this.#parameters);
    const result = { from: this.#segmentFrom, to: now, transcript, words, isFinal: false };
    this.#results.add(0, () => this.#sendResult(result));
  }

  #finalize(): void {
    const actions = this.#socket.journal.faults('finalize');
    if (!this.#socket.connection.inject(actions)) return;
    this.#recognizer.settle();
    this.#turns.reset();
    this.#stopped = undefined;
    this.#answer(actions, () => {
      const isWorthIt = this.#end - this.#segmentFrom >= samplesOf(LIMITS.leastFinalizedMs);
      if (isWorthIt) this.#makeFinal(this.#end, { fromFinalize: true });
    });
  }

  #closeStream(): void {
    const { connection, journal } = this.#socket;
    const actions = journal.faults('close');
    if (!connection.inject(actions)) return;
    this.#cancelIdleLimit();
    this.#recognizer.settle();
    this.#answer(actions, () => {
      this.#makeFinal(this.#end, { speechFinal: true });
      this.#results.add(0, () => {
        this.#send({
          type: 'Metadata',
          transaction_key: 'deprecated',
          request_id: this.#requestId,
          sha256: this.#hash.copy().digest('hex'),
          created: this.#created,
          duration: secondsOf(this.#end),
          channels: 1,
        });
        connection.close(CLOSE_NORMAL, '');
      });
    });
  }

  /** Where the received audio ends, including what is still being resampled. */
  get #end(): number {
    return Math.round((this.#socket.journal.record.receivedSamples * RECOGNIZER_RATE) / this.#parameters.rate);
  }

  /** Finalizes the open segment up to a position, where a new one begins. */
  #makeFinal(to: number, marks: Pick<Result, 'speechFinal' | 'fromFinalize'>): void {
    const { account, connection, journal } = this.#socket;
    const from = this.#segmentFrom;
    if (to <= from) return;
    const words = this.#recognizer.recognize(from, to);
    const place = this.#recognizer.placeOf(to);
    const record = journal.commit(`segment_${journal.record.items.length + 1}`, this.#atRate(from), this.#atRate(to));
    this.#segmentFrom = to;
    this.#lastResultAt = to;

    const actions = journal.faults('final');
    const recognized = transcriptOf(words, this.#parameters);
    const transcript = spokenText(recognized, actions, { keywords: this.#parameters.keyterms });
    const result = { from, to, transcript, words: transcript === recognized ? words : [], isFinal: true, ...marks };
    this.#results.add(account.latencyMs(to - from) + delayMs(actions), () => {
      if (!connection.inject(actions) || this.#fails(actions)) return;
      this.#finals.deliver(actions, () => {
        if (record.outcome === 'pending') journal.finish(record, transcript);
        account.place = place ?? account.place;
        this.#sendResult(result);
      });
    });
  }

  #atRate(position: number): number {
    return Math.round((position * this.#parameters.rate) / RECOGNIZER_RATE);
  }

  /** Calls `send` to respond, after the faults' delay, unless a fault demands an error instead. */
  #answer(actions: readonly Action[], send: () => void): void {
    this.#socket.connection.after(delayMs(actions), () => {
      if (!this.#fails(actions)) send();
    });
  }

  /** Sends an error if a fault demands it; returns whether it did. */
  #fails(actions: readonly Action[]): boolean {
    const failure = find(actions, 'error');
    if (failure === undefined) return false;
    const { code, message } = failure.error;
    this.#send({ type: 'Error', variant: code, description: message, message });
    if (failure.fatal) this.#socket.connection.close(CLOSE_INTERNAL, message);
    return true;
  }

  #sendResult(result: Result): void {
    this.#send(resultMessage(result, this.#parameters, this.#requestId));
  }

  #send(message: object): void {
    this.#socket.connection.send(message);
  }
}
