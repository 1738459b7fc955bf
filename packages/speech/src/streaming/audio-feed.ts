import type { Clock } from '../clock.ts';
import { FrameAssembler } from '../frame-assembler.ts';
import { millisecondsOf, samplesIn } from '../samples.ts';
import type { SessionConnection } from '../session-connection.ts';

type Frame = string | Uint8Array;

/** How a provider expects its audio. */
export interface FeedRules {
  /** Audio per frame. */
  frame: { minAudioMs: number; maxAudioMs: number };
  /** Whether a shorter frame is padded with silence. */
  fillsFrames?: boolean;
  /** How far the audio sent may run ahead of real time; absent: no limit. */
  maxLeadAudioMs?: number;
  /** The message to send after this long without any other. */
  keepAlive?: { everyMs: number; message: string };
  /** Encodes a frame for the wire. */
  encode(samples: Int16Array): Frame;
}

/** A queued message. */
interface Waiting {
  frame: Frame;
  audioMs: number;
  isHeld: () => boolean;
  onSent: () => void;
}

/** Sends audio and control messages to a provider: in order, in frames, and no faster than it accepts them. */
export class AudioFeed {
  readonly #connection: SessionConnection;
  readonly #clock: Clock;
  readonly #rules: FeedRules;
  readonly #frames: FrameAssembler;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** How much audio may be sent now, as of `#creditedAt`. */
  #creditMs: number;
  #creditedAt: number;
  #isScheduled = false;
  #sentAt: number;

  constructor(connection: SessionConnection, clock: Clock, rules: FeedRules) {
    this.#connection = connection;
    this.#clock = clock;
    this.#rules = rules;
    this.#frames = new FrameAssembler(rules.frame);
    this.#creditMs = rules.maxLeadAudioMs ?? Number.POSITIVE_INFINITY;
    this.#creditedAt = clock.now();
    this.#sentAt = clock.now();
  }

  /** Bytes queued here that have not left this machine. */
  get backlogBytes(): number {
    return this.#frames.waitingBytes + this.#waitingBytes + this.#connection.bufferedBytes;
  }

  /** Keeps the connection alive from now on, for as long as `isNeeded`. */
  keepAlive(isNeeded: () => boolean): void {
    const { keepAlive } = this.#rules;
    if (keepAlive === undefined) return;
    this.#connection.schedule(this.#sentAt + keepAlive.everyMs - this.#clock.now(), () => {
      if (!isNeeded()) return;
      if (this.#clock.now() - this.#sentAt >= keepAlive.everyMs) this.#send(keepAlive.message);
      this.keepAlive(isNeeded);
    });
  }

  push(samples: Int16Array): void {
    for (const frame of this.#frames.push(samples)) this.#addAudio(frame);
  }

  /** Sends the incomplete frame, then this many samples of silence. */
  flush(silence: number): void {
    for (const frame of this.#frames.flush()) this.#addAudio(this.#rules.fillsFrames ? this.#filled(frame) : frame);
    if (silence > 0) this.#addAudio(new Int16Array(silence));
  }

  /** Queues a message, which is sent after everything queued before it, and not while it `isHeld`. */
  add(
    frame: Frame,
    { isHeld = () => false, onSent = () => {} }: Partial<Pick<Waiting, 'isHeld' | 'onSent'>> = {},
  ): void {
    this.#enqueue({ frame, audioMs: 0, isHeld, onSent });
  }

  /** Sends whatever may be sent now. Must be called when a message is no longer held. */
  send(): void {
    for (let next = this.#waiting[0]; next !== undefined && !next.isHeld(); next = this.#waiting[0]) {
      const missingMs = next.audioMs - this.#credit();
      if (missingMs > 0) {
        this.#sendLater(missingMs);
        return;
      }
      this.#creditMs -= next.audioMs;
      this.#waiting.shift();
      this.#waitingBytes -= next.frame.length;
      this.#send(next.frame);
      next.onSent();
    }
  }

  #filled(samples: Int16Array): Int16Array {
    const filled = new Int16Array(Math.max(samples.length, samplesIn(this.#rules.frame.minAudioMs)));
    filled.set(samples);
    return filled;
  }

  #addAudio(samples: Int16Array): void {
    const audioMs = millisecondsOf(samples.length);
    this.#enqueue({ frame: this.#rules.encode(samples), audioMs, isHeld: () => false, onSent: () => {} });
  }

  #enqueue(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#waitingBytes += waiting.frame.length;
    this.send();
  }

  #credit(): number {
    const { maxLeadAudioMs = Number.POSITIVE_INFINITY } = this.#rules;
    const now = this.#clock.now();
    this.#creditMs = Math.min(maxLeadAudioMs, this.#creditMs + now - this.#creditedAt);
    this.#creditedAt = now;
    return this.#creditMs;
  }

  #sendLater(delayMs: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#connection.schedule(delayMs, () => {
      this.#isScheduled = false;
      this.send();
    });
  }

  #send(frame: Frame): void {
    this.#sentAt = this.#clock.now();
    this.#connection.send(frame);
  }
}
