import { type Action, delayMs, find } from './fault-rules.ts';
import { Finals } from './finals.ts';
import { InOrder } from './in-order.ts';
import { LIMITS } from './limits.ts';
import { samplesOf } from './recognizer/rate.ts';
import type { RecognizedWord } from './recognizer/recognize-words.ts';
import { type Recognizer, textOf } from './recognizer/recognizer.ts';
import type { ClientSocket } from './sockets.ts';
import { type Hints, spokenText } from './spoken-text.ts';
import type { StreamedAudio } from './streamed-audio.ts';

/** How a protocol sends the results for its phrases. */
export interface PhraseWriter {
  /** Whether the protocol rules out repeated and reordered finals. */
  isOrdered: boolean;
  /** Sends what is recognized of the open phrase so far. */
  partial(words: readonly RecognizedWord[]): void;
  /** Sends the text of a phrase: that of the words, unless a fault changes it. */
  final(text: string, words: readonly RecognizedWord[]): void;
  /** Sends an error instead of a result. */
  fail(error: Extract<Action, { type: 'error' }>['error']): void;
}

/** The phrases of a stream in which the client marks the end of each. */
export class PhraseStream {
  readonly #socket: ClientSocket;
  readonly #recognizer: Recognizer;
  readonly #audio: StreamedAudio;
  readonly #hints: Hints;
  readonly #writer: PhraseWriter;
  readonly #finals: Finals;
  readonly #answers: InOrder;
  #openFrom = 0;
  #lastPartialAt = 0;

  constructor(socket: ClientSocket, audio: StreamedAudio, hints: Hints, writer: PhraseWriter) {
    this.#socket = socket;
    this.#audio = audio;
    this.#recognizer = audio.recognizer;
    this.#hints = hints;
    this.#writer = writer;
    this.#finals = new Finals(socket.connection);
    this.#answers = new InOrder(socket.connection, socket.clock);
  }

  /** How much audio has arrived since the last commit, in samples at the recognizer's rate. */
  get openLength(): number {
    return this.#audio.end - this.#openFrom;
  }

  /** Sends a partial result if enough audio has arrived since the last one. */
  sendPartial(): void {
    const now = this.#recognizer.received;
    if (now - this.#lastPartialAt < samplesOf(LIMITS.interimStepMs)) return;
    this.#lastPartialAt = now;
    const words = this.#recognizer.recognizeSoFar(this.#openFrom, samplesOf(this.#socket.account.scenario.liveLagMs));
    this.#answers.add(0, () => this.#writer.partial(words));
  }

  /** Ends the open phrase. */
  commit(): void {
    const { account, connection, journal } = this.#socket;
    const commitActions = journal.faults('commit');
    if (!connection.inject(commitActions) || this.#fails(commitActions)) return;
    this.#recognizer.settle();
    const [from, to] = [this.#openFrom, this.#audio.end];
    const words = this.#recognizer.recognize(from, to);
    const place = this.#recognizer.placeOf(to);
    const id = `phrase_${journal.record.items.length + 1}`;
    const record = journal.commit(id, this.#audio.atRate(from), this.#audio.atRate(to));
    this.#openFrom = to;
    this.#lastPartialAt = to;
    const actions = journal.faults('final');
    const text = spokenText(textOf(words), actions, this.#hints);
    this.#answers.add(account.latencyMs(to - from) + delayMs(commitActions) + delayMs(actions), () => {
      if (!connection.inject(actions) || this.#fails(actions)) return;
      const { isOrdered } = this.#writer;
      const disorder = actions.filter(({ type }) => !isOrdered || (type !== 'repeat' && type !== 'reorder'));
      this.#finals.deliver(disorder, () => {
        if (record.outcome === 'pending') journal.finish(record, text);
        account.place = place ?? account.place;
        this.#writer.final(text, words);
      });
    });
  }

  /** Calls a function once all commits have been answered. */
  afterAnswers(callback: () => void): void {
    this.#answers.add(0, callback);
  }

  #fails(actions: readonly Action[]): boolean {
    const failure = find(actions, 'error');
    if (failure === undefined) return false;
    this.#writer.fail(failure.error);
    return true;
  }
}
