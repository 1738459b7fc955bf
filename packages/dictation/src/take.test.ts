import type { SttErrorKind, SttEvent } from '@workspace/speech/provider';
import { describe, expect, it } from 'vitest';
import { beginTake, reduceTake } from './take.ts';
import { nextStep } from './take-connection.ts';
import type { Route, Take, TakeEffect, TakeEvent, TakeProvider, TakeTimer } from './take-state.ts';
import { textSoFar } from './transcript.ts';
import { BACKUP, TAKE } from './tuning.ts';

/** A take driven by events, with every step towards the provider performed immediately. Positions are in samples. */
class DrivenTake {
  take: Take;
  now = 0;
  readonly steps: string[] = [];
  /** The routes of the connections, in order. */
  readonly routes: Route[] = [];
  /** The texts of each insertion. */
  readonly handedOver: string[][] = [];
  readonly #timers = new Map<TakeTimer, number>();

  constructor(provider: Partial<TakeProvider> = {}) {
    const known: TakeProvider = {
      host: 'speech.example',
      segmentation: 'client',
      hasFallback: false,
      hasBackup: false,
      ...provider,
    };
    this.take = beginTake({ mode: 'hold', send: false, edit: false, insertsWhileHolding: false }, known);
    this.dispatch({ type: 'begun', provider: known });
  }

  dispatch(event: TakeEvent): this {
    this.#reduce(event);
    for (let step = nextStep(this.take); step; step = nextStep(this.take)) {
      this.steps.push(step.type === 'push' ? `push ${step.from}-${step.to}` : step.type);
      this.#reduce({ type: 'step-done', step });
    }
    return this;
  }

  /** Lets time pass, and timers fire. */
  pass(ms: number): this {
    const until = this.now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(([, dueAt]) => dueAt <= until).sort((a, b) => a[1] - b[1]);
      if (!next) break;
      const [timer, dueAt] = next;
      this.#timers.delete(timer);
      this.now = dueAt;
      this.dispatch({ type: 'timer', timer });
    }
    this.now = until;
    return this;
  }

  #reduce(event: TakeEvent): void {
    const { take, effects } = reduceTake(this.take, event, this.now);
    this.take = take;
    this.#perform(effects);
  }

  #perform(effects: readonly TakeEffect[]): void {
    for (const effect of effects) {
      if (effect.type === 'insert') this.handedOver.push(effect.pieces.map(({ text }) => text));
      if (effect.type === 'connect') this.routes.push(effect.route);
      if (effect.type === 'start-timer') this.#timers.set(effect.timer, this.now + effect.delayMs);
      if (effect.type === 'stop-timers') this.#timers.clear();
    }
  }

  session(event: SttEvent): this {
    return this.dispatch({ type: 'session', event });
  }

  final(segment: string, from: number, to: number): this {
    return this.session({ type: 'final', segment, from, to, text: segment });
  }

  /** Speaks phrases of 100 samples each. */
  phrases(count: number): this {
    for (let phrase = 1; phrase <= count; phrase += 1) {
      this.dispatch({ type: 'captured', end: phrase * 100, heard: true, cut: true });
    }
    return this;
  }

  /** Loses the session, and gets the next one ready. */
  reconnect(): this {
    this.fail('network').dispatch({ type: 'timer', timer: 'retry' });
    this.steps.length = 0;
    return this.session({ type: 'ready' });
  }

  fail(kind: SttErrorKind): this {
    return this.session({ type: 'closed', error: { kind, message: 'Lost.', advice: 'Wait.' } });
  }

  endAudio(end: number): this {
    return this.dispatch({ type: 'audio-ended', end, speech: true, released: true });
  }
}

describe('a take', () => {
  it('sends the phrases in order, each followed by a cut, and holds back silence', () => {
    const driven = new DrivenTake().session({ type: 'ready' }).phrases(2);
    driven.dispatch({ type: 'captured', end: 300, heard: false, cut: false });
    expect(driven.steps).toEqual(['push 0-100', 'cut', 'push 100-200', 'cut']);
    driven.dispatch({ type: 'captured', end: 400, heard: true, cut: false });
    driven.dispatch({ type: 'audio-ended', end: 450, speech: true, released: true });
    expect(driven.steps.slice(4)).toEqual(['push 200-400', 'push 400-450', 'cut', 'end']);
  });

  it('starts sending from the first sample once the session is ready', () => {
    const driven = new DrivenTake().phrases(1);
    expect(driven.steps).toEqual([]);
    expect(driven.session({ type: 'ready' }).steps).toEqual(['push 0-100', 'cut']);
  });

  it('resends only unsettled audio, phrase by phrase', () => {
    const driven = new DrivenTake().session({ type: 'ready' }).phrases(4).final('second', 100, 200).reconnect();
    expect(driven.steps).toEqual(['push 0-100', 'cut', 'push 200-300', 'cut', 'push 300-400', 'cut']);
  });

  it('maps a final to its audio even if the session was sent non-adjacent parts', () => {
    const driven = new DrivenTake().session({ type: 'ready' }).phrases(4).final('second', 100, 200).reconnect();
    driven.final('third', 100, 200).final('first', 0, 100);
    expect(textSoFar(driven.take.transcript)).toBe('first second third');
    driven.reconnect();
    expect(driven.steps).toEqual(['push 300-400', 'cut']);
  });

  it('uses the text of a final once if the provider joined non-adjacent parts', () => {
    const driven = new DrivenTake().session({ type: 'ready' }).phrases(3).final('second', 100, 200).reconnect();
    driven.final('joined', 0, 200);
    expect(driven.take.transcript.pieces.map(({ from, to, text }) => [from, to, text])).toEqual([
      [0, 100, 'joined'],
      [100, 200, 'second'],
      [200, 300, ''],
    ]);
  });

  it('commits at the release what was said, and delivers it before the audio ends', () => {
    const driven = new DrivenTake().session({ type: 'ready' }).phrases(1).final('first', 0, 100);
    driven.dispatch({ type: 'captured', end: 180, heard: true, cut: false }).dispatch({ type: 'committed', cut: true });
    expect(driven.steps).toEqual(['push 0-100', 'cut', 'push 100-180', 'cut']);
    expect(driven.handedOver).toEqual([]);
    driven.dispatch({ type: 'captured', end: 190, heard: false, cut: false }).final('second', 100, 180);
    expect(driven.handedOver).toEqual([['first', 'second']]);
    driven.dispatch({ type: 'audio-ended', end: 200, speech: false, released: true });
    expect(driven.take.phase).toBe('inserting');
    expect(driven.handedOver).toHaveLength(1);
  });

  it('ends the session at the release if the provider segments the audio, and reconnects for late speech', () => {
    const driven = new DrivenTake({ segmentation: 'server' }).session({ type: 'ready' });
    driven.dispatch({ type: 'captured', end: 100, heard: true, cut: false }).dispatch({ type: 'committed', cut: true });
    expect(driven.steps).toEqual(['push 0-100', 'cut', 'end']);
    driven.final('first', 0, 100).session({ type: 'closed' });
    expect(driven.take.connection).toEqual({ type: 'none' });
    driven.dispatch({ type: 'audio-ended', end: 140, speech: true, released: true });
    expect(driven.take).toMatchObject({ connection: { type: 'connecting' }, failedAttempts: 0 });
    driven.session({ type: 'ready' }).final('last', 0, 40);
    expect(driven.steps.slice(3)).toEqual(['push 100-140', 'cut', 'end']);
    expect(driven.handedOver).toEqual([['first'], ['last']]);
  });

  it('does not end a session that has settled everything so far, since more may follow', () => {
    const driven = new DrivenTake({ segmentation: 'server' })
      .session({ type: 'ready' })
      .phrases(1)
      .final('first', 0, 100);
    driven.dispatch({ type: 'committed', cut: false });
    expect(driven.steps).toEqual(['push 0-100', 'cut']);
    expect(driven.handedOver).toEqual([['first']]);
  });

  it('reconnects while recording if the session is closed with nothing left to settle', () => {
    const driven = new DrivenTake().session({ type: 'ready' }).phrases(1).final('first', 0, 100);
    driven.session({ type: 'closed' }).dispatch({ type: 'timer', timer: 'retry' });
    expect(driven.take.connection.type).toBe('connecting');
  });

  it('reconnects for a last word without waiting for pending text of the ended session', () => {
    const driven = new DrivenTake({ segmentation: 'server' }).session({ type: 'ready' });
    driven.dispatch({ type: 'captured', end: 100, heard: true, cut: false }).dispatch({ type: 'committed', cut: true });
    driven.dispatch({ type: 'captured', end: 140, heard: true, cut: false });
    expect(driven.routes).toEqual(['stream', 'stream']);
    driven.session({ type: 'ready' });
    expect(driven.steps.slice(3)).toEqual(['push 0-100', 'cut', 'push 100-140']);
  });

  it('reconnects for a possible last word, and leaves an ended session alone if there was none', () => {
    const committed = () =>
      new DrivenTake({ segmentation: 'server' })
        .session({ type: 'ready' })
        .dispatch({ type: 'captured', end: 100, heard: true, cut: false })
        .dispatch({ type: 'committed', cut: true });
    expect(committed().endAudio(140).routes).toEqual(['stream', 'stream']);
    const silent = committed().dispatch({ type: 'audio-ended', end: 140, speech: false, released: true });
    expect(silent.routes).toEqual(['stream']);
    // It ends without having settled everything, against the rules.
    expect(silent.session({ type: 'closed' }).pass(0).routes).toEqual(['stream', 'stream']);
  });

  it('does not reconnect for a last word after a failure that only the user can fix', () => {
    const driven = new DrivenTake().session({ type: 'ready' }).fail('auth');
    driven.dispatch({ type: 'captured', end: 100, heard: true, cut: false }).dispatch({ type: 'committed', cut: true });
    driven.dispatch({ type: 'captured', end: 140, heard: true, cut: false });
    expect(driven.routes).toEqual(['stream']);
  });

  it('uses the text of a final for its unsettled part', () => {
    const driven = new DrivenTake().session({ type: 'ready' }).phrases(3).final('second', 100, 200).reconnect();
    driven.final('first', 0, 100).final('third', 0, 200);
    expect(textSoFar(driven.take.transcript)).toBe('first second third');
  });

  it('shows provisional text in its place', () => {
    const driven = new DrivenTake().session({ type: 'ready' }).phrases(2).final('second', 100, 200).reconnect();
    driven.session({ type: 'partial', segment: 'a', from: 0, text: 'fir', stable: 0 });
    expect(textSoFar(driven.take.transcript)).toBe('fir second');
  });
});

describe('a take with a backup', () => {
  const withBackup = (provider: Partial<TakeProvider> = {}) => new DrivenTake({ hasBackup: true, ...provider });
  const SECOND = 24_000;

  it('restarts the provider’s full timeout after each word', () => {
    const driven = withBackup()
      .session({ type: 'ready' })
      .phrases(2)
      .pass(BACKUP.silenceMs - 1);
    driven.session({ type: 'partial', segment: 'a', from: 0, text: 'fir', stable: 0 }).pass(BACKUP.silenceMs - 1);
    driven.final('first', 0, 100).pass(BACKUP.silenceMs - 1);
    expect(driven.routes).toEqual(['stream']);
    driven.pass(1);
    expect(driven.routes).toEqual(['stream', 'backup']);
    expect(driven.take.backup?.reason).toMatchObject({ kind: 'timeout' });
  });

  it('shortens the timeout at the release, and never extends it', () => {
    const early = withBackup().session({ type: 'ready' }).phrases(1).pass(1_000).endAudio(150);
    early.pass(BACKUP.silenceAfterReleaseMs - 1);
    expect(early.routes).toEqual(['stream']);
    expect(early.pass(1).routes).toEqual(['stream', 'backup']);
    const late = withBackup().session({ type: 'ready' }).phrases(1).pass(4_000).endAudio(150);
    expect(late.pass(999).routes).toEqual(['stream']);
    expect(late.pass(1).routes).toEqual(['stream', 'backup']);
  });

  it('waits for a provider that owes no answer', () => {
    const driven = withBackup().session({ type: 'ready' }).phrases(1).final('first', 0, 100);
    driven.dispatch({ type: 'captured', end: 200, heard: true, cut: false }).pass(60_000);
    expect(driven.routes).toEqual(['stream']);
  });

  it('lets a provider that segments the audio wait for more of it, but not forever', () => {
    const driven = withBackup({ segmentation: 'server' }).session({ type: 'ready' });
    driven.dispatch({ type: 'captured', end: 2 * SECOND, heard: true, cut: true }).pass(60_000);
    expect(driven.routes).toEqual(['stream']);
    driven.session({ type: 'partial', segment: 'a', from: 0, text: 'fir', stable: 0 });
    driven.dispatch({ type: 'captured', end: 4 * SECOND, heard: true, cut: true }).pass(60_000);
    expect(driven.routes).toEqual(['stream']);
    driven.dispatch({ type: 'captured', end: 5 * SECOND, heard: true, cut: true }).pass(BACKUP.silenceMs - 1);
    expect(driven.routes).toEqual(['stream']);
    expect(driven.pass(1).routes).toEqual(['stream', 'backup']);
  });

  it('restarts the timeout after the machine slept', () => {
    const driven = withBackup()
      .session({ type: 'ready' })
      .phrases(1)
      .pass(4_000)
      .dispatch({ type: 'woke' })
      .pass(4_999);
    expect(driven.routes).toEqual(['stream', 'stream']);
    expect(driven.pass(1).routes).toEqual(['stream', 'stream', 'backup']);
  });

  it('replaces an expired or closed session without the backup, unless text is pending', () => {
    const closed = withBackup().session({ type: 'ready' }).phrases(1).session({ type: 'closed' }).pass(0);
    expect(closed.routes).toEqual(['stream', 'stream']);
    const driven = withBackup().session({ type: 'ready' }).phrases(1).fail('expired').pass(0);
    expect(driven.routes).toEqual(['stream', 'stream']);
    expect(driven.session({ type: 'ready' }).endAudio(150).fail('expired').routes.at(-1)).toBe('backup');
  });

  it('gives the backup a timeout of its own, and does not report its text as late', () => {
    const driven = withBackup().session({ type: 'ready' }).phrases(1).endAudio(150).pass(BACKUP.silenceAfterReleaseMs);
    driven.session({ type: 'ready' }).pass(TAKE.slowMs);
    expect(driven.take).toMatchObject({ phase: 'finishing', slow: false });
    driven.fail('server').pass(TAKE.giveUpMs - TAKE.slowMs - 1);
    expect(driven.take.phase).toBe('finishing');
    driven.fail('server');
    expect(driven.take).toMatchObject({ phase: 'finishing' });
    driven.pass(1);
    expect(driven.take).toMatchObject({ phase: 'failed', error: { kind: 'timeout' } });
  });

  it('lets the backup take over if the timeout is suddenly exceeded, as after sleep', () => {
    const slept = () => {
      const driven = withBackup().phrases(1).endAudio(150);
      driven.now = TAKE.giveUpMs;
      return driven;
    };
    expect(slept().dispatch({ type: 'timer', timer: 'give-up' }).routes).toEqual(['stream', 'backup']);
    expect(slept().dispatch({ type: 'timer', timer: 'limit' }).routes).toEqual(['stream', 'backup']);
    expect(slept().fail('expired').routes).toEqual(['stream', 'backup']);
  });

  it('reports the provider’s failure when the backup does not finish', () => {
    const driven = withBackup().session({ type: 'ready' }).phrases(1).fail('auth').session({ type: 'ready' });
    expect(driven.take.error).toBeUndefined();
    driven.endAudio(150).dispatch({ type: 'timer', timer: 'limit' });
    expect(driven.take).toMatchObject({ phase: 'failed', error: { kind: 'auth' } });
  });

  it('neither replaces the backup’s session for its age nor ends it before the audio ends', () => {
    const driven = withBackup({ segmentation: 'server', maxSessionMs: 60_000 }).session({ type: 'ready' }).phrases(1);
    driven.fail('auth').session({ type: 'ready' }).pass(60_000);
    expect(driven.take.connection).toMatchObject({ type: 'ready', route: 'backup', aged: false });
    driven.dispatch({ type: 'captured', end: 150, heard: true, cut: false }).dispatch({ type: 'committed', cut: true });
    expect(driven.steps.slice(2)).toEqual(['push 0-100', 'cut', 'push 100-150', 'cut']);
  });

  it('counts what the backup settled, but no sample twice', () => {
    const driven = withBackup().session({ type: 'ready' }).phrases(3).final('second', 100, 200).fail('auth');
    driven.session({ type: 'ready' }).final('first', 0, 100).final('first', 0, 100);
    expect(driven.take.backupSamples).toBe(100);
    driven.final('third', 100, 200);
    expect(driven.take.backupSamples).toBe(200);
    expect(textSoFar(driven.take.transcript)).toBe('first second third');
  });
});
