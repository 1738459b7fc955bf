import type { Clock } from '../clock.ts';
import type { ErrorOrigin } from '../error-messages.ts';
import type { SttEvent } from '../provider.ts';
import { millisecondsOf, samplesIn } from '../samples.ts';
import type { SessionPorts } from '../session-connection.ts';
import type { WebSocketRequest } from '../transport.ts';
import { type StreamMessage, type StreamProtocol, StreamSession } from './stream-session.ts';

/** The parts of a provider's messages that matter to a session of phrases cut by the client. */
export type PhraseMessage =
  | StreamMessage
  /** The provisional text of audio that has no final yet. */
  | { type: 'partial'; text: string; stable: number }
  /** The final text of the oldest commit without one. */
  | { type: 'final'; text: string }
  /** Nothing more follows. */
  | { type: 'finished' };

/** The protocol of a provider that transcribes commits in order, without naming them. Created per session. */
export interface PhraseProtocol extends StreamProtocol<PhraseMessage> {
  commit: string;
  /** The provider does not transcribe less, so shorter phrases are padded with silence. */
  minCommitAudioMs: number;
  /**
   * How long a commit waits after the answer to the previous one, since that may be repeated. Absent: each phrase is
   * answered once, before anything about the next one, so commits need not wait.
   */
  answerSettlesMs?: number;
  /** Messages to send after the last commit. */
  ending: readonly Uint8Array[];
}

/** A stretch of audio between two cuts. */
interface Phrase {
  number: number;
  from: number;
  to: number;
  isCommitted: boolean;
}

/** A session in which each cut commits the audio since the previous one, and the answer is the text of exactly that. */
export class PhraseSession extends StreamSession<PhraseMessage> {
  readonly #protocol: PhraseProtocol;
  readonly #clock: Clock;
  /** Where the open phrase begins, and its number. */
  #openFrom = 0;
  #openNumber = 1;
  /** Until this time, another answer would be a repeat of the last one. */
  #settledAt = 0;
  /** Cut, but without a final text yet. */
  #unanswered: Phrase[] = [];

  /** Connects at once. */
  constructor(
    request: WebSocketRequest,
    protocol: PhraseProtocol,
    origin: ErrorOrigin,
    ports: SessionPorts,
    listener: (event: SttEvent) => void,
  ) {
    super(request, protocol, origin, ports, listener);
    this.#protocol = protocol;
    this.#clock = ports.clock;
  }

  override cut(): void {
    const phrase = { number: this.#openNumber, from: this.#openFrom, to: this.pushedSamples, isCommitted: false };
    if (this.stage !== 'ready' || phrase.from === phrase.to) return;
    this.#openFrom = phrase.to;
    this.#openNumber += 1;
    this.#unanswered.push(phrase);
    this.feed.flush(samplesIn(this.#protocol.minCommitAudioMs) - (phrase.to - phrase.from));
    this.feed.add(this.#protocol.commit, {
      isHeld: () => this.#isSettling,
      onSent: () => {
        phrase.isCommitted = true;
        this.#awaitText();
      },
    });
  }

  protected override finish(): boolean {
    if (this.#unanswered.length === 0) return false;
    for (const message of this.#protocol.ending) this.feed.add(message);
    return true;
  }

  get #oldestCommitted(): Phrase | undefined {
    return this.#unanswered.find(({ isCommitted }) => isCommitted);
  }

  /** Whether an answer that arrives now may belong to an earlier commit. */
  get #isSettling(): boolean {
    if (this.#protocol.answerSettlesMs === undefined) return false;
    return this.#oldestCommitted !== undefined || this.#clock.now() < this.#settledAt;
  }

  protected override on(message: PhraseMessage): void {
    if (message.type === 'partial') this.#onPartial(message.text, message.stable);
    else if (message.type === 'final') this.#onFinal(message.text);
    else if (message.type === 'finished' && this.stage === 'ending') this.#onFinished();
  }

  #onPartial(text: string, stable: number): void {
    const [oldest] = this.#unanswered;
    // While settling, it is unknown whether this is text of the committed phrase or of the next one.
    if (text === '' || this.#isSettling) return;
    const { number, from } = oldest ?? { number: this.#openNumber, from: this.#openFrom };
    if (from < this.pushedSamples) {
      this.connection.emit({ type: 'partial', segment: segmentOf(number), from, text, stable });
    }
  }

  #onFinal(text: string): void {
    const [oldest] = this.#unanswered;
    if (!oldest?.isCommitted) return;
    this.#unanswered.shift();
    const { number, from, to } = oldest;
    this.connection.emit({ type: 'final', segment: segmentOf(number), from, to, text });
    this.#settle();
    this.#awaitText();
    if (this.stage === 'ending' && this.#unanswered.length === 0) this.connection.finish();
  }

  /** Releases the next commit: now, or once the answer can no longer be repeated. */
  #settle(): void {
    const { answerSettlesMs = 0 } = this.#protocol;
    this.#settledAt = this.#clock.now() + answerSettlesMs;
    if (answerSettlesMs > 0) this.connection.schedule(answerSettlesMs, () => this.feed.send());
    else this.feed.send();
  }

  #onFinished(): void {
    if (this.#unanswered.length === 0) this.connection.finish();
    else this.connection.fail('server', 'missing-results');
  }

  #awaitText(): void {
    const awaited = this.#oldestCommitted;
    this.connection.awaitText(awaited && millisecondsOf(awaited.to - awaited.from));
  }
}

function segmentOf(number: number): string {
  return `phrase-${number}`;
}
