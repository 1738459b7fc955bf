import type { ErrorOrigin } from '../error-messages.ts';
import { STREAMING } from '../limits.ts';
import type { SttEvent } from '../provider.ts';
import { millisecondsOf, samplesIn } from '../samples.ts';
import type { SessionPorts } from '../session-connection.ts';
import type { WebSocketRequest } from '../transport.ts';
import { Coverage, type SampleRange } from './coverage.ts';
import { type StreamMessage, type StreamProtocol, StreamSession } from './stream-session.ts';

/** The parts of a provider's messages that matter if it segments the audio itself. Times are milliseconds of audio. */
export type RangeMessage =
  | StreamMessage
  /** The text of a stretch of audio, provisional or final. */
  | { type: 'partial' | 'final'; fromMs: number; toMs: number; text: string }
  /** The provider has processed the whole stream. `isWhole`: all audio without text is silence, wherever it is. */
  | { type: 'end'; isWhole: boolean }
  /** A sign that the provider is working. */
  | { type: 'progress' };

/** The protocol of a provider that segments the audio itself and reports the range of each text. */
export interface RangeProtocol extends StreamProtocol<RangeMessage> {
  /** The messages that end the stream, in order. */
  ending: readonly string[];
}

/**
 * A session that the provider segments itself: each final text is a segment, and covers the part of its range that no
 * earlier final covers.
 */
export class RangeSession extends StreamSession<RangeMessage> {
  readonly #protocol: RangeProtocol;
  readonly #coverage = new Coverage();

  /** Connects at once. */
  constructor(
    request: WebSocketRequest,
    protocol: RangeProtocol,
    origin: ErrorOrigin,
    ports: SessionPorts,
    listener: (event: SttEvent) => void,
  ) {
    super(request, protocol, origin, ports, listener);
    this.#protocol = protocol;
  }

  /** The provider decides where segments end. */
  override cut(): void {}

  protected override finish(): boolean {
    if (this.#gaps.length === 0) return false;
    this.feed.flush(0);
    const { ending } = this.#protocol;
    for (const message of ending.slice(0, -1)) this.feed.add(message);
    this.feed.add(ending.at(-1)!, { onSent: () => this.#awaitText() });
    return true;
  }

  /** The ranges that are not final, in order. */
  get #gaps(): SampleRange[] {
    return this.#coverage.gapsBefore(this.pushedSamples);
  }

  protected override on(message: RangeMessage): void {
    if (message.type === 'partial' || message.type === 'final') this.#onText(message);
    else if (message.type === 'end' && this.stage === 'ending') this.#onEnd(message.isWhole);
  }

  #onText({ type, fromMs, toMs, text }: Extract<RangeMessage, { text: string }>): void {
    const to = Math.min(samplesIn(toMs), this.pushedSamples);
    const range = this.#coverage.uncovered({ from: samplesIn(fromMs), to }, samplesIn(STREAMING.contiguousAudioMs));
    if (range === undefined) return;
    if (type === 'partial') {
      this.connection.emit({ type, segment: segmentOf(range), from: range.from, text, stable: 0 });
      return;
    }
    this.#emitFinal(range, text);
    if (this.stage !== 'ending') return;
    if (this.#gaps.length === 0) this.connection.finish();
    else this.#awaitText();
  }

  #awaitText(): void {
    const [oldest] = this.#gaps;
    this.connection.awaitText(oldest && millisecondsOf(this.pushedSamples - oldest.from));
  }

  /** The stream is processed: audio after the last text is silence. */
  #onEnd(isWhole: boolean): void {
    const gaps = this.#gaps;
    const isBeforeText = (gap: SampleRange) => gap.to < this.pushedSamples;
    if (!isWhole && gaps.some(isBeforeText)) {
      this.connection.fail('server', 'missing-results');
      return;
    }
    for (const gap of gaps) this.#emitFinal(gap, '');
    this.connection.finish();
  }

  #emitFinal(range: SampleRange, text: string): void {
    this.#coverage.add(range);
    this.connection.emit({ type: 'final', segment: segmentOf(range), ...range, text });
  }
}

/** Unique, since no two segments begin at the same sample. */
function segmentOf({ from }: SampleRange): string {
  return `from-${from}`;
}
