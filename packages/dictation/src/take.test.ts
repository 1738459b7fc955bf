import type { SttEvent } from '@workspace/speech/provider';
import { describe, expect, it } from 'vitest';
import { beginTake, nextStep, reduceTake, type Take, type TakeEvent } from './take.ts';
import { textSoFar } from './transcript.ts';

/** A take and the events that follow, with every step towards the provider performed at once. Positions are samples. */
class DrivenTake {
  take: Take = beginTake('hold', { hasFallback: false }).take;
  readonly steps: string[] = [];

  hear(event: TakeEvent): this {
    this.take = reduceTake(this.take, event, 0).take;
    for (let step = nextStep(this.take); step; step = nextStep(this.take)) {
      this.steps.push(step.type === 'push' ? `push ${step.from}-${step.to}` : step.type);
      this.take = reduceTake(this.take, { type: 'step-done', step }, 0).take;
    }
    return this;
  }

  session(event: SttEvent): this {
    return this.hear({ type: 'session', event });
  }

  final(segment: string, from: number, to: number): this {
    return this.session({ type: 'final', segment, from, to, text: segment });
  }

  /** Phrases of 100 samples each have been spoken. */
  phrases(count: number): this {
    for (let phrase = 1; phrase <= count; phrase += 1) {
      this.hear({ type: 'captured', end: phrase * 100, heard: true, cut: true });
    }
    return this;
  }

  /** The session is lost, and the next one is ready. */
  reconnect(): this {
    this.session({ type: 'closed', error: { kind: 'network', message: 'Lost.', advice: 'Wait.' } });
    this.hear({ type: 'timer', timer: 'retry' });
    this.steps.length = 0;
    return this.session({ type: 'ready' });
  }
}

describe('a take', () => {
  it('sends the phrases in order, each followed by a cut, and holds back silence', () => {
    const driven = new DrivenTake().session({ type: 'ready' }).phrases(2);
    driven.hear({ type: 'captured', end: 300, heard: false, cut: false });
    expect(driven.steps).toEqual(['push 0-100', 'cut', 'push 100-200', 'cut']);
    driven.hear({ type: 'captured', end: 400, heard: true, cut: false });
    driven.hear({ type: 'audio-ended', end: 450, speech: true, released: true });
    expect(driven.steps.slice(4)).toEqual(['push 200-400', 'push 400-450', 'cut', 'end']);
  });

  it('begins to send once the session is ready, with the first sample', () => {
    const driven = new DrivenTake().phrases(1);
    expect(driven.steps).toEqual([]);
    expect(driven.session({ type: 'ready' }).steps).toEqual(['push 0-100', 'cut']);
  });

  it('sends again only what is not settled, each phrase on its own', () => {
    const driven = new DrivenTake().session({ type: 'ready' }).phrases(4).final('second', 100, 200).reconnect();
    expect(driven.steps).toEqual(['push 0-100', 'cut', 'push 200-300', 'cut', 'push 300-400', 'cut']);
  });

  it('knows which of its audio a final means, also when the session was sent parts that are not adjacent', () => {
    const driven = new DrivenTake().session({ type: 'ready' }).phrases(4).final('second', 100, 200).reconnect();
    driven.final('third', 100, 200).final('first', 0, 100);
    expect(textSoFar(driven.take.transcript)).toBe('first second third');
    driven.reconnect();
    expect(driven.steps).toEqual(['push 300-400', 'cut']);
  });

  it('takes the text of a final once, when the provider joined parts that are not adjacent', () => {
    const driven = new DrivenTake().session({ type: 'ready' }).phrases(3).final('second', 100, 200).reconnect();
    driven.final('joined', 0, 200);
    expect(driven.take.transcript.pieces.map(({ from, to, text }) => [from, to, text])).toEqual([
      [0, 100, 'joined'],
      [100, 200, 'second'],
      [200, 300, ''],
    ]);
  });

  it('shows what is being understood where it belongs', () => {
    const driven = new DrivenTake().session({ type: 'ready' }).phrases(2).final('second', 100, 200).reconnect();
    driven.session({ type: 'partial', segment: 'a', from: 0, text: 'fir', stable: 0 });
    expect(textSoFar(driven.take.transcript)).toBe('fir second');
  });
});
