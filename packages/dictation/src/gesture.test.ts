import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DictationKey,
  type GestureEvent,
  type GestureOutput,
  INITIAL_GESTURE_STATE,
  reduceGesture,
} from './gesture.ts';

function inShort(output: GestureOutput): string {
  if (output.type !== 'start' && output.type !== 'change') return output.type;
  const { mode, send } = output.manner;
  return `${output.type} ${mode}${send ? ' to send' : ''}`;
}

/**
 * Plays events from the initial state; numbers between them are milliseconds that pass. Returns the outputs in short
 * form, and the last state.
 */
function play(...events: (GestureEvent | number)[]) {
  let state = INITIAL_GESTURE_STATE;
  let now = 0;
  const outputs: string[] = [];
  for (const event of events) {
    if (typeof event === 'number') {
      now += event;
      continue;
    }
    const step = reduceGesture(state, event, now);
    state = step.state;
    outputs.push(...step.outputs.map(inShort));
  }
  return { outputs, state };
}

const pressHold: GestureEvent = { type: 'hold-pressed' };
const releaseHold: GestureEvent = { type: 'hold-released' };
const readUp: GestureEvent = { type: 'hold-read', holdDown: false };
const readDown: GestureEvent = { type: 'hold-read', holdDown: true };
const pressSend: GestureEvent = { type: 'hold-pressed', key: 'send' };
const releaseSend: GestureEvent = { type: 'hold-released', key: 'send' };
const pressToggle: GestureEvent = { type: 'toggle-pressed' };
const cancel: GestureEvent = { type: 'cancel-pressed' };
const sleep: GestureEvent = { type: 'sleep' };
const ended: GestureEvent = { type: 'ended' };

describe('hold', () => {
  it('records from the press to the release', () => {
    expect(play(pressHold).outputs).toEqual(['start hold']);
    expect(play(pressHold, releaseHold).outputs).toEqual(['start hold', 'stop']);
  });

  it('watches its key exactly while it is down', () => {
    expect(play().state.down).toEqual([]);
    expect(play(pressHold).state.down).toEqual(['hold']);
    expect(play(pressHold, releaseHold).state.down).toEqual([]);
    expect(play(pressToggle).state.down).toEqual([]);
  });

  it('stops when the key is read as up, without a release event', () => {
    expect(play(pressHold, readDown, readDown).outputs).toEqual(['start hold']);
    expect(play(pressHold, readDown, readUp).outputs).toEqual(['start hold', 'stop']);
  });

  it('relies on events if the key can’t be read', () => {
    const unread: GestureEvent = { type: 'hold-read' };
    expect(play(pressHold, unread).state.down).toEqual(['hold']);
    expect(play(pressHold, unread, releaseHold, unread)).toEqual({
      outputs: ['start hold', 'stop'],
      state: INITIAL_GESTURE_STATE,
    });
  });

  it('ignores a release event after the key was read as up', () => {
    expect(play(pressHold, readUp, releaseHold).outputs).toEqual(['start hold', 'stop']);
  });

  it('treats further presses while it is down as repeats', () => {
    expect(play(pressHold, pressHold, pressHold, releaseHold).outputs).toEqual(['start hold', 'stop']);
  });

  it('treats pairs of release and press as repeats if the key is really down', () => {
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

  it('is not restarted by repeats after its dictation was canceled, ended or stopped by sleep', () => {
    for (const end of [cancel, ended, sleep]) {
      expect(play(pressHold, end, pressHold, pressHold).state).toEqual({
        live: undefined,
        down: ['hold'],
        combined: [],
      });
      expect(play(pressHold, end, readUp, pressHold).state).toMatchObject({ live: { key: 'hold' }, down: ['hold'] });
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

  it('is taken over by a hold, then stops at the release', () => {
    expect(play(pressToggle, pressHold).state).toMatchObject({ live: { key: 'hold' }, down: ['hold'] });
    expect(play(pressToggle, pressHold, releaseHold).outputs).toEqual(['start toggle', 'stop']);
  });

  it('continues after a late repeat of the hold chord', () => {
    expect(play(pressToggle, { type: 'hold-pressed', holdDown: false }, readUp, releaseHold).outputs).toEqual([
      'start toggle',
    ]);
  });
});

describe('cancel, sleep and end', () => {
  it('cancels a live dictation', () => {
    expect(play(pressToggle, cancel, pressToggle).outputs).toEqual(['start toggle', 'cancel', 'start toggle']);
    expect(play(pressHold, cancel, releaseHold).outputs).toEqual(['start hold', 'cancel']);
  });

  it('cancels pending text after the stop', () => {
    expect(play(pressHold, releaseHold, cancel).outputs).toEqual(['start hold', 'stop', 'cancel']);
  });

  it('stops a live dictation when the machine sleeps, and does nothing otherwise', () => {
    expect(play(pressToggle, sleep).outputs).toEqual(['start toggle', 'stop']);
    expect(play(sleep).outputs).toEqual([]);
  });

  it('allows a new dictation after one that ended on its own', () => {
    expect(play(pressToggle, ended, pressToggle).outputs).toEqual(['start toggle', 'start toggle']);
  });
});

describe('send', () => {
  it('is a hold whose text is sent', () => {
    expect(play(pressSend, releaseSend).outputs).toEqual(['start hold to send', 'stop']);
    expect(play(pressHold, releaseHold).outputs).toEqual(['start hold', 'stop']);
  });

  it('takes over a live dictation, which ends at its release and is sent', () => {
    expect(play(pressToggle, pressSend, releaseSend).outputs).toEqual([
      'start toggle',
      'change toggle to send',
      'stop',
    ]);
    expect(play(pressHold, pressSend, releaseSend, releaseHold).outputs).toEqual([
      'start hold',
      'change hold to send',
      'stop',
    ]);
    expect(play(pressHold, pressSend, releaseHold).state.live?.key).toBe('send');
  });

  it('yields to the hold key pressed after it', () => {
    expect(play(pressSend, pressHold, releaseHold, releaseSend).outputs).toEqual([
      'start hold to send',
      'change hold',
      'stop',
    ]);
  });

  it('is distinguished from the hold key by its readings', () => {
    expect(play(pressSend, readUp).state.down).toEqual(['send']);
    expect(play(pressSend, { type: 'hold-read', key: 'send', holdDown: false }).outputs).toEqual([
      'start hold to send',
      'stop',
    ]);
  });
});

describe('a tap that keeps recording', () => {
  const press: GestureEvent = { type: 'hold-pressed', tapLatches: true };
  const send: GestureEvent = { type: 'hold-pressed', key: 'send', tapLatches: true };

  it('continues until the next tap', () => {
    expect(play(press, 299, releaseHold).outputs).toEqual(['start hold', 'change toggle']);
    expect(play(press, 100, releaseHold, 60_000, press, 100, releaseHold).outputs).toEqual([
      'start hold',
      'change toggle',
      'stop',
    ]);
  });

  it('must be shorter than 300 ms', () => {
    expect(play(press, 300, releaseHold).outputs).toEqual(['start hold', 'stop']);
    expect(play(press, 300, readUp).outputs).toEqual(['start hold', 'stop']);
  });

  it('requires its setting to be on', () => {
    expect(play(pressHold, 10, releaseHold).outputs).toEqual(['start hold', 'stop']);
  });

  it('is sent if its key, or the one that ends it, is the send key', () => {
    expect(play(send, 100, releaseSend).outputs).toEqual(['start hold to send', 'change toggle to send']);
    expect(play(press, 100, releaseHold, send, 100, releaseSend).outputs).toEqual([
      'start hold',
      'change toggle',
      'change toggle to send',
      'stop',
    ]);
  });

  it('is also ended by the toggle key', () => {
    expect(play(press, 100, releaseHold, pressToggle).outputs).toEqual(['start hold', 'change toggle', 'stop']);
  });
});

describe('a key shared with other shortcuts', () => {
  const press: GestureEvent = { type: 'hold-pressed', shared: true };
  const combined: GestureEvent = { type: 'combined', key: 'hold' };
  const toggle: GestureEvent = { type: 'toggle-pressed', shared: true };
  const toggleUp: GestureEvent = { type: 'toggle-released' };
  const toggleCombined: GestureEvent = { type: 'combined', key: 'toggle' };

  it('begins tentatively, unlike other keys', () => {
    const begin = (event: GestureEvent) => reduceGesture(INITIAL_GESTURE_STATE, event, 0).outputs;
    expect(begin(press)).toMatchObject([{ type: 'start', tentative: true }]);
    expect(begin(pressHold)).toMatchObject([{ type: 'start', tentative: false }]);
    expect(begin(toggle)).toMatchObject([{ type: 'start', tentative: true }]);
    expect(begin(pressToggle)).toMatchObject([{ type: 'start', tentative: false }]);
  });

  it('may be part of the toggle key’s combination', () => {
    expect(play(press, combined, pressToggle, releaseHold, pressToggle).outputs).toEqual([
      'start hold',
      'drop',
      'start toggle',
      'stop',
    ]);
    const sharedToggle: GestureEvent = { type: 'toggle-pressed', shared: true };
    expect(play(press, combined, sharedToggle).state.down).toEqual(['hold', 'toggle']);
    expect(play(press, combined, releaseHold, press, pressToggle).outputs).toEqual([
      'start hold',
      'drop',
      'start hold',
    ]);
  });

  it('drops the dictation it began if it turns out to be part of a combination, however late', () => {
    expect(play(press, combined, releaseHold).outputs).toEqual(['start hold', 'drop']);
    expect(play(press, 60_000, combined, combined, releaseHold).outputs).toEqual(['start hold', 'drop']);
    expect(play(toggle, toggleCombined, toggleUp).outputs).toEqual(['start toggle', 'drop']);
  });

  it('does nothing after a combination until it is released, and then works as before', () => {
    expect(play(press, combined, press, press).outputs).toEqual(['start hold', 'drop']);
    expect(play(press, combined, releaseHold, releaseHold).state).toEqual(INITIAL_GESTURE_STATE);
    expect(play(press, combined, releaseHold, press).outputs).toEqual(['start hold', 'drop', 'start hold']);
    expect(play(toggle, toggleCombined, toggle).state.down).toEqual(['toggle']);
    expect(play(toggle, toggleCombined, toggle, toggleUp, toggle).outputs).toEqual([
      'start toggle',
      'drop',
      'start toggle',
    ]);
  });

  it('leaves a live dictation as it was if it turns out to be part of a combination', () => {
    const shared: GestureEvent = { type: 'hold-pressed', key: 'send', shared: true };
    const sharedCombined: GestureEvent = { type: 'combined', key: 'send' };
    expect(play(pressToggle, shared, sharedCombined, releaseSend).outputs).toEqual([
      'start toggle',
      'change toggle to send',
      'change toggle',
    ]);
    expect(play(toggle, toggleUp, toggle, toggleCombined, toggleUp).outputs).toEqual(['start toggle']);
  });

  it('ends the dictation it took over if the other key was released meanwhile', () => {
    const shared: GestureEvent = { type: 'hold-pressed', key: 'send', shared: true };
    expect(play(pressHold, shared, releaseHold, { type: 'combined', key: 'send' }).outputs).toEqual([
      'start hold',
      'change hold to send',
      'stop',
    ]);
  });

  it('drops the dictation it began even if another key has since taken over', () => {
    const other: GestureEvent = { type: 'hold-pressed', key: 'send', shared: true };
    const otherCombined: GestureEvent = { type: 'combined', key: 'send' };
    const taken = ['start hold', 'change hold to send'];
    expect(play(press, other, combined, otherCombined, releaseSend, releaseHold).outputs).toEqual([...taken, 'drop']);
    expect(play(press, other, otherCombined, combined).outputs).toEqual([...taken, 'change hold', 'drop']);
  });

  it('starts a toggle at the first press, and stops it at the release of the second', () => {
    expect(play(toggle, toggleUp, toggle).outputs).toEqual(['start toggle']);
    expect(play(toggle, toggleUp, toggle, toggleUp).outputs).toEqual(['start toggle', 'stop']);
    expect(play(toggle, toggleUp, toggle, { type: 'hold-read', key: 'toggle', holdDown: false }).outputs).toEqual([
      'start toggle',
      'stop',
    ]);
  });
});

describe('edit', () => {
  const pressEdit: GestureEvent = { type: 'hold-pressed', key: 'edit', insertsWhileHolding: true };
  const releaseEdit: GestureEvent = { type: 'hold-released', key: 'edit' };

  it('records an instruction while held, without inserting anything meanwhile', () => {
    const { state, outputs } = play(pressEdit);
    expect(state.live?.manner).toEqual({ mode: 'hold', send: false, edit: true, insertsWhileHolding: false });
    expect(outputs).toEqual(['start hold']);
    expect(play(pressEdit, releaseEdit).outputs).toEqual(['start hold', 'stop']);
  });

  it('continues after a tap if the setting is on, until the next tap or the toggle key', () => {
    const tap: GestureEvent = { ...pressEdit, tapLatches: true };
    const { state } = play(tap, releaseEdit);
    expect(state.live).toMatchObject({ key: undefined, manner: { mode: 'toggle', edit: true } });
    expect(play(tap, releaseEdit, tap, releaseEdit).state.live).toBeUndefined();
    expect(play(tap, releaseEdit, pressToggle).state.live).toBeUndefined();
  });

  it('does nothing during a dictation, and the other keys do nothing during an edit', () => {
    expect(play(pressHold, pressEdit, releaseEdit).state.live?.key).toBe('hold');
    expect(play(pressToggle, pressEdit, releaseEdit).outputs).toEqual(['start toggle']);
    for (const other of [pressHold, pressSend]) {
      expect(play(pressEdit, other).state.live?.manner).toMatchObject({ edit: true, send: false });
      expect(play(pressEdit, other, releaseEdit).outputs).toEqual(['start hold', 'stop']);
    }
    expect(play(pressEdit, pressToggle).outputs).toEqual(['start hold']);
  });
});

describe('whether text may be inserted while a key is down', () => {
  const free: GestureEvent = { type: 'hold-pressed', insertsWhileHolding: true };

  it('depends on all keys that are down', () => {
    const inserts = (...events: GestureEvent[]) => play(...events).state.live?.manner.insertsWhileHolding;
    expect(inserts(free)).toBe(true);
    expect(inserts(pressHold)).toBe(false);
    expect(inserts(free, pressSend)).toBe(false);
    expect(inserts(pressSend, free)).toBe(false);
    expect(inserts(pressToggle, free)).toBe(true);
  });
});

/**
 * What a user does with a key, and what the system makes of it. `fate`: whether the event arrives now, later or never.
 */
const key = fc.constantFrom<DictationKey>('hold', 'send', 'edit', 'toggle');
const userAct = fc.oneof(
  fc.record({
    act: fc.constantFrom('down' as const, 'up' as const),
    key,
    fate: fc.constantFrom('now' as const, 'late' as const, 'never' as const),
  }),
  fc.record({
    act: fc.constantFrom('repeat' as const, 'repeat-pair' as const, 'combine' as const, 'read' as const),
    key,
  }),
  fc.record({
    act: fc.constantFrom('cancel' as const, 'sleep' as const, 'ended' as const, 'deliver-late' as const),
  }),
  fc.record({ act: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 600 }) }),
);
const traits = fc.record({ shared: fc.boolean(), insertsWhileHolding: fc.boolean(), tapLatches: fc.boolean() });

describe('in any history', () => {
  it('starts and ends alternate, and nothing is recording once all keys are up and no toggle is on', () => {
    const history = fc.array(userAct, { maxLength: 60 });
    fc.assert(
      fc.property(
        history,
        fc.record({ hold: traits, send: traits, edit: traits, toggle: traits }),
        fc.boolean(),
        (acts, keys, read) => {
          let state = INITIAL_GESTURE_STATE;
          let now = 0;
          let recording: { tentative: boolean } | undefined;
          const reallyDown = new Set<DictationKey>();
          const late: { key: DictationKey; type: 'down' | 'up' }[] = [];

          const handle = (event: GestureEvent) => {
            const before = state;
            const step = reduceGesture(state, event, now);
            state = step.state;
            if (event.type === 'ended') recording = undefined;
            for (const output of step.outputs) {
              if (output.type === 'start') {
                expect(recording).toBeUndefined();
                recording = output;
              } else if (output.type === 'change') {
                expect(recording).toBeDefined();
                expect(output.manner).toEqual(state.live?.manner);
                // An instruction never becomes text, nor text an instruction.
                expect(output.manner.edit).toBe(before.live?.manner.edit);
              } else {
                if (output.type !== 'cancel') expect(recording).toBeDefined();
                // Only a dictation started by a shared key is ever dropped, and only while that key is down.
                if (output.type === 'drop') {
                  expect(recording?.tentative).toBe(true);
                  expect(before.down).toContain(before.live?.key);
                }
                recording = undefined;
              }
            }
            expect(state.live !== undefined).toBe(recording !== undefined);
            if (state.live?.manner.mode === 'hold') expect(state.down).toContain(state.live.key);
            if (state.live?.key) expect(state.down).toContain(state.live.key);
            if (state.live?.manner.edit)
              expect(state.live.manner).toMatchObject({ send: false, insertsWhileHolding: false });
            if (state.live?.key && state.live.key !== 'toggle')
              expect(state.live.key === 'edit').toBe(state.live.manner.edit);
            if (state.live?.manner.send) expect(event.type !== 'toggle-pressed' || before.live?.manner.send).toBe(true);
            expect(new Set(state.down).size).toBe(state.down.length);
            expect(state.down).toEqual(expect.arrayContaining([...state.combined]));
          };
          const arrive = (of: DictationKey, type: 'down' | 'up') => {
            const holdDown = read ? reallyDown.has(of) : undefined;
            if (of !== 'toggle' && type === 'down') handle({ type: 'hold-pressed', key: of, holdDown, ...keys[of] });
            else if (of !== 'toggle') handle({ type: 'hold-released', key: of, holdDown });
            else if (type === 'down') handle({ type: 'toggle-pressed', shared: keys.toggle.shared });
            else handle({ type: 'toggle-released' });
          };
          const readKey = (of: DictationKey) => {
            if (state.down.includes(of)) handle({ type: 'hold-read', key: of, holdDown: reallyDown.has(of) });
          };

          for (const act of acts) {
            switch (act.act) {
              case 'down':
              case 'up':
                if (reallyDown.has(act.key) === (act.act === 'down')) break;
                if (act.act === 'down') reallyDown.add(act.key);
                else reallyDown.delete(act.key);
                if (act.fate === 'now') arrive(act.key, act.act);
                if (act.fate === 'late') late.push({ key: act.key, type: act.act });
                break;
              case 'repeat':
                if (reallyDown.has(act.key) && act.key !== 'toggle') arrive(act.key, 'down');
                break;
              case 'repeat-pair':
                if (reallyDown.has(act.key) && act.key !== 'toggle')
                  late.push({ key: act.key, type: 'up' }, { key: act.key, type: 'down' });
                break;
              case 'combine':
                if (keys[act.key].shared && state.down.includes(act.key)) handle({ type: 'combined', key: act.key });
                break;
              case 'read':
                readKey(act.key);
                break;
              case 'cancel':
                handle(cancel);
                break;
              case 'sleep':
                handle(sleep);
                break;
              case 'ended':
                handle(ended);
                break;
              case 'deliver-late':
                for (const event of late.splice(0)) arrive(event.key, event.type);
                break;
              case 'wait':
                now += act.ms;
            }
          }

          reallyDown.clear();
          for (const event of late.splice(0)) arrive(event.key, event.type);
          for (const key of ['hold', 'send', 'edit', 'toggle'] as const) readKey(key);
          expect(state.down).toEqual([]);
          if (!recording) return;
          expect(state.live).toMatchObject({ manner: { mode: 'toggle' }, key: undefined });
          handle(pressToggle);
          expect(recording).toBeUndefined();
        },
      ),
      { numRuns: 10_000 },
    );
  });

  it('one press and one release make one dictation, however the key repeats in between', () => {
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
