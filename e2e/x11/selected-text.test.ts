// Reading and replacing what is selected in real programs, without changing the clipboard.
import { randomBytes } from 'node:crypto';
import type { Display } from '@workspace/desktop/x11/display';
import { FieldReader } from '@workspace/desktop/x11/field-reader';
import { HeldKeys } from '@workspace/desktop/x11/held-keys';
import { SelectionInserter } from '@workspace/desktop/x11/inserter';
import { Keyboard } from '@workspace/desktop/x11/keyboard';
import { Selections } from '@workspace/desktop/x11/selections';
import type { Postponable, ReplacementOutcome, SelectedText, SelectionReading } from '@workspace/dictation/ports';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import { emptySelection, ownSelection, readAll, readText } from './clipboard-programs.ts';
import { ChromiumField } from './text-fields.ts';
import { XSession } from './x-session.ts';

const LIMIT = 20_000;
const IMAGE = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(1_500_000)]);

/** Adds a paragraph to a page, and records the keys that the page sees. */
const READING = `
  document.body.insertAdjacentHTML('beforeend', '<p>Words to be read.</p>');
  globalThis.keys = [];
  addEventListener('keydown', ({ key }) => keys.push(key));
`;

let session: XSession;
let display: Display;
let inserter: SelectionInserter;
let page: ChromiumField;

beforeAll(async () => {
  session = await XSession.start();
  display = await session.openDisplay();
  const selections = await Selections.open(display);
  endAfterTests(() => selections.close());
  const keyboard = await Keyboard.open(display);
  const held = new HeldKeys(display, keyboard);
  inserter = new SelectionInserter(display, keyboard, selections, held, new FieldReader(display));
  endAfterTests(() => inserter.close());
  page = await ChromiumField.start(session);
});

beforeEach(async () => {
  for (const selection of ['clipboard', 'primary'] as const) await emptySelection(session, selection);
});

const read = (): Promise<SelectionReading> => inserter.read(LIMIT);

/** Resolves with the selection, once the program has notified the display of it. */
function selected(text: string): Promise<SelectedText> {
  return session.waitUntil(async () => {
    const reading = await read();
    return reading.type === 'selected' && reading.text === text ? reading : undefined;
  });
}

/** Selects the words of the page's text area, or some of them, as a user does. */
async function selectInPage(text: string): Promise<SelectedText> {
  await page.focus();
  await page.page.locator('textarea').fill(text);
  await session.xdotool('key', 'ctrl+a');
  return selected(text);
}

const replace = (selection: SelectedText, text = 'new words'): Promise<Postponable<ReplacementOutcome>> =>
  inserter.replace(selection, text, () => true);

async function expectClipboard(before: Record<string, string>): Promise<void> {
  await expect.poll(() => readAll(session, 'clipboard'), { timeout: 300_000, interval: 50 }).toEqual(before);
}

describe('a selection in a text area', () => {
  test('is replaced, and one undo brings it back', async () => {
    await ownSelection(session, 'clipboard', 'Copied before');
    const before = await readAll(session, 'clipboard');
    const selection = await selectInPage('old words');
    expect(selection.target.kind).toBe('multi-line');
    expect(await replace(selection, 'new words\nin two lines')).toBe('replaced');
    await expect.poll(() => page.text()).toBe('new words\nin two lines');
    await expectClipboard(before);
    await session.xdotool('key', 'ctrl+z');
    await expect.poll(() => page.text()).toBe('old words');
  });

  test('is left alone once it is gone from the field, though the display still has its text', async () => {
    await ownSelection(session, 'clipboard', 'Copied before');
    const selection = await selectInPage('old words');
    await session.xdotool('key', 'End');
    expect(await replace(selection)).toBe('moved');
    expect(await page.text()).toBe('old words');
    expect(await readText(session, 'clipboard')).toBe('new words');
  });

  test('is replaced while an image on the clipboard is kept byte for byte', async () => {
    await ownSelection(session, 'clipboard', IMAGE, 'image/png');
    const before = await readAll(session, 'clipboard');
    expect(await replace(await selectInPage('old words'))).toBe('replaced');
    await expect.poll(() => page.text()).toBe('new words');
    await expectClipboard(before);
  });

  test('is read in full up to the limit, and not at all beyond it', async () => {
    const text = 'A line of many words, Straße 漢字 😀 and so on.\n'.repeat(500);
    await page.focus();
    await page.page.locator('textarea').fill(text);
    await session.xdotool('key', 'ctrl+a');
    await session.waitUntil(async () => (await read()).type === 'too-long');
    const reading = await inserter.read(text.length);
    expect(reading.type === 'selected' && reading.text === text).toBe(true);
  });

  test('is reported as none if nothing is selected, or if another program has the selection', async () => {
    await page.focus();
    expect(await read()).toEqual({ type: 'none' });
    await ownSelection(session, 'primary', 'selected elsewhere');
    expect(await read()).toEqual({ type: 'none' });
  });

  test('is left alone, and the answer on the clipboard, if the same text has been selected again', async () => {
    const selection = await selectInPage('word word');
    await session.xdotool('key', 'Home');
    await session.xdotool('key', 'shift+ctrl+Right');
    await session.xdotool('key', 'ctrl+a');
    const again = await selected('word word');
    expect(again.mark).not.toBe(selection.mark);
    expect(await replace(selection)).toBe('moved');
    expect(await page.text()).toBe('word word');
    expect(await readText(session, 'clipboard')).toBe('new words');
  });

  test('is left alone, and the answer on the clipboard, if the focus has moved', async () => {
    const selection = await selectInPage('old words');
    const other = session.startProgram('zenity', '--text-info', '--editable', '--title', 'Other');
    await session.focusWindow({ name: '^Other$' });
    expect(await replace(selection)).toBe('moved');
    other.signal('SIGTERM');
    await other.ended;
    expect(await page.text()).toBe('old words');
    expect(await readText(session, 'clipboard')).toBe('new words');
  });

  test('is left alone while a key is down that may not be released', async () => {
    await ownSelection(session, 'clipboard', 'Copied before');
    const before = await readAll(session, 'clipboard');
    const selection = await selectInPage('old words');
    const replaceNow = () =>
      inserter.replace(
        selection,
        'new words',
        () => true,
        () => false,
      );
    await session.xdotool('keydown', 'alt');
    try {
      expect(await replaceNow()).toBe('postponed');
      await expectClipboard(before);
    } finally {
      await session.xdotool('keyup', 'alt');
    }
    expect(await replaceNow()).toBe('replaced');
    await expect.poll(() => page.text()).toBe('new words');
  });

  test('is left alone if the replacement is no longer wanted', async () => {
    await ownSelection(session, 'clipboard', 'Copied before');
    const before = await readAll(session, 'clipboard');
    const selection = await selectInPage('old words');
    await inserter.replace(selection, 'new words', () => false);
    expect(await page.text()).toBe('old words');
    await expectClipboard(before);
  });
});

describe('if the selection can’t be replaced, the answer is left on the clipboard:', () => {
  test('in a page outside a field, where no key is typed either', async () => {
    await page.focus();
    await page.page.evaluate(READING);
    // Chromium notifies the display only of what the user selects.
    await page.page.locator('p').click({ clickCount: 3 });
    const selection = await selected('Words to be read.');
    expect(await replace(selection)).toBe('not-editable');
    expect(await page.page.locator('p').textContent()).toBe('Words to be read.');
    expect((await page.page.evaluate<string[]>('keys')).filter((key) => key.length === 1)).toEqual([]);
    expect(await readText(session, 'clipboard')).toBe('new words');
  });

  test('in a terminal', async () => {
    const terminal = session.startProgram('xterm', '-T', 'Shell', '-e', 'sh', '-c', 'printf "output"; exec cat');
    const window = String(await session.focusWindow({ name: '^Shell$' }));
    await session.xdotool('mousemove', '--window', window, '20', '10', 'click', '--repeat', '2', '1');
    const selection = await selected('output');
    expect(await replace(selection)).toBe('not-editable');
    expect(await readText(session, 'clipboard')).toBe('new words');
    terminal.signal('SIGTERM');
    await terminal.ended;
  });
});

describe.each([
  ['for writing', ['--editable'], 'replaced'],
  ['for reading only', [], 'not-editable'],
] as const)('a selection in a GTK editor %s', (_, options, expected) => {
  test(`is ${expected}`, async () => {
    const editor = session.startProgram(
      'sh',
      '-c',
      `printf 'old words' | zenity --text-info ${options.join(' ')} --title Words`,
    );
    await session.focusWindow({ name: '^Words$' });
    await session.xdotool('key', 'ctrl+a');
    const selection = await selected('old words');
    expect(await replace(selection)).toBe(expected);
    if (expected === 'not-editable') expect(await readText(session, 'clipboard')).toBe('new words');
    await session.xdotool('key', 'ctrl+a');
    await selected(expected === 'replaced' ? 'new words' : 'old words');
    editor.signalGroup('SIGTERM');
    await editor.ended;
  });
});
