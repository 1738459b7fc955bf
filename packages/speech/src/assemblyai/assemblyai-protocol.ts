import { kindNamedIn } from '../error-kinds.ts';
import { ASSEMBLYAI, STREAMING } from '../limits.ts';
import type { SttErrorKind } from '../provider.ts';
import { pcmBytes } from '../samples.ts';
import type { RangeMessage, RangeProtocol } from '../streaming/range-session.ts';
import { readServerMessage, type Turn } from './server-messages.ts';

/** AssemblyAI's streaming API. It segments the audio into turns, and resends each one until it has ended. */
export function assemblyAiProtocol(): RangeProtocol {
  const turns = new Turns();

  function read(data: string | Uint8Array): RangeMessage[] {
    const message = readServerMessage(data);
    switch (message?.type) {
      case 'Begin':
        return [{ type: 'ready' }];
      case 'SpeechStarted':
        return [{ type: 'progress' }];
      case 'Turn':
        return turns.process(message);
      case 'Termination':
        return [...turns.finishAll(), { type: 'end', isWhole: turns.areWhole }];
      case 'Error':
        return [{ type: 'failed', kind: kindOfCode(message.error_code, message.error), code: `${message.error_code}` }];
      case undefined:
        return [];
    }
  }

  return {
    feed: {
      frame: ASSEMBLYAI.frame,
      fillsFrames: true,
      maxLeadAudioMs: STREAMING.maxLeadAudioMs,
      encode: pcmBytes,
    },
    isReadyOnOpen: false,
    ending: [JSON.stringify({ type: 'ForceEndpoint' }), JSON.stringify({ type: 'Terminate' })],
    read,
    kindOfClose: kindOfCode,
  };
}

/** The state of a stream's turns. */
class Turns {
  /** Where each final turn ends, in milliseconds. */
  readonly #ends = new Map<number, number>();
  /** Turns that have ended, but whose text with capitals and punctuation is still to come. */
  readonly #unformatted = new Map<number, Turn>();
  #highest = -1;

  /** Whether every known turn is final, so that everything between them is silence. */
  get areWhole(): boolean {
    return Array.from({ length: this.#highest + 1 }, (_, order) => this.#ends.has(order)).every(Boolean);
  }

  process(turn: Turn): RangeMessage[] {
    const { turn_order: order } = turn;
    if (this.#ends.has(order) || order > ASSEMBLYAI.maxTurns) return [];
    this.#highest = Math.max(this.#highest, order);
    if (turn.end_of_turn && turn.turn_is_formatted) return this.#finish(turn);
    if (turn.end_of_turn) this.#unformatted.set(order, turn);
    const [first, last] = [turn.words[0], turn.words.at(-1)];
    if (first === undefined || last === undefined) return [{ type: 'progress' }];
    const text = turn.words.map((word) => word.text).join(' ');
    return [{ type: 'partial', fromMs: this.#startOf(order, first.start), toMs: last.end, text }];
  }

  /** The stream is over: turns without formatted text become final as they are. */
  finishAll(): RangeMessage[] {
    return [...this.#unformatted.values()].flatMap((turn) => this.#finish(turn));
  }

  #finish(turn: Turn): RangeMessage[] {
    const { turn_order: order, transcript, words } = turn;
    this.#unformatted.delete(order);
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined) {
      // Without words, the position of the text is unknown.
      if (transcript !== '') return [{ type: 'failed', kind: 'protocol' }];
      this.#ends.set(order, this.#ends.get(order - 1) ?? 0);
      return [{ type: 'progress' }];
    }
    const fromMs = this.#startOf(order, first.start);
    const toMs = Math.max(last.end, fromMs) + ASSEMBLYAI.turnTailAudioMs;
    this.#ends.set(order, toMs);
    return [{ type: 'final', fromMs, toMs, text: transcript }];
  }

  /** A turn begins where the previous one ended or, if that isn't known yet, at its own first word. */
  #startOf(order: number, firstWordMs: number): number {
    return order === 0 ? 0 : (this.#ends.get(order - 1) ?? firstWordMs);
  }
}

/** Returns the error kind of a code, from an error message or a close frame. */
function kindOfCode(code: number, said: string): SttErrorKind {
  const named = kindNamedIn(said);
  if (named !== undefined) return named;
  if (code === 1008 || code === 4001) return /balance|funds|credit|billing|disabled/i.test(said) ? 'quota' : 'auth';
  return CODES[code] ?? 'server';
}

const CODES: Partial<Record<number, SttErrorKind>> = {
  3006: 'bad-config',
  3007: 'rate-limit',
  3008: 'expired',
  3009: 'rate-limit',
  4000: 'bad-config',
  4002: 'quota',
  4003: 'quota',
  4008: 'expired',
  4029: 'rate-limit',
};
