import { execFileSync } from 'node:child_process';
import { type Chord, parseChord } from '@workspace/desktop/ipc/chord';
import { Display } from '@workspace/desktop/x11/display';
import { HeldKeys } from '@workspace/desktop/x11/held-keys';
import { X11Hotkeys } from '@workspace/desktop/x11/hotkeys';
import { Keyboard } from '@workspace/desktop/x11/keyboard';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { InputRecorder } from './input-recorder.ts';
import { Terminal } from './terminal.ts';
import { XSession } from './x-session.ts';

let session: XSession;
let display: Display;
let keyboard: Keyboard;
let hotkeys: X11Hotkeys;
let events: string[];
const others: Display[] = [];
/** Has the focus. */
let terminal: Terminal;
/** Is under the pointer. */
let recorder: InputRecorder;

beforeAll(async () => {
  session = await XSession.start();
  recorder = await InputRecorder.open(session);
  terminal = await Terminal.open(session);
});

beforeEach(async () => {
  await terminal.focus();
  await recorder.raise();
  display = await Display.open(session.display);
  keyboard = await Keyboard.open(display);
  hotkeys = await X11Hotkeys.open(display, keyboard, new HeldKeys(display, keyboard));
  events = [];
  hotkeys.onEvent(({ action, type }) => events.push(`${action} ${type}`));
  terminal.clear();
});

afterEach(async () => {
  await hotkeys.close();
  await display.close();
  await Promise.all(others.splice(0).map((other) => other.close()));
});

/** With their keycodes: given a name, xdotool would also press the modifier itself. */
describe.each([
  ['RightControl', '105'],
  ['RightAlt', '108'],
  ['RightShift', '62'],
  ['RightCommand', '134'],
  ['LeftControl', '37'],
  ['LeftAlt', '64'],
  ['LeftShift', '50'],
  ['LeftCommand', '133'],
] as const)('%s', (key, keycode) => {
  beforeEach(async () => {
    expect(await hotkeys.bind('hold', chord(key))).toBe('bound');
  });

  test('is reported as pressed and released, and the focused program receives it too', async () => {
    await session.xdotool('keydown', keycode);
    await untilEmitted('hold pressed');
    expect(await hotkeys.isDown('hold')).toBe(true);
    await session.xdotool('keyup', keycode);
    await untilEmitted('hold pressed', 'hold released');
    expect(await hotkeys.isDown('hold')).toBe(false);
  });

  test('is part of a combination when another key follows', async () => {
    await session.xdotool('keydown', keycode, 'key', 'x');
    await untilEmitted('hold pressed', 'hold combined');
    await session.xdotool('keyup', keycode);
    await untilEmitted('hold pressed', 'hold combined', 'hold released');
  });
});

describe('a lone modifier', () => {
  beforeEach(async () => {
    expect(await hotkeys.bind('hold', chord('RightControl'))).toBe('bound');
  });

  test('leaves its combinations to the focused program, a hundred times', async () => {
    for (let time = 0; time < 100; time += 1) await session.xdotool('keydown', '105', 'key', 'c', 'keyup', '105');
    await session.waitUntil(() => terminal.text().length >= 100);
    expect(terminal.text()).toBe('\x03'.repeat(100));
    await untilEmitted(...Array.from({ length: 100 }, () => ['hold pressed', 'hold combined', 'hold released']).flat());
  });

  test('is not reported if another key or button is already down', async () => {
    for (const [down, up] of [
      [
        ['keydown', 'shift'],
        ['keyup', 'shift'],
      ],
      [
        ['mousedown', '1'],
        ['mouseup', '1'],
      ],
      [
        ['mousedown', '9'],
        ['mouseup', '9'],
      ],
    ] as const) {
      await session.xdotool(...down, 'keydown', '105');
      await settled();
      await session.xdotool('keyup', '105', ...up);
      await allUp();
    }
    expect(events).toEqual([]);
  });

  test('is reported even if it follows a click of a bound button that has not been handled yet', async () => {
    expect(await hotkeys.bind('send', chord('Mouse4'))).toBe('bound');
    const acts = ['mousedown', '8', 'mouseup', '8', 'sleep', '0.01', 'keydown', '105'];
    // Blocks this process, so nothing is answered meanwhile.
    execFileSync('xdotool', acts, { env: session.environment });
    await expect.poll(() => events).toContain('hold pressed');
    await session.xdotool('keyup', '105');
    await expect.poll(() => events.slice(-1)).toEqual(['hold released']);
  });

  test.each(['1', '4', '5'])('is part of a combination when mouse button %s follows', async (button) => {
    await session.xdotool('keydown', '105', 'click', button);
    await untilEmitted('hold pressed', 'hold combined');
    await session.xdotool('keyup', '105');
    await untilEmitted('hold pressed', 'hold combined', 'hold released');
  });

  test('detects combinations while another program has grabbed the keyboard', async () => {
    const other = await Display.open(session.display);
    others.push(other);
    const { client, root } = other;
    expect(await other.request<number>((done) => client.GrabKeyboard(root, 0, 0, 1, 1, done))).toBe(0);
    await session.xdotool('keydown', '105', 'key', 'x', 'keyup', '105');
    await untilEmitted('hold pressed', 'hold combined', 'hold released');
  });

  test('still works after a change of the keyboard layout', async () => {
    await session.run('setxkbmap', 'de');
    await session.xdotool('keydown', '105', 'keyup', '105');
    await untilEmitted('hold pressed', 'hold released');
    await session.run('setxkbmap', 'us');
  });

  test('can be the toggle key', async () => {
    expect(await hotkeys.bind('toggle', chord('RightAlt'))).toBe('bound');
    await session.xdotool('key', '108');
    await untilEmitted('toggle pressed', 'toggle released');
  });
});

describe.each([
  ['Mouse3', '2'],
  ['Mouse4', '8'],
  ['Mouse5', '9'],
] as const)('%s', (key, button) => {
  beforeEach(async () => {
    expect(await hotkeys.bind('hold', chord(key))).toBe('bound');
  });

  test('is reported, and is hidden from the program under the pointer', async () => {
    await session.xdotool('mousedown', button);
    await untilEmitted('hold pressed');
    expect(await hotkeys.isDown('hold')).toBe(true);
    await session.xdotool('mousemove_relative', '5', '5', 'mouseup', button);
    await untilEmitted('hold pressed', 'hold released');
    expect(await hotkeys.isDown('hold')).toBe(false);
    await session.xdotool('click', '1');
    await underPointer(['press 1', 'release 1']);
  });

  test('goes to the program if a key was already down', async () => {
    await session.xdotool('keydown', 'a', 'click', button, 'keyup', 'a');
    await underPointer([`press ${button}`, `release ${button}`]);
    expect(events).toEqual([]);
  });

  test('is part of a combination when a key follows, and the program receives that key', async () => {
    await session.xdotool('mousedown', button);
    await untilEmitted('hold pressed');
    await session.xdotool('key', 'x');
    await untilEmitted('hold pressed', 'hold combined');
    await session.xdotool('mouseup', button);
    await untilEmitted('hold pressed', 'hold combined', 'hold released');
    await session.waitUntil(() => terminal.text() === 'x');
    await session.xdotool('click', '1');
    await underPointer(['press 1', 'release 1']);
  });

  test.each(['1', '4'])('lets button %s through if it is pressed meanwhile', async (other) => {
    await session.xdotool('mousedown', button);
    await untilEmitted('hold pressed');
    await session.xdotool('click', other);
    await untilEmitted('hold pressed', 'hold combined');
    await session.xdotool('mouseup', button);
    await untilEmitted('hold pressed', 'hold combined', 'hold released');
    await expect.poll(() => recorder.buttons.slice(0, 2)).toEqual([`press ${other}`, `release ${other}`]);
    await session.xdotool('click', '1');
    await expect.poll(() => recorder.buttons.slice(-2)).toEqual(['press 1', 'release 1']);
  });

  test('goes to the program again once it is unbound', async () => {
    await hotkeys.unbind('hold');
    await session.xdotool('click', button);
    await underPointer([`press ${button}`, `release ${button}`]);
  });

  test('can’t be bound while another program has it', async () => {
    const other = await Display.open(session.display);
    others.push(other);
    const itsKeyboard = await Keyboard.open(other);
    const itsHotkeys = await X11Hotkeys.open(other, itsKeyboard, new HeldKeys(other, itsKeyboard));
    expect(await itsHotkeys.bind('hold', chord(key))).toBe('taken');
    await hotkeys.unbind('hold');
    expect(await itsHotkeys.bind('hold', chord(key))).toBe('bound');
  });
});

describe('two bound mouse buttons', () => {
  test('can be held together', async () => {
    expect(await hotkeys.bind('hold', chord('Mouse4'))).toBe('bound');
    expect(await hotkeys.bind('send', chord('Mouse5'))).toBe('bound');
    await session.xdotool('mousedown', '8', 'mousedown', '9', 'mouseup', '9', 'mouseup', '8');
    await untilEmitted('hold pressed', 'send pressed', 'send released', 'hold released');
    await session.xdotool('click', '1');
    await underPointer(['press 1', 'release 1']);
  });
});

test('binding reports that the keyboard has no such key', async () => {
  expect(await hotkeys.bind('hold', chord('Fn'))).toBe('no-such-key');
});

const keysDown = () => keyboard.keysDown();
const allUp = () => expect.poll(async () => (await keysDown()).size).toBe(0);
const untilEmitted = (...expected: string[]) => expect.poll(() => events, { timeout: 300_000 }).toEqual(expected);

const underPointer = (expected: string[]) => expect.poll(() => recorder.buttons).toEqual(expected);

/** Resolves once earlier presses have been reported. */
async function settled(): Promise<void> {
  await hotkeys.isDown('hold');
  await hotkeys.isDown('hold');
}

function chord(text: string): Chord {
  const parsed = parseChord(text);
  if (!parsed) throw new Error(`${text} is no chord`);
  return parsed;
}
