import type { Clock } from '../clock.ts';
import type { ErrorOrigin } from '../error-messages.ts';
import type { SttErrorKind, SttEvent, SttSession } from '../provider.ts';
import { millisecondsOf, samplesIn } from '../samples.ts';
import { SessionConnection, type SessionPorts } from '../session-connection.ts';
import type { WebSocketRequest } from '../transport.ts';
import { AudioFeed, type FeedRules } from './audio-feed.ts';

/** What a provider says, as far as it matters to a session of phrases. */
export type PhraseMessage =
  /** Audio may be sent. */
  | { type: 'ready' }
  /** What is understood of the audio that has no text yet. */
  | { type: 'partial'; text: string; stable: number }
  /** The text of the oldest commit without one. */
  | { type: 'final'; text: string }
  /** Nothing more comes. */
  | { type: 'finished' }
  | { type: 'failed'; kind: SttErrorKind; code?: string | undefined };

/** The protocol of a provider that transcribes what has been committed, in order, without naming the commit. Made for one session. */
export interface PhraseProtocol {
  feed: FeedRules;
  /** What is sent when the connection is open. */
  opening: readonly string[];
  /** Whether audio may follow that at once; else once the provider says so. */
  isReadyOnOpen: boolean;
  commit: string;
  /** The provider refuses to transcribe less. */
  minCommitAudioMs: number;
  /**
   * Absent: all that is said of one phrase is sure to come once, and before anything of the next. Else a commit waits for
   * the answer to the one before, and for so long after it, since an answer may come twice.
   */
  answerSettlesMs?: number;
  /** What is sent after the last commit. */
  ending: readonly Uint8Array[];
  /** Reads a frame; nothing for whatever doesn't matter. */
  read(data: string | Uint8Array): PhraseMessage[];
  /** What it means that the provider closed the connection. */
  kindOfClose(code: number, reason: string): SttErrorKind;
}

/** A stretch of audio between two cuts. */
interface Phrase {
  number: number;
  from: number;
  to: number;
  isCommitted: boolean;
}

/** A session in which each cut commits the audio since the one before, and the answer is the text of just that. */
export class PhraseSession implements SttSession {
  readonly #protocol: PhraseProtocol;
  readonly #clock: Clock;
  readonly #connection: SessionConnection;
  readonly #feed: AudioFeed;
  /** `unused`: ended before it was ready. */
  #stage: 'connecting' | 'ready' | 'ending' | 'unused' = 'connecting';
  #pushedSamples = 0;
  /** Where the open phrase begins, and its number. */
  #openFrom = 0;
  #openNumber = 1;
  /** Until when another answer would be the last one once more. */
  #settledAt = 0;
  /** Cut, and without text. */
  #unanswered: Phrase[] = [];

  /** Connects at once. */
  constructor(
    request: WebSocketRequest,
    protocol: PhraseProtocol,
    origin: ErrorOrigin,
    ports: SessionPorts,
    listener: (event: SttEvent) => void,
  ) {
    this.#protocol = protocol;
    this.#clock = ports.clock;
    this.#connection = new SessionConnection(
      request,
      origin,
      ports,
      {
        onOpen: () => this.#onOpen(),
        onMessage: (data) => this.#onMessage(data),
        onServerClose: (code, reason) => this.#connection.fail(protocol.kindOfClose(code, reason), `close-${code}`),
      },
      listener,
    );
    this.#feed = new AudioFeed(this.#connection, ports.clock, protocol.feed);
  }

  get backlogBytes(): number {
    return this.#feed.backlogBytes;
  }

  push(samples: Int16Array): void {
    if (this.#stage !== 'ready') return;
    this.#pushedSamples += samples.length;
    this.#feed.push(samples);
  }

  cut(): void {
    const phrase = { number: this.#openNumber, from: this.#openFrom, to: this.#pushedSamples, isCommitted: false };
    if (this.#stage !== 'ready' || phrase.from === phrase.to) return;
    this.#openFrom = phrase.to;
    this.#openNumber += 1;
    this.#unanswered.push(phrase);
    this.#feed.flush(samplesIn(this.#protocol.minCommitAudioMs) - (phrase.to - phrase.from));
    this.#feed.add(this.#protocol.commit, {
      isHeld: () => this.#isSettling,
      onSent: () => {
        phrase.isCommitted = true;
        this.#awaitText();
      },
    });
  }

  end(): void {
    if (this.#stage === 'ending' || this.#stage === 'unused') return;
    const isReady = this.#stage === 'ready';
    this.#stage = isReady ? 'ending' : 'unused';
    if (this.#unanswered.length > 0) for (const message of this.#protocol.ending) this.#feed.add(message);
    // Not at once, since no event arrives during a call.
    else this.#connection.schedule(0, () => this.#connection.finish());
  }

  cancel(): void {
    this.#connection.cancel();
  }

  get #oldestCommitted(): Phrase | undefined {
    return this.#unanswered.find(({ isCommitted }) => isCommitted);
  }

  /** Whether the next answer could be taken for that of an earlier commit. */
  get #isSettling(): boolean {
    if (this.#protocol.answerSettlesMs === undefined) return false;
    return this.#oldestCommitted !== undefined || this.#clock.now() < this.#settledAt;
  }

  #onOpen(): void {
    if (this.#stage !== 'connecting') return;
    for (const message of this.#protocol.opening) this.#connection.send(message);
    if (this.#protocol.isReadyOnOpen) this.#onReady();
  }

  #onReady(): void {
    if (this.#stage !== 'connecting') return;
    this.#stage = 'ready';
    this.#feed.keepAlive(() => this.#stage === 'ready');
    this.#connection.ready();
  }

  #onMessage(data: string | Uint8Array): void {
    for (const message of this.#protocol.read(data)) {
      this.#connection.progressed();
      this.#on(message);
    }
  }

  #on(message: PhraseMessage): void {
    switch (message.type) {
      case 'ready':
        this.#onReady();
        break;
      case 'partial':
        this.#onPartial(message.text, message.stable);
        break;
      case 'final':
        this.#onFinal(message.text);
        break;
      case 'finished':
        if (this.#stage === 'ending') this.#onFinished();
        break;
      case 'failed':
        this.#connection.fail(message.kind, message.code);
        break;
    }
  }

  #onPartial(text: string, stable: number): void {
    const [oldest] = this.#unanswered;
    // Of what was committed, or of what follows: it doesn't say.
    if (text === '' || this.#isSettling) return;
    const { number, from } = oldest ?? { number: this.#openNumber, from: this.#openFrom };
    if (from < this.#pushedSamples) {
      this.#connection.emit({ type: 'partial', segment: segmentOf(number), from, text, stable });
    }
  }

  #onFinal(text: string): void {
    const [oldest] = this.#unanswered;
    if (!oldest?.isCommitted) return;
    this.#unanswered.shift();
    const { number, from, to } = oldest;
    this.#connection.emit({ type: 'final', segment: segmentOf(number), from, to, text });
    this.#settle();
    this.#awaitText();
    if (this.#stage === 'ending' && this.#unanswered.length === 0) this.#connection.finish();
  }

  /** Lets the next commit leave: now, or once no answer can come twice any more. */
  #settle(): void {
    const { answerSettlesMs = 0 } = this.#protocol;
    this.#settledAt = this.#clock.now() + answerSettlesMs;
    if (answerSettlesMs > 0) this.#connection.schedule(answerSettlesMs, () => this.#feed.send());
    else this.#feed.send();
  }

  #onFinished(): void {
    if (this.#unanswered.length === 0) this.#connection.finish();
    else this.#connection.fail('server', 'missing-results');
  }

  #awaitText(): void {
    const awaited = this.#oldestCommitted;
    this.#connection.awaitText(awaited && millisecondsOf(awaited.to - awaited.from));
  }
}

function segmentOf(number: number): string {
  return `phrase-${number}`;
}
