import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Accounts } from '../accounts.ts';
import { type Action, delayMs, find } from '../fault-rules.ts';
import { Finals } from '../finals.ts';
import { injectHttpFaults } from '../http-faults.ts';
import { InOrder } from '../in-order.ts';
import { parseJson } from '../json.ts';
import { LIMITS } from '../limits.ts';
import { msOf, RECOGNIZER_RATE, samplesOf } from '../recognizer/rate.ts';
import type { RecognizedWord } from '../recognizer/recognize-words.ts';
import { textOf } from '../recognizer/recognizer.ts';
import { Turns } from '../recognizer/turns.ts';
import type { ClientSocket, SocketProtocol, SocketSession } from '../sockets.ts';
import { spokenText } from '../spoken-text.ts';
import { StreamedAudio } from '../streamed-audio.ts';

const CLOSE_NORMAL = 1000;
const CLOSE_UNAUTHORIZED = 1008;
const CLOSE_SERVER = 3005;
const CLOSE_BAD_MESSAGE = 3006;
const CLOSE_BAD_AUDIO = 3007;
const CLOSE_EXPIRED = 3008;
const CONFIDENCE = 0.99;

const keyterms = z
  .string()
  .transform((text) => parseJson(text))
  .pipe(z.array(z.string().min(1)).max(LIMITS.mostKeyterms));

/** The query parameters. The real server ignores unknown ones; here, mistakes should show. */
const parametersSchema = z.strictObject({
  speech_model: z.enum(['universal-streaming-english', 'universal-streaming-multilingual', 'universal-3-6-pro']),
  sample_rate: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(8_000).max(48_000)).default(16_000),
  encoding: z.literal('pcm_s16le').optional(),
  format_turns: z.enum(['true', 'false']).default('false'),
  keyterms_prompt: keyterms.optional(),
});
type Parameters = z.infer<typeof parametersSchema>;

const controlSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ForceEndpoint') }),
  z.strictObject({ type: z.literal('Terminate') }),
  z.strictObject({ type: z.literal('KeepAlive') }),
]);

/** AssemblyAI's streaming API, at `/ws`: https://www.assemblyai.com/docs/streaming/message-sequence. */
export const assemblyAiStreaming: SocketProtocol = {
  name: 'assemblyai-streaming',
  // The key alone, without a scheme.
  keyOf: ({ authorization }) => (authorization?.includes(' ') ? undefined : authorization),
  refuseKey: () => ({ status: 401, body: { error: 'Authentication error, API token missing/invalid' } }),
  letsIn: () => true,
  examine: (query) => {
    const { success, data, error } = parametersSchema.safeParse(Object.fromEntries(query));
    if (success) return { rate: data.sample_rate, serve: (socket) => new AssemblyAiSession(socket, data) };
    const [issue] = error.issues;
    const message = `Invalid parameter: ${issue?.path.join('.')} ${issue?.message}`;
    return { status: 400, code: 'invalid_parameter', body: { error: message } };
  },
};

/** Adds the endpoint for temporary tokens, which are issued for valid keys only. */
export function addAssemblyAiToken(app: FastifyInstance, accounts: Accounts, clock: Clock): void {
  app.get<{ Querystring: { expires_in_seconds?: string } }>('/v1/token', async (request, reply) => {
    const { authorization = '' } = request.headers;
    const account = accounts.get(authorization);
    if (account?.scenario.key !== 'accepted')
      return reply.status(401).send({ error: 'Authentication error, API token missing/invalid' });
    const actions = account.faults.at('auth', { audioMs: 0 });
    if ((await injectHttpFaults(reply, actions, clock)) !== 'open') return reply;
    const seconds = Number(request.query.expires_in_seconds);
    if (!(seconds >= 1 && seconds <= 600)) return reply.status(400).send({ error: 'expires_in_seconds is invalid' });
    return { token: randomUUID(), expires_in_seconds: seconds };
  });
}

class AssemblyAiSession implements SocketSession {
  readonly #socket: ClientSocket;
  readonly #parameters: Parameters;
  readonly #audio: StreamedAudio;
  readonly #turns: Turns;
  readonly #finals: Finals;
  readonly #messages: InOrder;
  #turnFrom = 0;
  #turnOrder = 0;
  #lastPartialAt = 0;
  /** Where the voice ended in the turn that is about to end. */
  #voiceEnd: number | undefined;
  #hasEnded = false;

  constructor(socket: ClientSocket, parameters: Parameters) {
    this.#socket = socket;
    this.#parameters = parameters;
    const { account, clock, connection, journal } = socket;
    this.#audio = new StreamedAudio(journal, account.script, account.place, clock, parameters.sample_rate);
    this.#turns = new Turns(this.#audio.recognizer.voice, LIMITS.turnSilenceMs);
    this.#finals = new Finals(connection);
    this.#messages = new InOrder(connection, clock);
  }

  open(actions: readonly Action[]): void {
    const { account, connection } = this.#socket;
    if (!connection.inject(actions)) return;
    if (account.scenario.key !== 'accepted') {
      this.#refuse(CLOSE_UNAUTHORIZED, 'Unauthorized Connection: Missing Authorization header');
      return;
    }
    const expiresAt = Math.floor((Date.now() + account.scenario.sessionMaxMs) / 1_000);
    connection.after(account.scenario.sessionMaxMs, () => this.#expire());
    connection.send({
      type: 'Begin',
      id: randomUUID(),
      expires_at: expiresAt,
      configuration: { model: this.#parameters.speech_model },
    });
  }

  receive(data: Buffer, isBinary: boolean): void {
    if (this.#hasEnded) return;
    if (isBinary) this.#takeAudio(data);
    else this.#takeControl(data.toString());
  }

  #takeAudio(data: Buffer): void {
    const ms = (data.length * 500) / this.#parameters.sample_rate;
    if (data.length % 2 !== 0 || ms < LIMITS.shortestFrameMs || ms > LIMITS.longestFrameMs) {
      this.#violate(CLOSE_BAD_AUDIO, `Input Duration Violation: ${ms} ms. Expected between 50 and 1000 ms`);
      return;
    }
    const actions = this.#audio.take(data);
    if (find(actions, 'expire') !== undefined) {
      this.#expire();
      return;
    }
    if (!this.#socket.connection.inject(actions) || this.#fails(actions)) return;
    if (this.#audio.isTooFast) {
      this.#violate(CLOSE_BAD_AUDIO, 'Audio Transmission Rate Exceeded');
      return;
    }
    this.#followSpeech();
    this.#sendPartial();
  }

  #takeControl(text: string): void {
    const { connection, journal } = this.#socket;
    const control = controlSchema.safeParse(parseJson(text)).data;
    if (control === undefined) this.#violate(CLOSE_BAD_MESSAGE, 'Invalid Message Type');
    else if (control.type === 'ForceEndpoint') {
      const actions = journal.faults('finalize');
      if (!connection.inject(actions) || this.#fails(actions)) return;
      this.#audio.recognizer.settle();
      this.#endTurn(this.#audio.end, delayMs(actions));
    } else if (control.type === 'Terminate') this.#terminate();
  }

  #terminate(): void {
    const { connection, journal } = this.#socket;
    const actions = journal.faults('close');
    if (!connection.inject(actions) || this.#fails(actions)) return;
    this.#hasEnded = true;
    this.#audio.recognizer.settle();
    this.#endTurn(this.#audio.end, 0);
    const seconds = Math.round(msOf(this.#audio.end) / 1_000);
    this.#messages.add(delayMs(actions), () => {
      this.#finals.release();
      connection.send({ type: 'Termination', audio_duration_seconds: seconds, session_duration_seconds: seconds });
      connection.close(CLOSE_NORMAL, '');
    });
  }

  /** Ends the turn if the speaker has been silent for long enough. */
  #followSpeech(): void {
    for (const event of this.#turns.advance()) {
      this.#voiceEnd = event.type === 'stopped' ? event.voiceEnd : undefined;
      if (event.type === 'started') {
        const timestamp = Math.round(msOf(event.at));
        this.#messages.add(0, () => this.#socket.connection.send({ type: 'SpeechStarted', timestamp, confidence: 1 }));
      }
    }
    const { recognizer } = this.#audio;
    if (this.#voiceEnd === undefined || recognizer.decided < this.#voiceEnd) return;
    const last = recognizer.recognize(this.#turnFrom, recognizer.received).at(-1);
    if (last?.whole === false && last.to + samplesOf(LIMITS.wordMayGoOnMs) >= recognizer.received) return;
    this.#voiceEnd = undefined;
    this.#endTurn(recognizer.received, 0);
  }

  #sendPartial(): void {
    const { recognizer } = this.#audio;
    if (recognizer.received - this.#lastPartialAt < samplesOf(LIMITS.interimStepMs)) return;
    this.#lastPartialAt = recognizer.received;
    const words = recognizer.recognizeSoFar(this.#turnFrom, samplesOf(this.#socket.account.scenario.liveLagMs));
    if (words.length === 0) return;
    const message = this.#turn(this.#turnOrder, words, { ends: false, formatted: false });
    this.#messages.add(0, () => this.#socket.connection.send(message));
  }

  /** Ends the open turn at a position. If nothing was said in it, it stays open. */
  #endTurn(to: number, waitMs: number): void {
    const { account, connection, journal } = this.#socket;
    const from = this.#turnFrom;
    const { recognizer } = this.#audio;
    const recognized = recognizer.recognize(from, to);
    if (to <= from) return;
    const actions = journal.faults('final');
    const text = spokenText(textOf(recognized), actions, { keywords: this.#parameters.keyterms_prompt });
    const words =
      text === textOf(recognized) ? recognized : [{ text, ...this.#spanOf(recognized, from, to), whole: true }];
    if (text === '') return;
    const order = this.#turnOrder;
    this.#turnOrder++;
    this.#turnFrom = to;
    this.#lastPartialAt = to;
    const place = recognizer.placeOf(to);
    const record = journal.commit(`turn_${order}`, this.#audio.atRate(from), this.#audio.atRate(to));
    const formats = this.#parameters.format_turns === 'true';
    const forms = this.#parameters.speech_model.startsWith('universal-3') ? [true] : formats ? [false, true] : [false];
    this.#messages.add(account.latencyMs(to - from) + waitMs + delayMs(actions), () => {
      if (!connection.inject(actions) || this.#fails(actions)) return;
      this.#finals.deliver(actions, () => {
        if (record.outcome === 'pending') journal.finish(record, text);
        account.place = place ?? account.place;
        for (const formatted of forms) connection.send(this.#turn(order, words, { ends: true, formatted }));
      });
    });
  }

  /** The span for words that were never said: that of the recognized words, or at most the last quarter of a second. */
  #spanOf(recognized: readonly RecognizedWord[], from: number, to: number): { from: number; to: number } {
    const [first, last] = [recognized[0], recognized.at(-1)];
    return first === undefined || last === undefined
      ? { from: Math.max(from, to - RECOGNIZER_RATE / 4), to }
      : { from: first.from, to: last.to };
  }

  #turn(
    order: number,
    words: readonly RecognizedWord[],
    { ends, formatted }: { ends: boolean; formatted: boolean },
  ): object {
    const written = (text: string) => (formatted ? text.trim() : plain(text));
    return {
      type: 'Turn',
      turn_order: order,
      turn_is_formatted: formatted,
      end_of_turn: ends,
      transcript: formatted ? textOf(words) : words.map(({ text }) => plain(text)).join(' '),
      end_of_turn_confidence: ends ? 1 : 0,
      words: words.map((word) => ({
        text: written(word.text),
        start: Math.round(msOf(word.from)),
        end: Math.round(msOf(word.to)),
        confidence: CONFIDENCE,
        word_is_final: ends || word.whole,
      })),
      utterance: ends ? textOf(words) : '',
    };
  }

  #expire(): void {
    this.#refuse(CLOSE_EXPIRED, 'Session Expired: Maximum session duration exceeded');
  }

  /** Sends an error if a fault demands it; returns whether it did. Every error ends the session. */
  #fails(actions: readonly Action[]): boolean {
    const failure = find(actions, 'error');
    if (failure === undefined) return false;
    const { type, code } = failure.error;
    if (/rate_limit/.test(`${type} ${code}`))
      this.#refuse(3009, 'Unauthorized Connection: Too many concurrent sessions');
    else this.#refuse(CLOSE_SERVER, 'Session Cancelled: An error occurred');
    return true;
  }

  #violate(code: number, message: string): void {
    this.#socket.journal.refuse(`${code}`, message);
    this.#refuse(code, message);
  }

  #refuse(code: number, message: string): void {
    this.#hasEnded = true;
    this.#socket.connection.send({ type: 'Error', error_code: code, error: message });
    this.#socket.connection.close(code, message);
  }
}

function plain(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}'’-]/gu, '');
}
