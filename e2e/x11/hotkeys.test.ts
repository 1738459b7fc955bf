import { execFileSync } from 'node:child_process';
import { type Chord, parseChord } from '@workspace/desktop/ipc/chord';
import { Display } from '@workspace/desktop/x11/display';
import { HeldKeys } from '@workspace/desktop/x11/held-keys';
import { X11Hotkeys } from '@workspace/desktop/x11/hotkeys';
import { Keyboard } from '@workspace/desktop/x11/keyboard';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOLD as KEYS, ordersOf, press, release } from '../desktop/chords.ts';
import { Terminal } from './terminal.ts';
import { XSession } from './x-session.ts';

const HOLD = chord('Control+Shift+Space');

let session: XSession;
let display: Display;
let keyboard: Keyboard;
let hotkeys: X11Hotkeys;
let events: string[];
/** Other programs with hotkeys. */
const others: { display: Display; hotkeys: X11Hotkeys }[] = [];
/** Has the focus. */
let terminal: Terminal;

beforeAll(async () => {
  session = await XSession.start();
  terminal = await Terminal.open(session);
});

beforeEach(async () => {
  await readAllTyped();
  terminal.clear();
  display = await Display.open(session.display);
  keyboard = await Keyboard.open(display);
  hotkeys = await X11Hotkeys.open(display, keyboard, new HeldKeys(display, keyboard));
  events = [];
  hotkeys.onEvent(({ action, type }) => events.push(`${action} ${type}`));
});

afterEach(async () => {
  await hotkeys.close();
  await display.close();
  await Promise.all(others.splice(0).map((other) => other.display.close()));
});

describe('a bound chord', () => {
  beforeEach(async () => {
    expect(await hotkeys.bind('hold', HOLD)).toBe('bound');
  });

  test.each(ordersOf(KEYS))('is reported once, whichever key goes up first: %s, %s, %s', async (...order) => {
    for (const isLong of [false, true]) {
      events.length = 0;
      await down(...KEYS);
      if (isLong) await repeatsOf(65, 5);
      await untilEmitted('hold pressed');
      expect(await hotkeys.isDown('hold')).toBe(true);
      await up(order[0]!);
      await untilEmitted('hold pressed', 'hold released');
      expect(await hotkeys.isDown('hold')).toBe(false);
      await up(...order.slice(1));
      await allUp();
      expect(events).toEqual(['hold pressed', 'hold released']);
    }
    await nothingTyped();
  });

  test('is reported once for each of 50 quick presses', async () => {
    await session.xdotool(...Array.from({ length: 50 }, () => ['key', 'ctrl+shift+space']).flat());
    await untilEmitted(...Array.from({ length: 50 }, () => ['hold pressed', 'hold released']).flat());
    await nothingTyped();
  });

  test('is reported with every press and release that came while the app was busy', async () => {
    await down(...KEYS);
    await untilEmitted('hold pressed');
    // Blocks this process, as heavy work would.
    const { environment } = session;
    const moves = [
      'keyup shift',
      'keyup space',
      'keydown shift',
      'keydown space',
      'keyup ctrl',
      'keyup shift',
      'keyup space',
    ];
    execFileSync('xdotool', moves.join(' ').split(' '), { env: environment });
    await untilEmitted('hold pressed', 'hold released', 'hold pressed', 'hold released');
    await nothingTyped();
  });

  test.each(['Caps_Lock', 'Num_Lock'])('works with %s on', async (lock) => {
    await session.xdotool('key', lock);
    await down(...KEYS);
    await untilEmitted('hold pressed');
    await up(...KEYS);
    await untilEmitted('hold pressed', 'hold released');
    await session.xdotool('key', lock);
    await nothingTyped();
  });

  test('works with the modifier keys on the right', async () => {
    await down('Control_R', 'Shift_R', 'space');
    await untilEmitted('hold pressed');
    await up('Shift_R', 'Control_R', 'space');
    await untilEmitted('hold pressed', 'hold released');
  });

  test('stays down until both keys of a modifier are released', async () => {
    await down('Control_L', 'Control_R', 'shift', 'space');
    await untilEmitted('hold pressed');
    await up('Control_L');
    expect(await hotkeys.isDown('hold')).toBe(true);
    expect(events).toEqual(['hold pressed']);
    await up('Control_R', 'shift', 'space');
    await untilEmitted('hold pressed', 'hold released');
  });

  test('is not reported with an additional modifier', async () => {
    await session.xdotool('key', 'ctrl+shift+alt+space');
    await session.waitUntil(() => terminal.text() !== '');
    await allUp();
    expect(events).toEqual([]);
  });

  test('is not reported while another program has grabbed the keyboard, and works again afterwards', async () => {
    const other = (await open()).display;
    const { client, root } = other;
    expect(await other.request<number>((done) => client.GrabKeyboard(root, 0, 0, 1, 1, done))).toBe(0);
    await session.xdotool('key', 'ctrl+shift+space');
    await allUp();
    expect(events).toEqual([]);
    await other.request<void>((done) => client.UngrabKeyboard(0, done));
    await session.xdotool('key', 'ctrl+shift+space');
    await untilEmitted('hold pressed', 'hold released');
  });

  test('lets another chord be pressed while it is down and released after it', async () => {
    expect(await hotkeys.bind('cancel', chord('Control+Shift+C'))).toBe('bound');
    await down(...KEYS, 'c');
    await untilEmitted('hold pressed', 'cancel pressed');
    await up('space');
    await untilEmitted('hold pressed', 'cancel pressed', 'hold released');
    await up('c', 'shift', 'ctrl');
    await untilEmitted('hold pressed', 'cancel pressed', 'hold released', 'cancel released');
    await nothingTyped();
  });

  test('is reported as released when it is unregistered while down', async () => {
    await down(...KEYS);
    await untilEmitted('hold pressed');
    await hotkeys.unbind('hold');
    expect(events).toEqual(['hold pressed', 'hold released']);
    await up(...KEYS);
    await allUp();
    expect(events).toEqual(['hold pressed', 'hold released']);
  });

  test('is reported as released when the server goes away', async () => {
    await down(...KEYS);
    await untilEmitted('hold pressed');
    display.client.stream.destroy();
    display.client.stream.emit('end');
    expect(events).toEqual(['hold pressed', 'hold released']);
    await up(...KEYS);
  });

  test('follows the keyboard layout', async () => {
    await hotkeys.bind('toggle', chord('Control+Shift+T'));
    const american = keycodeOfT();
    await session.run('setxkbmap', 'dvorak');
    await session.waitUntil(() => keycodeOfT() !== american);
    await settled();
    await session.xdotool('key', 'ctrl+shift+t');
    await session.xdotool('key', 'ctrl+shift+space');
    await untilEmitted('toggle pressed', 'toggle released', 'hold pressed', 'hold released');
    await session.run('setxkbmap', 'us');
    await session.waitUntil(() => keycodeOfT() === american);
    await settled();
    await session.xdotool('key', 'ctrl+shift+t');
    await untilEmitted(
      'toggle pressed',
      'toggle released',
      'hold pressed',
      'hold released',
      'toggle pressed',
      'toggle released',
    );
    await nothingTyped();
  });

  test('stays down while the layout changes', async () => {
    await down(...KEYS);
    await untilEmitted('hold pressed');
    await session.run('setxkbmap', 'de');
    await settled();
    expect(events).toEqual(['hold pressed']);
    await up('space');
    await untilEmitted('hold pressed', 'hold released');
    await up('shift', 'ctrl');
    await session.run('setxkbmap', 'us');
    await settled();
  });

  test('follows remapped modifiers', async () => {
    const [control] = keyboard.chordKeys(HOLD)!.modifierKeycodes;
    await session.run('setxkbmap', '-option', 'ctrl:swapcaps');
    await session.waitUntil(() => keyboard.chordKeys(HOLD)?.modifierKeycodes[0]?.join() !== control?.join());
    await settled();
    // The Caps Lock key.
    await down('66', 'shift', 'space');
    await untilEmitted('hold pressed');
    await up('66');
    await untilEmitted('hold pressed', 'hold released');
    await up('shift', 'space');
    await session.run('setxkbmap', '-option', '');
    await session.waitUntil(() => keyboard.chordKeys(HOLD)?.modifierKeycodes[0]?.join() === control?.join());
    await settled();
  });
});

describe('binding a chord', () => {
  test('reports that another program has the chord, and leaves nothing grabbed', async () => {
    const other = await open();
    // The other has the chord only with Num Lock on: the grabs that succeeded are released again.
    const { client, root } = other.display;
    await other.display.request<void>((done) => client.GrabKey(root, 0, 1 | 4 | 16, 65, 1, 1, done));
    expect(await hotkeys.bind('hold', HOLD)).toBe('taken');
    await other.display.request<void>((done) => client.UngrabKey(root, 65, 1 | 4 | 16, done));
    expect(await other.hotkeys.bind('hold', HOLD)).toBe('bound');
    expect(await hotkeys.bind('hold', HOLD)).toBe('taken');
    await other.hotkeys.unbind('hold');
    expect(await hotkeys.bind('hold', HOLD)).toBe('bound');
  });

  test('replaces the previous chord, which other programs can bind again', async () => {
    const other = await open();
    await hotkeys.bind('hold', HOLD);
    expect(await hotkeys.bind('hold', chord('Control+Shift+D'))).toBe('bound');
    expect(await other.hotkeys.bind('hold', HOLD)).toBe('bound');
    expect(await hotkeys.bind('hold', HOLD)).toBe('taken');
    expect(await other.hotkeys.bind('toggle', chord('Control+Shift+D'))).toBe('bound');
  });

  test('reports that the keyboard has no such key, and releases the previous chord', async () => {
    await hotkeys.bind('hold', HOLD);
    expect(await hotkeys.bind('hold', chord('Control+F24'))).toBe('no-such-key');
    expect(await (await open()).hotkeys.bind('hold', HOLD)).toBe('bound');
  });

  test('to two actions reports it to both', async () => {
    await hotkeys.bind('hold', HOLD);
    expect(await hotkeys.bind('toggle', HOLD)).toBe('bound');
    await session.xdotool('key', 'ctrl+shift+space');
    await untilEmitted('hold pressed', 'toggle pressed', 'hold released', 'toggle released');
    await hotkeys.unbind('hold');
    events.length = 0;
    await session.xdotool('key', 'ctrl+shift+space');
    await untilEmitted('toggle pressed', 'toggle released');
  });

  test('while it is already down reports it only when it is pressed again', async () => {
    await down(...KEYS);
    await session.waitUntil(() => terminal.text().length > 1);
    await hotkeys.bind('hold', HOLD);
    const soFar = terminal.text().length;
    let presses = 0;
    display.onEvent(({ name }) => {
      if (name === 'KeyPress') presses += 1;
    });
    // Repeats may arrive either in the terminal or here.
    await session.waitUntil(() => terminal.text().length - soFar + presses > 3);
    await settled();
    expect(events).toEqual([]);
    await up('ctrl', 'shift', 'space');
    await allUp();
    await session.xdotool('key', 'ctrl+shift+space');
    await untilEmitted('hold pressed', 'hold released');
  });
});

async function open() {
  const other = await Display.open(session.display);
  const itsKeyboard = await Keyboard.open(other);
  const itsHotkeys = await X11Hotkeys.open(other, itsKeyboard, new HeldKeys(other, itsKeyboard));
  others.push({ display: other, hotkeys: itsHotkeys });
  return others.at(-1)!;
}

const down = (...keys: string[]) => press(session, keys);
const up = (...keys: string[]) => release(session, keys);

/** Waits until exactly these events have been reported. */
async function untilEmitted(...expected: string[]): Promise<void> {
  await session.waitUntil(() => events.length >= expected.length);
  expect(events).toEqual(expected);
}

/** Waits until the server has sent this many repeats of a held key. */
async function repeatsOf(keycode: number, count: number): Promise<void> {
  let repeats = 0;
  const stop = display.onEvent((event) => {
    if (event.name === 'KeyPress' && event.keycode === keycode) repeats += 1;
  });
  await session.waitUntil(() => repeats >= count);
  stop();
}

/** Waits until no key is down and all key events have been received. */
async function allUp(): Promise<void> {
  await session.waitUntil(async () => (await keyboard.keysDown()).size === 0);
  await settled();
}

/** Waits for pending changes of bindings: changes run in order, and this one changes nothing. */
async function settled(): Promise<void> {
  await hotkeys.unbind('pasteLast');
}

async function nothingTyped(): Promise<void> {
  expect(await readAllTyped()).toBe('.');
}

/** Returns everything typed so far, ended by a period that this types as a marker. */
async function readAllTyped(): Promise<string> {
  const before = terminal.text();
  await session.xdotool('key', 'period');
  await session.waitUntil(() => terminal.text() !== before && terminal.text().endsWith('.'));
  return terminal.text();
}

function keycodeOfT(): number | undefined {
  return keyboard.chordKeys(chord('Control+T'))?.keycodes[0];
}

function chord(text: string): Chord {
  return parseChord(text)!;
}
