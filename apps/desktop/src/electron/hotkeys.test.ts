import { FakeClock } from '@workspace/speech/testing/fake-clock';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BindOutcome } from '../app/platform.ts';
import { type ChordAction, parseChord } from '../ipc/chord.ts';
import { GlobalHotkeys } from './hotkeys.ts';
import { FakeEventTap } from './testing/fake-event-tap.ts';
import { FakeGlobalShortcut } from './testing/fake-global-shortcut.ts';
import { FakeMacKeyboard } from './testing/fake-mac-keyboard.ts';

const HOLD = 'Command+Shift+Space';
const TOGGLE = 'Command+Shift+T';

/** The hotkeys of a Mac in memory. `americanKey`: where the layout has its keys. */
function setUp(americanKey?: (key: string) => string | undefined) {
  const clock = new FakeClock();
  const globalShortcut = new FakeGlobalShortcut();
  const keyboard = Object.assign(new FakeMacKeyboard(), americanKey && { americanKey });
  let [sleep, wake, changeLayout] = [() => {}, () => {}, () => {}];
  const power = {
    onSleep: (listener: () => void) => {
      sleep = listener;
    },
    onWake: (listener: () => void) => {
      wake = listener;
    },
  };
  const eventTap = new FakeEventTap();
  const onLayoutChange = (listener: () => void) => {
    changeLayout = listener;
  };
  const hotkeys = new GlobalHotkeys({
    ...{ globalShortcut, keyboard, accessibility: keyboard, eventTap, clock, power, onLayoutChange },
  });
  const events: string[] = [];
  hotkeys.onEvent(({ action, type }) => events.push(`${action} ${type}`));
  return {
    ...{ clock, globalShortcut, keyboard, eventTap, hotkeys, events },
    sleep: () => sleep(),
    wake: () => wake(),
    changeLayout: () => changeLayout(),
    bind: (action: ChordAction, written: string): Promise<BindOutcome> => hotkeys.bind(action, chordOf(written)),
    press(written: string) {
      for (const key of written.split('+')) keyboard.down.add(key);
      globalShortcut.press(written);
    },
    /** Releases keys, and lets time pass until the keyboard has been read. */
    release(...keys: string[]) {
      for (const key of keys) keyboard.down.delete(key);
      clock.advance(8);
    },
  };
}

function chordOf(written: string) {
  const chord = parseChord(written);
  if (!chord) throw new Error(`${written} is no chord`);
  return chord;
}

describe('a chord', () => {
  test('is reported as pressed once and released once, however long it is held, despite key repeats', async () => {
    const mac = setUp();
    expect(await mac.bind('hold', HOLD)).toBe('bound');
    mac.press(HOLD);
    expect(mac.events).toEqual(['hold pressed']);
    mac.clock.advance(500);
    mac.globalShortcut.press(HOLD);
    mac.clock.advance(500);
    expect(mac.events).toEqual(['hold pressed']);
    expect(await mac.hotkeys.isDown('hold')).toBe(true);
    mac.keyboard.down.delete('Space');
    expect(await mac.hotkeys.isDown('hold')).toBe(false);
    mac.clock.advance(500);
    expect(mac.events).toEqual(['hold pressed', 'hold released']);
  });

  test('is polled every 8 ms while down', async () => {
    const mac = setUp();
    await mac.bind('hold', HOLD);
    mac.press(HOLD);
    mac.clock.advance(100);
    mac.release('Space');
    expect(mac.events).toEqual(['hold pressed', 'hold released']);
  });

  test('is not polled while up', async () => {
    const mac = setUp();
    await mac.bind('hold', HOLD);
    mac.press(HOLD);
    mac.clock.advance(100);
    mac.release('Space', 'Shift', 'Command');
    expect(mac.clock.scheduledCount).toBe(0);
    const { readings } = mac.keyboard;
    mac.clock.advance(60_000);
    expect(mac.keyboard.readings).toBe(readings);
  });

  test('is released by its modifiers before Accessibility is granted', async () => {
    const mac = setUp();
    mac.keyboard.isGranted = false;
    await mac.bind('hold', HOLD);
    mac.press(HOLD);
    mac.clock.advance(2_000);
    expect(await mac.hotkeys.isDown('hold')).toBe(true);
    mac.release('Space');
    expect(mac.events).toEqual(['hold pressed']);
    mac.release('Shift');
    expect(mac.events).toEqual(['hold pressed', 'hold released']);
  });

  test('is released by its modifiers if its key unexpectedly can’t be read, and under Secure Input', async () => {
    for (const trouble of ['isBlind', 'isSecure'] as const) {
      const mac = setUp();
      mac.keyboard[trouble] = true;
      await mac.bind('hold', HOLD);
      mac.press(HOLD);
      mac.clock.advance(100);
      mac.release('Space');
      expect(mac.events).toEqual(['hold pressed']);
      mac.release('Command');
      expect(mac.events).toEqual(['hold pressed', 'hold released']);
    }
  });

  test('without modifiers is released by another press before Accessibility is granted', async () => {
    const mac = setUp();
    mac.keyboard.isGranted = false;
    await mac.bind('hold', 'F13');
    mac.press('F13');
    expect(await mac.hotkeys.isDown('hold')).toBeUndefined();
    expect(mac.clock.scheduledCount).toBe(0);
    mac.press('F13');
    expect(mac.events).toEqual(['hold pressed', 'hold released']);
    expect(await mac.hotkeys.isDown('hold')).toBe(false);
  });

  test('that is not bound is not down', async () => {
    expect(await setUp().hotkeys.isDown('hold')).toBe(false);
  });
});

describe('binding', () => {
  test('reports chords that another program holds, and keys that the keyboard lacks', async () => {
    const mac = setUp();
    mac.globalShortcut.taken.add(TOGGLE);
    expect(await mac.bind('toggle', TOGGLE)).toBe('taken');
    expect(await mac.bind('hold', 'F24')).toBe('no-such-key');
    expect(await mac.bind('hold', HOLD)).toBe('bound');
    expect([...mac.globalShortcut.registered.keys()]).toEqual([HOLD]);
    expect(await mac.bind('pasteLast', HOLD)).toBe('taken');
  });

  test('replaces the previous chord, which is gone even if binding fails', async () => {
    const mac = setUp();
    await mac.bind('hold', HOLD);
    await mac.bind('hold', TOGGLE);
    expect([...mac.globalShortcut.registered.keys()]).toEqual([TOGGLE]);
    await mac.bind('hold', 'F24');
    expect(mac.globalShortcut.registered.size).toBe(0);
  });

  test('a key without an accelerator is reported instead of throwing', async () => {
    expect(await setUp(() => 'ß').bind('toggle', TOGGLE)).toBe('no-such-key');
    expect(await setUp(() => undefined).bind('toggle', TOGGLE)).toBe('no-such-key');
  });

  test('finds the key according to the keyboard layout', async () => {
    const mac = setUp((key) => (key === 'T' ? 'K' : key));
    await mac.bind('toggle', TOGGLE);
    expect([...mac.globalShortcut.registered.keys()]).toEqual(['Command+Shift+K']);
  });

  test('another chord does not affect the one that is held', async () => {
    const mac = setUp();
    await mac.bind('hold', HOLD);
    mac.press(HOLD);
    mac.globalShortcut.calls.length = 0;
    await mac.bind('cancel', 'Command+Shift+C');
    await mac.hotkeys.unbind('cancel');
    expect(mac.globalShortcut.calls).toEqual(['register Command+Shift+C', 'unregister Command+Shift+C']);
    expect(mac.events).toEqual(['hold pressed']);
  });

  test('never registers or unregisters a chord while it is held, and reports no press until it was up', async () => {
    const mac = setUp();
    await mac.bind('hold', HOLD);
    mac.press(HOLD);
    mac.clock.advance(100);
    mac.globalShortcut.calls.length = 0;
    await mac.hotkeys.unbind('hold');
    expect(mac.events).toEqual(['hold pressed', 'hold released']);
    expect(await mac.bind('toggle', HOLD)).toBe('bound');
    mac.globalShortcut.press(HOLD);
    mac.clock.advance(10_000);
    expect(mac.globalShortcut.calls).toEqual([]);
    expect(mac.events).toHaveLength(2);
    mac.release('Space');
    mac.press(HOLD);
    expect(mac.events).toEqual(['hold pressed', 'hold released', 'toggle pressed']);
  });

  test('a chord that the user is still pressing reports no press until it was up', async () => {
    for (const repeats of [0, 1]) {
      const mac = setUp();
      for (const key of HOLD.split('+')) mac.keyboard.down.add(key);
      expect(await mac.bind('hold', HOLD)).toBe('bound');
      for (let repeat = 0; repeat < repeats; repeat++) mac.globalShortcut.press(HOLD);
      mac.clock.advance(20);
      expect(mac.events).toEqual([]);
      mac.release('Space');
      mac.press(HOLD);
      expect(mac.events).toEqual(['hold pressed']);
    }
  });

  test('another chord with the same modifiers works immediately while those are down', async () => {
    for (const isGranted of [true, false]) {
      const mac = setUp();
      mac.keyboard.isGranted = isGranted;
      // Without the permission, keys may read as anything.
      if (!isGranted) mac.keyboard.isKeyDown = () => true;
      await mac.bind('hold', HOLD);
      mac.press(HOLD);
      await mac.bind('cancel', 'Command+Shift+C');
      mac.press('Command+Shift+C');
      expect(mac.events).toEqual(['hold pressed', 'cancel pressed']);
    }
  });

  test('leaves an unbound chord registered until it is up', async () => {
    const mac = setUp();
    await mac.bind('hold', HOLD);
    mac.press(HOLD);
    mac.clock.advance(100);
    await mac.hotkeys.unbind('hold');
    expect(mac.globalShortcut.registered.size).toBe(1);
    mac.release('Space');
    expect(mac.globalShortcut.registered.size).toBe(0);
    expect(mac.clock.scheduledCount).toBe(0);
  });
});

describe('chords are registered again', () => {
  test('after the machine wakes or is unlocked', async () => {
    const mac = setUp();
    await mac.bind('hold', HOLD);
    await mac.bind('toggle', TOGGLE);
    mac.globalShortcut.registered.clear();
    mac.wake();
    expect([...mac.globalShortcut.registered.keys()]).toEqual([HOLD, TOGGLE]);
    mac.press(TOGGLE);
    expect(mac.events).toEqual(['toggle pressed']);
  });

  test('only afterwards if one is held', async () => {
    const mac = setUp();
    await mac.bind('hold', HOLD);
    mac.press(HOLD);
    mac.clock.advance(100);
    mac.globalShortcut.calls.length = 0;
    mac.wake();
    mac.clock.advance(100);
    expect(mac.globalShortcut.calls).toEqual([]);
    mac.release('Space');
    expect(mac.globalShortcut.calls).toEqual([`unregister ${HOLD}`, `register ${HOLD}`]);
  });

  test('only after another press if the release of a held one cannot be detected', async () => {
    const mac = setUp();
    mac.keyboard.isGranted = false;
    await mac.bind('hold', 'F13');
    mac.press('F13');
    mac.globalShortcut.calls.length = 0;
    mac.wake();
    expect(mac.globalShortcut.calls).toEqual([]);
    mac.press('F13');
    expect(mac.globalShortcut.calls).toEqual(['unregister F13', 'register F13']);
  });

  test('when the end of Secure Input is noticed', async () => {
    const mac = setUp();
    await mac.bind('hold', HOLD);
    mac.keyboard.isSecure = true;
    mac.press(HOLD);
    mac.release('Command', 'Shift', 'Space');
    mac.globalShortcut.calls.length = 0;
    mac.keyboard.isSecure = false;
    mac.press(HOLD);
    mac.clock.advance(100);
    expect(mac.globalShortcut.calls).toEqual([]);
    mac.release('Space');
    expect(mac.globalShortcut.calls).toEqual([`unregister ${HOLD}`, `register ${HOLD}`]);
  });

  test('once more at the next opportunity if one was unavailable', async () => {
    const mac = setUp();
    await mac.bind('hold', HOLD);
    mac.globalShortcut.taken.add(HOLD);
    mac.wake();
    expect(mac.globalShortcut.registered.size).toBe(0);
    mac.globalShortcut.taken.clear();
    mac.wake();
    mac.press(HOLD);
    expect(mac.events).toEqual(['hold pressed']);
  });

  test('according to the current layout', async () => {
    let layout = (key: string) => key;
    const mac = setUp((key) => layout(key));
    await mac.bind('toggle', TOGGLE);
    layout = (key) => (key === 'T' ? 'K' : key);
    mac.wake();
    expect([...mac.globalShortcut.registered.keys()]).toEqual(['Command+Shift+K']);
  });
});

const KEYS = ['Command', 'Shift', 'Space', 'T'];
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant('press' as const), key: fc.constantFrom(...KEYS) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('release' as const), key: fc.constantFrom(...KEYS) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('chord' as const), written: fc.constantFrom(HOLD, TOGGLE) }) },
  fc.record({
    type: fc.constant('bind' as const),
    action: fc.constantFrom<ChordAction>('hold', 'toggle'),
    written: fc.constantFrom(HOLD, TOGGLE),
  }),
  fc.record({ type: fc.constant('unbind' as const), action: fc.constantFrom<ChordAction>('hold', 'toggle') }),
  fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 200 }) }),
  fc.constant({ type: 'wake' as const }),
);

test('whatever is pressed, bound and unbound, no chord is registered or unregistered while down, and each is released', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, isGranted) => {
      const mac = setUp();
      mac.keyboard.isGranted = isGranted;
      const isWhole = (written: string) => written.split('+').every((key) => mac.keyboard.down.has(key));
      /** Chords that were ours when they were pressed, and are still down. */
      const held = new Set<string>();
      const go = (key: string) => {
        mac.keyboard.down.delete(key);
        for (const written of held) if (!isWhole(written)) held.delete(written);
      };
      const press = (key: string) => {
        if (mac.keyboard.down.has(key)) return;
        mac.keyboard.down.add(key);
        for (const written of [HOLD, TOGGLE]) {
          if (!written.endsWith(`+${key}`) || !isWhole(written)) continue;
          if (mac.globalShortcut.registered.has(written)) held.add(written);
          mac.globalShortcut.press(written);
        }
      };
      const bound = new Map<ChordAction, string>();
      for (const one of steps) {
        mac.globalShortcut.calls.length = 0;
        if (one.type === 'press') press(one.key);
        else if (one.type === 'release') go(one.key);
        else if (one.type === 'chord') {
          for (const key of one.written.split('+')) go(key);
          mac.clock.advance(8);
          // Calls that were due once it was up.
          mac.globalShortcut.calls.length = 0;
          for (const key of one.written.split('+')) press(key);
        } else if (one.type === 'wait') mac.clock.advance(one.ms);
        else if (one.type === 'wake') mac.wake();
        else if (one.type === 'unbind') {
          bound.delete(one.action);
          await mac.hotkeys.unbind(one.action);
        } else {
          bound.delete(one.action);
          if ((await mac.bind(one.action, one.written)) === 'bound') bound.set(one.action, one.written);
        }
        for (const written of held)
          expect(mac.globalShortcut.calls.filter((call) => call.endsWith(` ${written}`))).toEqual([]);
      }
      for (const key of KEYS) go(key);
      mac.clock.advance(16);
      expect(mac.clock.scheduledCount).toBe(0);
      expect([...mac.globalShortcut.registered.keys()].sort()).toEqual([...bound.values()].sort());
      for (const action of ['hold', 'toggle']) {
        const emitted = mac.events.filter((event) => event.startsWith(action));
        expect(emitted).toEqual(emitted.map((_, index) => `${action} ${index % 2 === 0 ? 'pressed' : 'released'}`));
        expect(emitted.length % 2).toBe(0);
      }
    }),
    { numRuns: 500 },
  );
});

test('a chord that is held when the machine goes to sleep is released', async () => {
  const mac = setUp();
  await mac.bind('hold', HOLD);
  mac.press(HOLD);
  mac.sleep();
  expect(mac.events).toEqual(['hold pressed', 'hold released']);
  expect(mac.clock.scheduledCount).toBe(0);
});

test('closing releases and unregisters everything', async () => {
  const mac = setUp();
  await mac.bind('hold', HOLD);
  await mac.bind('toggle', TOGGLE);
  mac.press(HOLD);
  mac.hotkeys.close();
  expect(mac.events).toEqual(['hold pressed', 'hold released']);
  expect(mac.globalShortcut.registered.size).toBe(0);
  expect(mac.clock.scheduledCount).toBe(0);
});

describe('a lone key', () => {
  test('is monitored only while one is bound', async () => {
    const mac = setUp();
    await mac.bind('toggle', TOGGLE);
    expect(mac.eventTap.keys).toBeUndefined();
    expect(await mac.bind('hold', 'RightControl')).toBe('bound');
    expect(await mac.bind('send', 'Mouse4')).toBe('bound');
    expect(mac.eventTap.keys).toEqual(['RightControl', 'Mouse4']);
    await mac.hotkeys.unbind('hold');
    expect(mac.eventTap.keys).toEqual(['Mouse4']);
    await mac.bind('send', 'F9');
    expect(mac.eventTap.keys).toBeUndefined();
  });

  test('is reported from press to release, and other programs see modifiers but not buttons', async () => {
    const mac = setUp();
    await mac.bind('hold', 'RightControl');
    await mac.bind('send', 'Mouse4');
    expect(mac.eventTap.press('RightControl')).toBe(true);
    expect(await mac.hotkeys.isDown('hold')).toBe(true);
    expect(mac.eventTap.release('RightControl')).toBe(true);
    expect(mac.eventTap.press('Mouse4')).toBe(false);
    expect(mac.eventTap.release('Mouse4')).toBe(false);
    expect(mac.events).toEqual(['hold pressed', 'hold released', 'send pressed', 'send released']);
  });

  test.each(['another', 'RightAlt', 'Mouse3'] as const)('is part of a combination if %s follows', async (key) => {
    const mac = setUp();
    await mac.bind('hold', 'Fn');
    mac.eventTap.press('Fn');
    expect(mac.eventTap.press(key)).toBe(true);
    mac.eventTap.release(key);
    mac.eventTap.release('Fn');
    expect(mac.events).toEqual(['hold pressed', 'hold combined', 'hold released']);
  });

  test('does nothing while another key is down, and a button then reaches its program', async () => {
    const mac = setUp();
    await mac.bind('hold', 'Mouse3');
    mac.eventTap.press('another');
    expect(mac.eventTap.press('Mouse3')).toBe(true);
    expect(mac.eventTap.release('Mouse3')).toBe(true);
    expect(mac.events).toEqual([]);
  });

  test('is released when the hardware reads as up, even without an event', async () => {
    const mac = setUp();
    await mac.bind('hold', 'RightShift');
    mac.eventTap.press('RightShift');
    mac.clock.advance(1_000);
    expect(mac.events).toEqual(['hold pressed']);
    mac.eventTap.down.clear();
    mac.clock.advance(50);
    expect(mac.events).toEqual(['hold pressed', 'hold released']);
  });

  test('is released on sleep, and when it is unbound', async () => {
    const mac = setUp();
    await mac.bind('hold', 'RightShift');
    mac.eventTap.press('RightShift');
    mac.sleep();
    expect(mac.events).toEqual(['hold pressed', 'hold released']);
    mac.wake();
    mac.eventTap.release('RightShift');
    mac.eventTap.press('RightShift');
    await mac.hotkeys.unbind('hold');
    expect(mac.events).toEqual(['hold pressed', 'hold released', 'hold pressed', 'hold released']);
  });

  test('requires Accessibility', async () => {
    const mac = setUp();
    mac.eventTap.isAllowed = false;
    expect(await mac.bind('hold', 'RightControl')).toBe('not-allowed');
    mac.eventTap.isAllowed = true;
    expect(await mac.bind('hold', 'RightControl')).toBe('bound');
  });

  test('never gets stuck and reports no stray events, whatever is pressed', async () => {
    const keys = ['RightControl', 'Fn', 'Mouse4', 'Mouse5', 'another'] as const;
    const act = fc.record({ key: fc.constantFrom(...keys), isEmitted: fc.boolean(), wait: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const mac = setUp();
        await mac.bind('hold', 'RightControl');
        await mac.bind('send', 'Mouse4');
        await mac.bind('toggle', 'Fn');
        const pressesSeen = new Set<string>();
        for (const { key, isEmitted, wait } of acts) {
          if (!mac.eventTap.down.has(key)) {
            if (mac.eventTap.press(key)) pressesSeen.add(key);
          } else if (isEmitted || key.startsWith('Mouse')) {
            // A program sees a release exactly if it saw the press.
            expect(mac.eventTap.release(key)).toBe(pressesSeen.delete(key));
          } else {
            mac.eventTap.down.delete(key);
            pressesSeen.delete(key);
          }
          if (wait) mac.clock.advance(50);
        }
        for (const key of mac.eventTap.down) mac.eventTap.release(key);
        mac.clock.advance(50);
        for (const action of ['hold', 'send', 'toggle']) {
          const of = mac.events.filter((event) => event.startsWith(action)).map((event) => event.split(' ')[1]);
          expect(of.join(' ').replaceAll(/pressed (combined )?released ?/g, '')).toBe('');
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a change of the keyboard layout', () => {
  /** `layout.t`: the key of an American keyboard where the layout has `T`, if it has one. */
  function setUpLayouts() {
    const layout: { t: string | undefined } = { t: 'T' };
    return { layout, ...setUp((key) => (key === 'T' ? layout.t : key)) };
  }

  test('rebinds chords immediately to the key that now has the letter', async () => {
    const { layout, ...mac } = setUpLayouts();
    await mac.bind('toggle', TOGGLE);
    layout.t = 'K';
    mac.changeLayout();
    expect([...mac.globalShortcut.registered.keys()]).toEqual(['Command+Shift+K']);
    for (const key of TOGGLE.split('+')) mac.keyboard.down.add(key);
    mac.globalShortcut.press('Command+Shift+K');
    expect(mac.events).toEqual(['toggle pressed']);
  });

  test('waits until a chord that is down is released', async () => {
    const { layout, ...mac } = setUpLayouts();
    await mac.bind('toggle', TOGGLE);
    mac.press(TOGGLE);
    layout.t = 'K';
    mac.changeLayout();
    expect([...mac.globalShortcut.registered.keys()]).toEqual([TOGGLE]);
    mac.release('T', 'Shift', 'Command');
    expect([...mac.globalShortcut.registered.keys()]).toEqual(['Command+Shift+K']);
  });

  test('leaves a key that the layout lacks where it was', async () => {
    const { layout, ...mac } = setUpLayouts();
    await mac.bind('toggle', TOGGLE);
    layout.t = undefined;
    mac.changeLayout();
    mac.press(TOGGLE);
    expect(mac.events).toEqual(['toggle pressed']);
  });

  test('gives a key to the chord that the layout has there, not to one whose key it lacks', async () => {
    let layout: Record<string, string | undefined> = { T: 'K', K: 'V' };
    const mac = setUp((key) => layout[key]);
    await mac.bind('toggle', TOGGLE);
    await mac.bind('hold', 'Command+Shift+K');
    layout = { K: 'K' };
    mac.changeLayout();
    expect([...mac.globalShortcut.registered.keys()]).toEqual(['Command+Shift+K']);
    mac.press('Command+Shift+K');
    expect(mac.events).toEqual(['hold pressed']);
    mac.release('K', 'Shift', 'Command');

    layout = { T: 'K', K: 'V' };
    mac.changeLayout();
    for (const key of TOGGLE.split('+')) mac.keyboard.down.add(key);
    mac.globalShortcut.press('Command+Shift+K');
    expect(mac.events).toEqual(['hold pressed', 'hold released', 'toggle pressed']);
  });
});
