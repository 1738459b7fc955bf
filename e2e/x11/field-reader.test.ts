// The text around the caret in real programs, as they report it over AT-SPI.

import type { Display } from '@workspace/desktop/x11/display';
import { FieldReader } from '@workspace/desktop/x11/field-reader';
import { HeldKeys } from '@workspace/desktop/x11/held-keys';
import { SelectionInserter } from '@workspace/desktop/x11/inserter';
import { Keyboard } from '@workspace/desktop/x11/keyboard';
import { Selections } from '@workspace/desktop/x11/selections';
import type { TextAround } from '@workspace/dictation/ports';
import { beforeAll, describe, expect, test } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import type { RunningProcess } from '../child-processes.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { XSession } from './x-session.ts';

const SENTENCE = 'We stayed because it rained.';

let session: XSession;
let display: Display;
let selections: Selections;
let reader: FieldReader;
let inserter: SelectionInserter;

async function openReader(): Promise<FieldReader> {
  const opened = new FieldReader(display);
  endAfterTests(() => opened.close());
  await opened.prepare();
  return opened;
}

beforeAll(async () => {
  session = await XSession.start();
  display = await session.openDisplay();
  selections = await Selections.open(display);
  endAfterTests(() => selections.close());
  reader = await openReader();
  const keyboard = await Keyboard.open(display);
  inserter = new SelectionInserter(display, keyboard, selections, new HeldKeys(display, keyboard), reader);
  endAfterTests(() => inserter.close());
});

async function expectAround(text: TextAround): Promise<void> {
  const around = async () => inserter.textAround(await inserter.captureTarget());
  await expect.poll(around, { timeout: 300_000, interval: 50 }).toEqual(text);
}

test('Without a session bus, nothing is read and no bus is started', async () => {
  const xterm = session.startProgram('xterm');
  await session.focusWindow({ class: 'xterm' });
  expect(await inserter.textAround({ ...(await inserter.captureTarget()), kind: 'multi-line' })).toBeUndefined();
  xterm.signal('SIGTERM');
  await xterm.ended;
});

describe('A GTK program', () => {
  let editor: RunningProcess;

  beforeAll(async () => {
    await session.startSessionBus();
    editor = session.startProgram('zenity', '--text-info', '--editable', '--title', 'Editor');
    await session.focusWindow({ name: '^Editor$' });
  });

  const keys = (key: string, count: number) => session.type('key', '--repeat', String(count), key);

  test('reports the text on both sides of the caret', async () => {
    await expectAround({ before: '', after: '' });
    await session.type('type', SENTENCE);
    await expectAround({ before: SENTENCE, after: '' });
    await keys('Left', ' because it rained.'.length);
    await expectAround({ before: 'We stayed', after: ' because it rained.' });
  });

  test('reports the text on both sides of a selection', async () => {
    await keys('shift+Right', ' because'.length);
    await expectAround({ before: 'We stayed', after: ' it rained.' });
    await keys('Left', 1);
  });

  test('can be read by a reader that starts later, without a change of focus', async () => {
    const later = await openReader();
    await expect.poll(() => later.read(editor.pid)).toEqual({ before: 'We stayed', after: ' because it rained.' });
  });

  test('is given up while it hangs, and read again once it answers', async () => {
    const target = await inserter.captureTarget();
    editor.signal('SIGSTOP');
    expect(await inserter.textAround(target)).toBeUndefined();
    expect(await inserter.textAround(target)).toBeUndefined();
    editor.signal('SIGCONT');
    await expectAround({ before: 'We stayed', after: ' because it rained.' });
  });

  test('gets no text in a password field, and nothing is read from it, even if the program hangs', async () => {
    const dialog = session.startProgram('zenity', '--password', '--title', 'Secret');
    await session.focusWindow({ name: '^Secret$' });
    await session.type('type', 'hunter2');
    // As on a key press, where nothing waits for it.
    await expect.poll(() => reader.prepare(dialog.pid).then(() => reader.read(dialog.pid))).toBe('password');
    const target = await inserter.captureTarget();
    expect(await inserter.insert(target, 'spoken')).toBe('secure-field');
    expect(await inserter.textAround(target)).toBeUndefined();

    dialog.signal('SIGSTOP');
    expect(await reader.read(dialog.pid)).toBe('password');
    expect(await inserter.insert(target, 'spoken')).toBe('secure-field');
    expect(await reader.readSelection(dialog.pid)).toBe('password');
    dialog.signal('SIGCONT');
  });
});

describe('A Chromium page with accessibility on', () => {
  const PAGE = `<!doctype html><title>Fields</title>
    <textarea autofocus placeholder="Write here">${SENTENCE}</textarea><br>
    <input placeholder="Name"><br><input type="search" value="Weather"><br>
    <div contenteditable>One <b>two</b> three</div>`;

  beforeAll(async () => {
    const page = `data:text/html,${encodeURIComponent(PAGE)}`;
    const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
    session.environment.GNOME_ACCESSIBILITY = '1';
    session.startProgram(
      'chromium',
      ...args,
      '--force-renderer-accessibility',
      `--user-data-dir=${scratchFolder()}`,
      `--app=${page}`,
    );
    await session.focusWindow({ name: '^Fields$' });
  });

  test('reports the text on both sides of the caret, in every kind of field', async () => {
    await session.type('key', 'ctrl+End');
    await expectAround({ before: SENTENCE, after: '' });
    await session.type('key', '--repeat', '19', 'Left');
    await expectAround({ before: 'We stayed', after: ' because it rained.' });
    await session.type('key', 'Tab');
    await expectAround({ before: '', after: '' });
    await session.type('key', 'Tab', 'End');
    await expectAround({ before: 'Weather', after: '', field: 'search' });
    await session.type('key', 'Tab', 'End');
    await expectAround({ before: 'One two three', after: '' });
  });
});
