import { parseChord } from '@workspace/desktop/ipc/chord';
import type { Display } from '@workspace/desktop/x11/display';
import { FieldReader } from '@workspace/desktop/x11/field-reader';
import { HeldKeys } from '@workspace/desktop/x11/held-keys';
import { X11Hotkeys } from '@workspace/desktop/x11/hotkeys';
import { SelectionInserter } from '@workspace/desktop/x11/inserter';
import { Keyboard } from '@workspace/desktop/x11/keyboard';
import { Selections } from '@workspace/desktop/x11/selections';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import { Terminal } from './terminal.ts';
import { ChromiumField, type TextField } from './text-fields.ts';
import { XSession } from './x-session.ts';

const PHRASES = Array.from({ length: 8 }, (_, index) => `${index + 1}. phrase `);
const F9 = '75';

let session: XSession;
let display: Display;
let keyboard: Keyboard;
let hotkeys: X11Hotkeys;
let inserter: SelectionInserter;
let events: string[];
let page: ChromiumField;
let terminal: Terminal;

beforeAll(async () => {
  session = await XSession.start();
  display = await session.openDisplay();
  keyboard = await Keyboard.open(display);
  const held = new HeldKeys(display, keyboard);
  const selections = await Selections.open(display);
  endAfterTests(() => selections.close());
  inserter = new SelectionInserter(display, keyboard, selections, held, new FieldReader(display));
  endAfterTests(() => inserter.close());
  hotkeys = await X11Hotkeys.open(display, keyboard, held);
  endAfterTests(() => hotkeys.close());
  hotkeys.onEvent(({ action, type }) => events.push(`${action} ${type}`));
  page = await ChromiumField.start(session);
  terminal = await Terminal.open(session);
});

beforeEach(async () => {
  events = [];
  await page.clear();
  terminal.clear();
});

describe.each([
  ['a text area', () => page],
  ['a terminal', () => terminal],
] as const)('a function key held over %s', (_, fieldOf) => {
  test('lets phrases be pasted while it is held, and stays hidden from the page', async () => {
    const field: TextField = fieldOf();
    await field.focus();
    await page.page.evaluate(
      "keysSeen = []; for (const type of ['keydown', 'keyup']) addEventListener(type, ({ key }) => keysSeen.push(key))",
    );
    expect(await hotkeys.bind('hold', parseChord('F9')!)).toBe('bound');
    const target = await inserter.captureTarget();
    for (const _ of [1, 2]) {
      events = [];
      await page.clear();
      terminal.clear();
      await session.xdotool('keydown', F9);
      await untilEmitted('hold pressed');
      // Xvfb repeats a key until another one is pressed on the same keyboard, which is where ours are pressed too.
      await repeats(3);
      for (const phrase of PHRASES) {
        expect(await inserter.insert(target, phrase)).toBe('inserted');
        expect(await hotkeys.isDown('hold')).toBe(true);
      }
      expect(events).toEqual(['hold pressed']);
      await session.xdotool('keyup', F9);
      await untilEmitted('hold pressed', 'hold released');
      await expect.poll(() => field.text(), { timeout: 300_000 }).toBe(PHRASES.join(''));
    }
    // The keyboard belongs to the program again.
    await session.xdotool('key', 'x');
    await expect.poll(() => field.text(), { timeout: 300_000 }).toBe(`${PHRASES.join('')}x`);
    expect(await page.page.evaluate('keysSeen')).not.toContain('F9');
  });

  test('lets a phrase be pasted once another key the user holds is released', async () => {
    const field: TextField = fieldOf();
    await field.focus();
    expect(await hotkeys.bind('hold', parseChord('F9')!)).toBe('bound');
    const target = await inserter.captureTarget();
    await session.xdotool('keydown', F9, 'keydown', 'shift');
    const insertion = inserter.insert(target, 'spoken');
    await session.xdotool('keyup', 'shift');
    expect(await insertion).toBe('inserted');
    await session.xdotool('keyup', F9);
    await untilEmitted('hold pressed', 'hold released');
    await expect.poll(() => field.text(), { timeout: 300_000 }).toBe('spoken');
  });
});

const untilEmitted = (...expected: string[]) => expect.poll(() => events, { timeout: 300_000 }).toEqual(expected);

/** Waits until the server has sent us this many repeats of the held key. */
async function repeats(count: number): Promise<void> {
  let heard = 0;
  const stop = display.onEvent((event) => {
    if (event.name === 'KeyPress' && event.keycode === Number(F9)) heard += 1;
  });
  await session.waitUntil(() => heard >= count);
  stop();
}
