import type { Clock } from '../clock.ts';
import { kindNamedIn } from '../error-kinds.ts';
import type { ErrorOrigin } from '../error-messages.ts';
import { FrameAssembler } from '../frame-assembler.ts';
import { DEEPGRAM } from '../limits.ts';
import { SAMPLE_RATE, type SttEvent, type SttSession } from '../provider.ts';
import { millisecondsOf, pcmBytes, samplesIn } from '../samples.ts';
import { SessionConnection, type SessionPorts } from '../session-connection.ts';
import type { WebSocketRequest } from '../transport.ts';
import { Coverage, type SampleRange } from './coverage.ts';
import { type Results, readServerMessage } from './server-messages.ts';

/**
 * A streaming session of Deepgram. The provider cuts the audio itself: each of its final results is a segment, and
 * closes the range from the final before it to its own end.
 */
export class DeepgramSession implements SttSession {
  readonly #clock: Clock;
  readonly #connection: SessionConnection;
  readonly #frames = new FrameAssembler(DEEPGRAM.frame);
  readonly #coverage = new Coverage();
  #stage: 'connecting' | 'ready' | 'ending' = 'connecting';
  #pushedSamples = 0;
  /** When the provider was last given something. */
  #fedAt = 0;

  /** Connects at once. */
  constructor(
    request: WebSocketRequest,
    origin: ErrorOrigin,
    ports: SessionPorts,
    listener: (event: SttEvent) => void,
  ) {
    this.#clock = ports.clock;
    this.#connection = new SessionConnection(
      request,
      origin,
      ports,
      {
        onOpen: () => this.#onOpen(),
        onMessage: (data) => this.#onMessage(data),
        onServerClose: (code, reason) => this.#onServerClose(code, reason),
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
    for (const frame of this.#frames.push(samples)) this.#feed(pcmBytes(frame));
  }

  /** The provider decides where segments end. */
  cut(): void {}

  end(): void {
    if (this.#stage === 'ending') return;
    const isUnfinished = this.#stage === 'ready' && this.#gaps.length > 0;
    this.#stage = 'ending';
    if (isUnfinished) {
      for (const frame of this.#frames.flush()) this.#feed(pcmBytes(frame));
      this.#feed(JSON.stringify({ type: 'Finalize' }));
      this.#feed(JSON.stringify({ type: 'CloseStream' }));
      this.#awaitText();
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

  #onOpen(): void {
    if (this.#stage !== 'connecting') return;
    this.#stage = 'ready';
    this.#fedAt = this.#clock.now();
    this.#scheduleKeepAlive();
    this.#connection.ready();
  }

  #feed(data: string | Uint8Array): void {
    this.#fedAt = this.#clock.now();
    this.#connection.send(data);
  }

  #scheduleKeepAlive(): void {
    this.#connection.schedule(this.#fedAt + DEEPGRAM.keepAliveMs - this.#clock.now(), () => {
      if (this.#stage !== 'ready') return;
      if (this.#clock.now() - this.#fedAt >= DEEPGRAM.keepAliveMs) this.#feed(JSON.stringify({ type: 'KeepAlive' }));
      this.#scheduleKeepAlive();
    });
  }

  #onMessage(data: string | Uint8Array): void {
    const message = readServerMessage(data);
    if (message === undefined) return;
    this.#connection.progressed();
    switch (message.type) {
      case 'Results':
        this.#onResults(message);
        break;
      case 'Metadata':
        // The provider describes the stream once it is over.
        if (this.#stage === 'ending') this.#onEnd();
        break;
      case 'Error':
        // Whatever it failed at, text may be missing.
        this.#fail(`${message.variant} ${message.description} ${message.message}`, 'error-message');
    }
  }

  #onResults({ start, duration, is_final: isFinal, channel }: Results): void {
    const text = channel.alternatives[0].transcript;
    const from = Math.round(start * SAMPLE_RATE);
    const to = Math.min(Math.round((start + duration) * SAMPLE_RATE), this.#pushedSamples);
    const range = this.#coverage.uncovered({ from, to }, samplesIn(DEEPGRAM.contiguousAudioMs));
    if (range === undefined) return;
    if (!isFinal) {
      this.#connection.emit({ type: 'partial', segment: segmentOf(range), from: range.from, text, stable: 0 });
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

  /** The provider closes a stream after describing it, which ends it here; before, it is cut short. */
  #onServerClose(code: number, reason: string): void {
    this.#fail(reason, `close-${code}`);
  }

  /** The stream has been heard to its end: where nothing came after the last text, nothing was said. */
  #onEnd(): void {
    const gaps = this.#gaps;
    const isBeforeText = (gap: SampleRange) => gap.to < this.#pushedSamples;
    if (gaps.some(isBeforeText)) {
      this.#fail('', 'missing-results');
      return;
    }
    for (const gap of gaps) this.#emitFinal(gap, '');
    this.#connection.finish();
  }

  #fail(said: string, code: string): void {
    this.#connection.fail(kindNamedIn(said) ?? 'server', code);
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
