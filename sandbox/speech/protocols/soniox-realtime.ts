import { z } from 'zod';
import { keyOf } from '../authorization.ts';
import { type Action, find } from '../fault-rules.ts';
import { parseJson } from '../json.ts';
import { LIMITS } from '../limits.ts';
import { PhraseStream } from '../phrase-stream.ts';
import { msOf, samplesOf } from '../recognizer/rate.ts';
import type { RecognizedWord } from '../recognizer/recognize-words.ts';
import { textOf } from '../recognizer/recognizer.ts';
import type { ClientSocket, SocketProtocol, SocketSession } from '../sockets.ts';
import { StreamedAudio } from '../streamed-audio.ts';

const CLOSE_NORMAL = 1000;
const CONFIDENCE = 0.99;

const context = z
  .strictObject({
    general: z.array(z.strictObject({ key: z.string(), value: z.string() })).optional(),
    text: z.string().optional(),
    terms: z.array(z.string().min(1)).optional(),
    translation_terms: z.array(z.strictObject({ source: z.string(), target: z.string() })).optional(),
  })
  .refine((value) => JSON.stringify(value).length <= LIMITS.longestContextCharacters, 'Context is too long.');

/** The first message. A key in it is refused: from January 15, 2027, the key must be sent with the connection. */
const startSchema = z.strictObject({
  model: z.enum(['stt-rt-v5', 'stt-rt-v4'], 'Invalid model specified.'),
  audio_format: z.literal('pcm_s16le'),
  sample_rate: z.int().min(8_000).max(48_000),
  num_channels: z.literal(1),
  language_hints: z.array(z.string().regex(/^[a-z]{2,3}$/)).optional(),
  language_hints_strict: z.boolean().optional(),
  context: context.optional(),
  enable_endpoint_detection: z.boolean().optional(),
  client_reference_id: z.string().max(256).optional(),
});

const controlSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('finalize'), trailing_silence_ms: z.number().nonnegative().optional() }),
  z.strictObject({ type: z.literal('keepalive') }),
]);

/** Soniox's real-time API, at `/transcribe-websocket`: https://soniox.com/docs/api-reference/stt/websocket-api. */
export const sonioxRealtime: SocketProtocol = {
  name: 'soniox-realtime',
  keyOf: ({ authorization }) => keyOf('Bearer', authorization),
  refuseKey: () => ({ status: 401, body: { error_code: 401, error_message: 'Incorrect API key provided.' } }),
  letsIn: (key) => key !== 'refused',
  examine: () => ({ rate: 0, serve: (socket) => new SonioxSession(socket) }),
};

/** A stream once it has begun. */
interface Begun {
  audio: StreamedAudio;
  phrases: PhraseStream;
}

class SonioxSession implements SocketSession {
  readonly #socket: ClientSocket;
  #begun: Begun | undefined;
  #hasEnded = false;
  /** How many words of the open phrase were sent as final. */
  #settledCount = 0;
  #cancelIdleLimit = () => {};

  constructor(socket: ClientSocket) {
    this.#socket = socket;
  }

  open(actions: readonly Action[]): void {
    if (!this.#socket.connection.inject(actions)) return;
    if (this.#socket.account.scenario.key === 'refused-after-open') this.#refuse(401, 'Incorrect API key provided.');
    else this.#awaitSign();
  }

  receive(data: Buffer, isBinary: boolean): void {
    if (this.#hasEnded) return;
    this.#awaitSign();
    if (data.length === 0) this.#end();
    else if (isBinary) this.#takeAudio(data);
    else if (this.#begun === undefined) this.#begin(data.toString());
    else this.#takeControl(data.toString(), this.#begun);
  }

  #begin(text: string): void {
    const { account, clock, connection, journal } = this.#socket;
    const { success, data, error } = startSchema.safeParse(parseJson(text));
    if (!success) {
      const [issue] = error.issues;
      this.#refuse(400, `Invalid start request: ${issue?.path.join('.')} ${issue?.message}`);
      return;
    }
    journal.record.configurations.push(data);
    journal.record.rate = data.sample_rate;
    const actions = journal.faults('session.update');
    if (!connection.inject(actions)) return;
    const failure = find(actions, 'error');
    if (failure !== undefined) {
      this.#fail(failure.error);
      return;
    }
    const audio = new StreamedAudio(journal, account.script, account.place, clock, data.sample_rate);
    const hints = { keywords: data.context?.terms, prompt: data.context?.text };
    const phrases = new PhraseStream(this.#socket, audio, hints, {
      // Each final token is sent once.
      isOrdered: true,
      partial: (words) => this.#sendPartial(words),
      final: (said, words) => this.#sendFinal(said, words),
      fail: (failed) => this.#fail(failed),
    });
    this.#begun = { audio, phrases };
    connection.after(account.scenario.sessionMaxMs, () => this.#expire());
  }

  #takeAudio(data: Buffer): void {
    if (this.#begun === undefined) {
      this.#refuse(400, 'Audio came before the start request.');
      return;
    }
    const { audio, phrases } = this.#begun;
    if (data.length % 2 !== 0) {
      this.#refuse(400, 'Audio data decode error.');
      return;
    }
    const actions = audio.take(data);
    if (find(actions, 'expire') !== undefined) {
      this.#expire();
      return;
    }
    if (!this.#socket.connection.inject(actions)) return;
    const failure = find(actions, 'error');
    if (failure !== undefined) this.#fail(failure.error);
    else if (audio.isTooFast) this.#refuse(400, 'Audio is sent much faster than in real time.');
    else phrases.sendPartial();
  }

  #takeControl(text: string, { phrases }: Begun): void {
    const control = controlSchema.safeParse(parseJson(text)).data;
    if (control === undefined) this.#refuse(400, 'Control request invalid.');
    else if (control.type === 'finalize') phrases.commit();
  }

  /** Finishes the stream once all commits have been answered; audio that wasn't finalized gets no result. */
  #end(): void {
    const { connection, journal } = this.#socket;
    this.#hasEnded = true;
    this.#cancelIdleLimit();
    if (!connection.inject(journal.faults('close'))) return;
    const finish = () => {
      connection.send({
        tokens: [],
        final_audio_proc_ms: this.#processedMs,
        total_audio_proc_ms: this.#processedMs,
        finished: true,
      });
      connection.close(CLOSE_NORMAL, '');
    };
    if (this.#begun === undefined) finish();
    else this.#begun.phrases.afterAnswers(finish);
  }

  #sendPartial(words: readonly RecognizedWord[]): void {
    const { account } = this.#socket;
    const now = this.#begun?.audio.recognizer.received ?? 0;
    // A fault that replaces the text can't do so after a part of it was sent as final.
    const settles = !account.scenario.rules.some((rule) => rule.do.type === 'echo');
    const isSettled = (word: RecognizedWord) =>
      settles && word.whole && word.to + samplesOf(LIMITS.tokenSettlesMs) <= now;
    const settledCount = Math.max(this.#settledCount, words.findLastIndex(isSettled) + 1);
    const fresh = words.slice(this.#settledCount, settledCount).map((word) => tokenOf(word, true));
    this.#settledCount = settledCount;
    this.#sendTokens([...fresh, ...words.slice(settledCount).map((word) => tokenOf(word, false))]);
  }

  #sendFinal(text: string, words: readonly RecognizedWord[]): void {
    const rest = words.slice(this.#settledCount).map((word) => tokenOf(word, true));
    const tokens = text === textOf(words) ? rest : [{ text, is_final: true, confidence: CONFIDENCE }];
    this.#settledCount = 0;
    this.#sendTokens([...tokens, { text: '<fin>', is_final: true, confidence: 1 }]);
  }

  #sendTokens(tokens: readonly object[]): void {
    this.#socket.connection.send({
      tokens,
      final_audio_proc_ms: this.#processedMs,
      total_audio_proc_ms: this.#processedMs,
    });
  }

  get #processedMs(): number {
    return Math.round(msOf(this.#begun?.audio.end ?? 0));
  }

  #expire(): void {
    this.#refuse(503, 'Cannot continue request (code 1). Please restart the request.');
  }

  #fail({ type, code, message }: { type: string; code: string | null; message: string }): void {
    this.#refuse(/rate_limit/.test(`${type} ${code}`) ? 429 : 500, message);
  }

  /** Every error ends the stream. */
  #refuse(code: number, message: string): void {
    const { connection, journal } = this.#socket;
    if (code === 400) journal.refuse(`${code}`, message);
    this.#hasEnded = true;
    connection.send({ error_code: code, error_message: message });
    connection.close(CLOSE_NORMAL, message);
  }

  #awaitSign(): void {
    const { connection } = this.#socket;
    this.#cancelIdleLimit();
    this.#cancelIdleLimit = connection.after(LIMITS.idleSonioxMs, () => {
      if (connection.isStalled) this.#awaitSign();
      else this.#refuse(408, 'Request timeout.');
    });
  }
}

function tokenOf(word: RecognizedWord, isFinal: boolean): object {
  return {
    text: word.text,
    start_ms: Math.round(msOf(word.from)),
    end_ms: Math.round(msOf(word.to)),
    confidence: CONFIDENCE,
    is_final: isFinal,
  };
}
