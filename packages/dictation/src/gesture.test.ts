import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DictationMode,
  type GestureEvent,
  type GestureOutput,
  INITIAL_GESTURE_STATE,
  reduceGesture,
} from './gesture.ts';

/** Runs events from the beginning and tells the outputs in short, and the last state. */
function play(...events: GestureEvent[]) {
  let state = INITIAL_GESTURE_STATE;
  const outputs: string[] = [];
  for (const event of events) {
    const step = reduceGesture(state, event);
    state = step.state;
    outputs.push(...step.outputs.map((output) => (output.type === 'start' ? `start ${output.mode}` : output.type)));
  }
  return { outputs, state };
}

const pressHold: GestureEvent = { type: 'hold-pressed' };
const releaseHold: GestureEvent = { type: 'hold-released' };
const readUp: GestureEvent = { type: 'hold-read', holdDown: false };
const readDown: GestureEvent = { type: 'hold-read', holdDown: true };
const pressToggle: GestureEvent = { type: 'toggle-pressed' };
const cancel: GestureEvent = { type: 'cancel-pressed' };
const sleep: GestureEvent = { type: 'sleep' };
const ended: GestureEvent = { type: 'ended' };

describe('hold', () => {
  it('records from the press to the release', () => {
    expect(play(pressHold).outputs).toEqual(['start hold']);
    expect(play(pressHold, releaseHold).outputs).toEqual(['start hold', 'stop']);
  });

  it('has its key watched while it is down, and only then', () => {
    expect(play().state.holdDown).toBe(false);
    expect(play(pressHold).state.holdDown).toBe(true);
    expect(play(pressHold, releaseHold).state.holdDown).toBe(false);
    expect(play(pressToggle).state.holdDown).toBe(false);
  });

  it('stops when the key is read as up, without a release event', () => {
    expect(play(pressHold, readDown, readDown).outputs).toEqual(['start hold']);
    expect(play(pressHold, readDown, readUp).outputs).toEqual(['start hold', 'stop']);
  });

  it('goes by the events alone where the key cannot be read', () => {
    const unread: GestureEvent = { type: 'hold-read' };
    expect(play(pressHold, unread).state.holdDown).toBe(true);
    expect(play(pressHold, unread, releaseHold, unread)).toEqual({
      outputs: ['start hold', 'stop'],
      state: INITIAL_GESTURE_STATE,
    });
  });

  it('ignores the release event that comes after the reading', () => {
    expect(play(pressHold, readUp, releaseHold).outputs).toEqual(['start hold', 'stop']);
  });

  it('takes further presses while it is down for repeats', () => {
    expect(play(pressHold, pressHold, pressHold, releaseHold).outputs).toEqual(['start hold', 'stop']);
  });

  it('takes pairs of release and press for repeats where the key is really down', () => {
    const falseRelease: GestureEvent = { type: 'hold-released', holdDown: true };
    const repeat: GestureEvent = { type: 'hold-pressed', holdDown: true };
    expect(play(pressHold, falseRelease, repeat, falseRelease, repeat, readUp).outputs).toEqual(['start hold', 'stop']);
  });

  it('ignores a press whose key is really up', () => {
    const lateRepeat: GestureEvent = { type: 'hold-pressed', holdDown: false };
    expect(play(pressHold, releaseHold, lateRepeat)).toEqual({
      outputs: ['start hold', 'stop'],
      state: INITIAL_GESTURE_STATE,
    });
  });

  it('does not begin again by repeats after its dictation was cancelled, ended or stopped by sleep', () => {
    for (const end of [cancel, ended, sleep]) {
      expect(play(pressHold, end, pressHold, pressHold).state).toEqual({ live: undefined, holdDown: true });
      expect(play(pressHold, end, readUp, pressHold).state).toEqual({ live: 'hold', holdDown: true });
    }
  });

  it('never latches over 50 quick presses', () => {
    const presses = Array.from({ length: 50 }, () => [pressHold, releaseHold]).flat();
    const { outputs, state } = play(...presses);
    expect(outputs).toEqual(Array.from({ length: 50 }, () => ['start hold', 'stop']).flat());
    expect(state).toEqual(INITIAL_GESTURE_STATE);
  });
});

describe('toggle', () => {
  it('records from one press to the next', () => {
    expect(play(pressToggle, pressToggle, pressToggle).outputs).toEqual(['start toggle', 'stop', 'start toggle']);
  });

  it('is not turned off by the repeats of its own chord', () => {
    const repeat: GestureEvent = { type: 'toggle-pressed', repeat: true };
    expect(play(pressToggle, repeat, repeat).outputs).toEqual(['start toggle']);
  });

  it('is ignored while the hold chord is down, so that a hold never latches', () => {
    expect(play(pressHold, pressToggle, releaseHold).outputs).toEqual(['start hold', 'stop']);
    expect(play(pressHold, cancel, pressToggle).outputs).toEqual(['start hold', 'cancel']);
  });

  it('is taken over by a hold, and then stops at the release', () => {
    expect(play(pressToggle, pressHold).state).toEqual({ live: 'hold', holdDown: true });
    expect(play(pressToggle, pressHold, releaseHold).outputs).toEqual(['start toggle', 'stop']);
  });

  it('goes on when a late repeat of the hold chord comes', () => {
    expect(play(pressToggle, { type: 'hold-pressed', holdDown: false }, readUp, releaseHold).outputs).toEqual([
      'start toggle',
    ]);
  });
});

describe('cancel, sleep and end', () => {
  it('cancels what is live', () => {
    expect(play(pressToggle, cancel, pressToggle).outputs).toEqual(['start toggle', 'cancel', 'start toggle']);
    expect(play(pressHold, cancel, releaseHold).outputs).toEqual(['start hold', 'cancel']);
  });

  it('cancels what is awaited after the stop', () => {
    expect(play(pressHold, releaseHold, cancel).outputs).toEqual(['start hold', 'stop', 'cancel']);
  });

  it('stops a live dictation when the machine sleeps, and does nothing otherwise', () => {
    expect(play(pressToggle, sleep).outputs).toEqual(['start toggle', 'stop']);
    expect(play(sleep).outputs).toEqual([]);
  });

  it('starts anew after a dictation that ended by itself', () => {
    expect(play(pressToggle, ended, pressToggle).outputs).toEqual(['start toggle', 'start toggle']);
  });
});

/** What a user does, and what the system makes of it. The fate of an event says whether it arrives now, later or never. */
const fate = fc.constantFrom('now', 'late', 'never');
const userAct = fc.oneof(
  fc.record({ act: fc.constantFrom('hold-down' as const, 'hold-up' as const), fate }),
  fc.record({
    act: fc.constantFrom(
      'repeat-press' as const,
      'repeat-pair' as const,
      'toggle' as const,
      'toggle-repeat' as const,
      'cancel' as const,
      'sleep' as const,
      'ended' as const,
      'read' as const,
      'deliver-late' as const,
    ),
    fate: fc.constant('now'),
  }),
);

describe('over random histories', () => {
  it('starts and stops alternate, and nothing records once the hold key is up and no toggle is on', () => {
    fc.assert(
      fc.property(fc.array(userAct, { maxLength: 60 }), fc.boolean(), (acts, eventsCarryReadings) => {
        let state = INITIAL_GESTURE_STATE;
        let recording = false;
        let startedBy: DictationMode | undefined;
        let reallyDown = false;
        const late: GestureEvent['type'][] = [];

        const check = (output: GestureOutput) => {
          if (output.type === 'start') expect(recording).toBe(false);
          if (output.type === 'stop') expect(recording).toBe(true);
          recording = output.type === 'start';
          if (output.type === 'start') startedBy = output.mode;
        };
        const handle = (event: GestureEvent) => {
          const step = reduceGesture(state, event);
          if (event.type === 'ended') recording = false;
          if (event.type === 'hold-pressed' && event.holdDown !== false) startedBy = 'hold';
          step.outputs.forEach(check);
          state = step.state;
          expect(state.live !== undefined).toBe(recording);
          expect(state.live === 'hold' && !state.holdDown).toBe(false);
        };
        const arrive = (type: GestureEvent['type']) => {
          if (type === 'hold-pressed' || type === 'hold-released') {
            handle({ type, holdDown: eventsCarryReadings ? reallyDown : undefined });
          }
        };
        const read = () => {
          if (state.holdDown) handle({ type: 'hold-read', holdDown: reallyDown });
        };

        for (const { act, fate: how } of acts) {
          if (act === 'hold-down' || act === 'hold-up') {
            if (reallyDown === (act === 'hold-down')) continue;
            reallyDown = !reallyDown;
            const type = reallyDown ? 'hold-pressed' : 'hold-released';
            if (how === 'now') arrive(type);
            if (how === 'late') late.push(type);
          } else if (act === 'repeat-press') {
            if (reallyDown) arrive('hold-pressed');
          } else if (act === 'repeat-pair') {
            if (reallyDown) late.push('hold-released', 'hold-pressed');
          } else if (act === 'toggle') handle(pressToggle);
          else if (act === 'toggle-repeat') handle({ type: 'toggle-pressed', repeat: true });
          else if (act === 'cancel') handle(cancel);
          else if (act === 'sleep') handle(sleep);
          else if (act === 'ended') handle(ended);
          else if (act === 'read') read();
          else late.splice(0).forEach(arrive);
        }

        reallyDown = false;
        late.forEach(arrive);
        read();
        expect(state.holdDown).toBe(false);
        if (recording) {
          expect(startedBy).toBe('toggle');
          handle(pressToggle);
        }
        expect(recording).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  it('one press and one release give one dictation, however the key repeats between them', () => {
    const repeats = fc.array(
      fc.constantFrom<GestureEvent[]>(
        [{ type: 'hold-pressed', holdDown: true }],
        [
          { type: 'hold-released', holdDown: true },
          { type: 'hold-pressed', holdDown: true },
        ],
        [readDown],
        [pressToggle],
      ),
    );
    fc.assert(
      fc.property(repeats, fc.constantFrom(releaseHold, readUp), (events, release) => {
        expect(play(pressHold, ...events.flat(), release).outputs).toEqual(['start hold', 'stop']);
      }),
    );
  });
});
