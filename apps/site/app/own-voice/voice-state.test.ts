import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextVoice, OFFERED, type Stage, type VoiceEffect, type VoiceEvent, type VoiceState } from './voice-state.ts';

function play(...events: VoiceEvent[]): { state: VoiceState; effects: VoiceEffect[] } {
  let state = OFFERED;
  const effects: VoiceEffect[] = [];
  for (const event of events) {
    const step = nextVoice(state, event);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}

const TO_READY: VoiceEvent[] = [{ type: 'begin' }, { type: 'loaded' }, { type: 'started' }, { type: 'allowed' }];
const PRESS: VoiceEvent = { type: 'press' };

/** Plays events from the ready state; returns only their effects. */
function playReady(...events: VoiceEvent[]) {
  const { state, effects } = play(...TO_READY, ...events);
  return { state, effects: effects.slice(3) };
}

describe('the visitor’s own voice', () => {
  it('loads, starts and asks for the microphone in order, and takes the key only then', () => {
    const stages = TO_READY.map((_, index) => play(...TO_READY.slice(0, index + 1)).state.stage.type);
    expect(stages).toEqual(['loading', 'starting', 'asking', 'ready']);
    expect(play(...TO_READY).effects).toEqual(['load', 'start', 'ask']);
    expect(play(...TO_READY.slice(0, 3), PRESS).effects).not.toContain('hold');
  });

  it('never decreases the download progress', () => {
    const { state } = play(
      { type: 'begin' },
      { type: 'loaded-so-far', share: 0.5 },
      { type: 'loaded-so-far', share: 0.2 },
    );
    expect(state.stage).toEqual({ type: 'loading', share: 0.5 });
  });

  it.each<[string, VoiceEvent, VoiceEffect[], object]>([
    ['a release', { type: 'release' }, ['let-go', 'stop-limit'], {}],
    ['Escape', { type: 'escape' }, ['cancel', 'let-go', 'stop-limit'], {}],
    ['the page going out of sight', { type: 'hidden' }, ['cut-off', 'let-go', 'stop-limit'], { ending: 'hidden' }],
    ['two minutes', { type: 'time-up' }, ['let-go', 'stop-limit'], { ending: 'time-up' }],
    ['the microphone going away', { type: 'lost' }, ['let-go', 'stop-limit'], { ending: 'lost' }],
  ])('is recorded until %s', (_, event, effects, expected) => {
    const played = playReady(PRESS, event);
    expect(played.effects).toEqual(['hold', 'start-limit', ...effects]);
    expect(played.state).toMatchObject({ stage: { type: 'ready' }, isHeld: false, ...expected });
  });

  it('clears the previous outcome and ending on the next press', () => {
    const { state } = playReady(PRESS, { type: 'time-up' }, { type: 'over', outcome: 'inserted' }, PRESS);
    expect(state).toEqual({ stage: { type: 'ready' }, isHeld: true });
  });

  it('can be retried after every problem, starting with the download', () => {
    for (const by of ['connection', 'recognizer', 'denied', 'missing', 'failed'] as const) {
      const { state, effects } = play({ type: 'begin' }, { type: 'stopped', by }, { type: 'begin' });
      expect([state.stage, effects]).toEqual([{ type: 'loading', share: 0 }, ['load', 'load']]);
    }
  });

  it('ignores presses while set aside, and resumes immediately', () => {
    const { state, effects } = playReady({ type: 'set-aside' }, PRESS, { type: 'begin' }, PRESS);
    expect(state).toMatchObject({ stage: { type: 'ready' }, isHeld: true });
    expect(effects).toEqual(['cancel', 'hold', 'start-limit']);
  });

  it('alternates hold and release, each with its time limit and only while ready, whatever the events', () => {
    const bare = fc
      .constantFrom(
        'begin',
        'loaded',
        'started',
        'allowed',
        'press',
        'release',
        'escape',
        'hidden',
        'time-up',
        'lost',
        'set-aside',
      )
      .map((type): VoiceEvent => ({ type }));
    const event = fc.oneof(
      { weight: 5, arbitrary: bare },
      fc.constantFrom('denied', 'recognizer', 'connection').map((by): VoiceEvent => ({ type: 'stopped', by }) as const),
      fc.constantFrom('inserted', 'failed').map((outcome): VoiceEvent => ({ type: 'over', outcome }) as const),
    );
    const before: Record<VoiceEffect & ('start' | 'ask'), Stage['type']> = { start: 'loading', ask: 'starting' };
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), fc.boolean(), (events, isReady) => {
        let state = isReady ? play(...TO_READY).state : OFFERED;
        let isHolding = false;
        let isLimited = false;
        for (const each of events) {
          const from = state.stage.type;
          const { state: next, effects } = nextVoice(state, each);
          state = next;
          for (const effect of effects) {
            if (effect === 'hold') expect([isHolding, from]).toEqual([false, 'ready']);
            if (effect === 'let-go') expect(isHolding).toBe(true);
            if (effect === 'start' || effect === 'ask') expect(from).toBe(before[effect]);
            isHolding = effect === 'hold' || (isHolding && effect !== 'let-go');
            isLimited = effect === 'start-limit' || (isLimited && effect !== 'stop-limit');
          }
          expect([isHolding, isLimited]).toEqual([state.isHeld, state.isHeld]);
          if (state.isHeld) expect(state.stage.type).toBe('ready');
        }
      }),
    );
  });
});
