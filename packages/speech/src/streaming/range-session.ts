import type { ErrorOrigin } from '../error-messages.ts';
import { STREAMING } from '../limits.ts';
import type { SttErrorKind, SttEvent, SttSession } from '../provider.ts';
import { millisecondsOf, samplesIn } from '../samples.ts';
import { SessionConnection, type SessionPorts } from '../session-connection.ts';
import type { WebSocketRequest } from '../transport.ts';
import { AudioFeed, type FeedRules } from './audio-feed.ts';
import { Coverage, type SampleRange } from './coverage.ts';

/** What a provider says, as far as it matters to a session whose audio it cuts itself. Times are milliseconds of audio. */
export type RangeMessage =
  /** Audio may be sent. */
  | { type: 'ready' }
  /** What is understood of a stretch of the audio, for now or for good. */
  | { type: 'partial' | 'final'; fromMs: number; toMs: number; text: string }
  /** The provider has heard the stream to its end. `isWhole`: what has no text then is silence, wherever it is. */
  | { type: 'end'; isWhole: boolean }
  /** A sign that it is at work. */
  | { type: 'progress' }
  | { type: 'failed'; kind: SttErrorKind; code?: string | undefined };

/** The protocol of a provider that cuts the audio itself and says where each text belongs. Made for one session. */
export interface RangeProtocol {
  feed: FeedRules;
  /** Whether audio may be sent as soon as the connection is open; else once the provider says so. */
  isReadyOnOpen: boolean;
  /** What ends the stream. */
  ending: readonly string[];
  /** Reads a frame; nothing for whatever doesn't matter. */
  read(data: string | Uint8Array): RangeMessage[];
  /** What it means that the provider closed the connection. */
  kindOfClose(code: number, reason: string): SttErrorKind;
}

/**
 * A session whose audio the provider cuts itself: each of its final texts is a segment, and closes the range from the
 * final before it to its own end.
 */
export class RangeSession implements SttSession {
  readonly #protocol: RangeProtocol;
  readonly #connection: SessionConnection;
  readonly #feed: AudioFeed;
  readonly #coverage = new Coverage();
  #stage: 'connecting' | 'ready' | 'ending' = 'connecting';
  #pushedSamples = 0;

  /** Connects at once. */
  constructor(
    request: WebSocketRequest,
    protocol: RangeProtocol,
    origin: ErrorOrigin,
    ports: SessionPorts,
    listener: (event: SttEvent) => void,
  ) {
    this.#protocol = protocol;
    this.#connection = new SessionConnection(
      request,
      origin,
      ports,
      {
        onOpen: () => {
          if (protocol.isReadyOnOpen) this.#onReady();
        },
        onMessage: (data) => this.#onMessage(data),
        // A provider closes a stream after saying so, which ends it here; before, it is cut short.
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

  /** The provider decides where segments end. */
  cut(): void {}

  end(): void {
    if (this.#stage === 'ending') return;
    const isUnfinished = this.#stage === 'ready' && this.#gaps.length > 0;
    this.#stage = 'ending';
    if (isUnfinished) {
      this.#feed.flush(0);
      const [last, ...before] = this.#protocol.ending.toReversed();
      for (const message of before.toReversed()) this.#feed.add(message);
      this.#feed.add(last!, { onSent: () => this.#awaitText() });
    } else {
      // Not at once, since no event arrives during a call.
      this.#connection.schedule(0, () => this.#connection.finish());
    }
  }

  cancel(): void {
    this.#connection.cancel();
  }

  /** The ranges that are not final, in order. */
  get #gaps(): SampleRange[] {
    return this.#coverage.gapsBefore(this.#pushedSamples);
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

  #on(message: RangeMessage): void {
    switch (message.type) {
      case 'ready':
        this.#onReady();
        break;
      case 'partial':
      case 'final':
        this.#onText(message);
        break;
      case 'end':
        if (this.#stage === 'ending') this.#onEnd(message.isWhole);
        break;
      case 'failed':
        this.#connection.fail(message.kind, message.code);
        break;
    }
  }

  #onText({ type, fromMs, toMs, text }: Extract<RangeMessage, { text: string }>): void {
    const to = Math.min(samplesIn(toMs), this.#pushedSamples);
    const range = this.#coverage.uncovered({ from: samplesIn(fromMs), to }, samplesIn(STREAMING.contiguousAudioMs));
    if (range === undefined) return;
    if (type === 'partial') {
      this.#connection.emit({ type, segment: segmentOf(range), from: range.from, text, stable: 0 });
      return;
    }
    this.#emitFinal(range, text);
    if (this.#stage !== 'ending') return;
    if (this.#gaps.length === 0) this.#connection.finish();
    else this.#awaitText();
  }

  #awaitText(): void {
    const [oldest] = this.#gaps;
    this.#connection.awaitText(oldest && millisecondsOf(this.#pushedSamples - oldest.from));
  }

  /** The stream has been heard to its end: where nothing came after the last text, nothing was said. */
  #onEnd(isWhole: boolean): void {
    const gaps = this.#gaps;
    const isBeforeText = (gap: SampleRange) => gap.to < this.#pushedSamples;
    if (!isWhole && gaps.some(isBeforeText)) {
      this.#connection.fail('server', 'missing-results');
      return;
    }
    for (const gap of gaps) this.#emitFinal(gap, '');
    this.#connection.finish();
  }

  #emitFinal(range: SampleRange, text: string): void {
    this.#coverage.add(range);
    this.#connection.emit({ type: 'final', segment: segmentOf(range), ...range, text });
  }
}

/** No two segments begin at the same sample. */
function segmentOf({ from }: SampleRange): string {
  return `from-${from}`;
}
