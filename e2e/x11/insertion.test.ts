import { randomBytes } from 'node:crypto';
import type { Display } from '@workspace/desktop/x11/display';
import { FieldReader } from '@workspace/desktop/x11/field-reader';
import { HeldKeys } from '@workspace/desktop/x11/held-keys';
import { SelectionInserter } from '@workspace/desktop/x11/inserter';
import { Keyboard } from '@workspace/desktop/x11/keyboard';
import { Selections } from '@workspace/desktop/x11/selections';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import { variants } from '../variants.ts';
import { emptySelection, ownSelection, readSelection, readTargets, readText } from './clipboard-programs.ts';
import { Terminal } from './terminal.ts';
import { ChromiumField, type TextField } from './text-fields.ts';
import { XSession } from './x-session.ts';

const WORDS =
  'She said “naïve” & \'fine\': caf\u00e9, cafe\u0301, 漢字かな, 😀👩\u200d👩\u200d👧🏽, "quoted" — $HOME `x` \\n %s!';
const BEFORE = 'what the user has copied';

let session: XSession;
let display: Display;
let keyboard: Keyboard;
let selections: Selections;
let inserter: SelectionInserter;
let page: ChromiumField;
let terminal: Terminal;

beforeAll(async () => {
  session = await XSession.start();
  display = await session.openDisplay();
  selections = await Selections.open(display);
  endAfterTests(() => selections.close());
  keyboard = await Keyboard.open(display);
  const held = new HeldKeys(display, keyboard);
  inserter = new SelectionInserter(display, keyboard, selections, held, new FieldReader(display));
  endAfterTests(() => inserter.close());
  page = await ChromiumField.start(session);
  terminal = await Terminal.open(session);
});

beforeEach(async () => {
  await session.run('setxkbmap', 'us');
  await Promise.all([page.clear(), terminal.clear()]);
});

/** Inserts as the engine does, into the field that has the focus. */
async function insert(text: string): Promise<string> {
  return inserter.insert(await inserter.captureTarget(), text);
}

async function expectText(field: TextField, text: string): Promise<void> {
  await expect.poll(() => field.text(), { timeout: 300_000, interval: 50 }).toBe(text);
}

async function expectSelection(selection: 'clipboard' | 'primary', content: string | undefined): Promise<void> {
  await expect.poll(() => readText(session, selection), { timeout: 300_000, interval: 10 }).toBe(content);
}

const offeredFormats = () => readTargets(session, 'clipboard');

describe('text', () => {
  test.each([
    ['one character', 'a'],
    ['every kind of character', WORDS],
    ['an emoji of several code points', '👩\u200d👩\u200d👧🏽'],
    ['line breaks and tabs', 'one\ntwo\n\n\tthree\n'],
    ['one megabyte', 'A line of many words, said without a pause.\n'.repeat(24_000)],
  ])('is inserted into a text area: %s', async (_, text) => {
    await page.focus();
    expect(await insert(text)).toBe('inserted');
    await expectText(page, text);
  });

  test.each([
    ['one character', 'a'],
    ['every kind of character', WORDS],
    ['one megabyte', 'Straße 漢字 😀 and so on. '.repeat(30_000)],
  ])('is inserted into a terminal: %s', async (_, text) => {
    await terminal.focus();
    expect(await insert(text)).toBe('inserted');
    await expectText(terminal, text);
  });

  test.each(['page', 'terminal'] as const)('is inserted once and in order, twenty times in a row: %s', async (name) => {
    const field = { page, terminal }[name];
    await ownSelection(session, 'clipboard', BEFORE);
    await field.focus();
    const texts = Array.from({ length: 20 }, (_, index) => `${index + 1}. phrase `);
    const target = await inserter.captureTarget();
    const outcomes = await Promise.all(texts.map((text) => inserter.insert(target, text)));
    expect(new Set(outcomes)).toEqual(new Set(['inserted']));
    await expectText(field, texts.join(''));
    await expectSelection('clipboard', BEFORE);
  });

  test('counts as inserted if it is empty, without a focused field', async () => {
    expect(await inserter.insert({ id: '', kind: 'unknown' }, '')).toBe('inserted');
  });
});

describe('the clipboard', () => {
  test.each(['page', 'terminal'] as const)(
    'is restored after an insertion, and so is the primary selection: %s',
    async (name) => {
      const field = { page, terminal }[name];
      await ownSelection(session, 'clipboard', BEFORE);
      await ownSelection(session, 'primary', 'what the user has marked');
      await field.focus();
      expect(await insert('spoken')).toBe('inserted');
      await expectText(field, 'spoken');
      await expectSelection('clipboard', BEFORE);
      await expectSelection('primary', 'what the user has marked');
    },
  );

  test.each([
    ['an image', 'image/png', randomBytes(1_500_000)],
    ['a format nobody knows', 'application/x-unknown', randomBytes(100)],
    ['an empty text', 'UTF8_STRING', Buffer.alloc(0)],
  ])('keeps %s byte for byte', async (_, target, content) => {
    await ownSelection(session, 'clipboard', content, target);
    await page.focus();
    expect(await insert('spoken')).toBe('inserted');
    await expectSelection('clipboard', target === 'UTF8_STRING' ? '' : undefined);
    expect((await readSelection(session, 'clipboard', target))?.equals(content)).toBe(true);
  });

  test('stays empty if it was empty', async () => {
    await emptySelection(session, 'clipboard');
    await emptySelection(session, 'primary');
    await terminal.focus();
    expect(await insert('spoken')).toBe('inserted');
    await expectText(terminal, 'spoken');
    await expectSelection('clipboard', undefined);
    await expectSelection('primary', undefined);
  });

  test('keeps what was copied in the same program that receives the text', async () => {
    await page.page.locator('textarea').fill('copied from here');
    await page.focus();
    await session.xdotool('key', 'ctrl+a', 'ctrl+c', 'End');
    await expectSelection('clipboard', 'copied from here');
    const formats = (await offeredFormats()).filter((format) => format !== 'SAVE_TARGETS');
    expect(formats).toContain('text/plain');
    expect(await insert(', spoken')).toBe('inserted');
    await expectText(page, 'copied from here, spoken');
    await expectSelection('clipboard', 'copied from here');
    expect(await offeredFormats()).toEqual(expect.arrayContaining(formats));
  });

  test('is left alone if another program takes it before it is restored', async () => {
    await ownSelection(session, 'clipboard', BEFORE);
    await page.focus();
    expect(await insert('spoken')).toBe('inserted');
    await expectText(page, 'spoken');
    await ownSelection(session, 'clipboard', 'copied just now');
    await selections.giveBack();
    await expectSelection('clipboard', 'copied just now');
  });

  test('is left to its owner if the owner does not answer, and the text is typed', async () => {
    const owner = await ownSelection(session, 'clipboard', BEFORE);
    await page.focus();
    owner.signal('SIGSTOP');
    try {
      expect(await insert(WORDS)).toBe('unconfirmed');
    } finally {
      owner.signal('SIGCONT');
    }
    await expectText(page, WORDS);
    await expectSelection('clipboard', BEFORE);
  });
});

describe('text that can’t be inserted into its field', () => {
  let other: Terminal;

  beforeAll(async () => {
    other = await Terminal.open(session, 'Other terminal');
  });

  test('is left on the clipboard if the focus has moved', async () => {
    await ownSelection(session, 'primary', 'what the user has marked');
    await page.focus();
    const target = await inserter.captureTarget();
    await terminal.focus();
    expect(await inserter.insert(target, 'spoken')).toBe('on-clipboard');
    await expectSelection('clipboard', 'spoken');
    expect(await inserter.leaveOnClipboard('spoken before')).toBe(true);
    await expectSelection('clipboard', 'spoken before');
    await expectSelection('primary', 'what the user has marked');
    // From now on, what is on the clipboard belongs to the user.
    expect(await insert('more')).toBe('inserted');
    await expectSelection('clipboard', 'spoken before');
    expect(terminal.text()).toBe('more');
    expect(await page.text()).toBe('');
  });

  test('is left on the clipboard if its window is closed', async () => {
    await other.focus();
    const target = await inserter.captureTarget();
    await other.close();
    expect(await inserter.insert(target, 'spoken')).toBe('on-clipboard');
    await expectSelection('clipboard', 'spoken');
    await terminal.focus();
    expect(terminal.text()).toBe('');
  });

  test('is left on the clipboard if nothing has the focus', async () => {
    expect(await inserter.insert({ id: '', kind: 'unknown' }, 'spoken')).toBe('on-clipboard');
    await expectSelection('clipboard', 'spoken');
  });
});

describe('inserting text', () => {
  const layouts = variants(['de', 'ru'], ['de', 'ru', 'fr', 'us -variant dvorak']);

  test.each(layouts)('works with the layout %s', async (layout) => {
    await session.run('setxkbmap', ...layout.split(' '));
    await page.focus();
    expect(await insert(WORDS)).toBe('inserted');
    await expectText(page, WORDS);
  });

  test.each(['Caps_Lock', 'Num_Lock'])('works with %s on', async (lock) => {
    await page.focus();
    await session.xdotool('key', lock);
    try {
      expect(await insert(WORDS)).toBe('inserted');
      await expectText(page, WORDS);
    } finally {
      await session.xdotool('key', lock);
    }
  });

  test.each([
    ['page', ['ctrl', 'alt']],
    ['page', ['alt']],
    ['terminal', ['ctrl', 'alt']],
  ] as const)('waits until keys are released: %s, %j', async (name, keys) => {
    const field = { page, terminal }[name];
    await field.focus();
    const target = await inserter.captureTarget();
    await session.xdotool(...keys.flatMap((key) => ['keydown', key]));
    const inserted = inserter.insert(target, 'spoken');
    // From here on, it waits only for the keys.
    await expectSelection('clipboard', 'spoken');
    await session.xdotool(...keys.flatMap((key) => ['keyup', key]));
    expect(await inserted).toBe('inserted');
    await expectText(field, 'spoken');
  });

  test.each(['page', 'terminal'] as const)('succeeds even if a key stays down: %s', async (name) => {
    const field = { page, terminal }[name];
    await field.focus();
    await session.xdotool('keydown', 'alt');
    try {
      expect(await insert('spoken')).toBe('inserted');
    } finally {
      await session.xdotool('keyup', 'alt');
    }
    await expectText(field, 'spoken');
  });

  test('is postponed, as is Return, while a key is down that may not be released', async () => {
    await ownSelection(session, 'clipboard', BEFORE);
    await page.focus();
    const target = await inserter.captureTarget();
    await session.xdotool('keydown', 'alt');
    try {
      expect(await inserter.insert(target, 'spoken', () => false)).toBe('postponed');
      const isWanted = () => true;
      expect(await inserter.pressReturn(target, isWanted, () => false)).toBe('postponed');
      expect(await keyboard.keysDown()).not.toEqual(new Set());
      await expectSelection('clipboard', BEFORE);
    } finally {
      await session.xdotool('keyup', 'alt');
    }
    expect(await inserter.insert(target, 'spoken', () => false)).toBe('inserted');
    await expectText(page, 'spoken');
  });
});

describe('a field that does not paste', () => {
  let mapping: string;

  beforeEach(async () => {
    mapping = await session.run('xmodmap', '-pke');
    await page.page.evaluate("document.onkeydown = (event) => event.key !== 'Insert'");
    await ownSelection(session, 'clipboard', BEFORE);
    await page.focus();
  });

  afterEach(() => page.page.evaluate('document.onkeydown = null'));

  test.each([
    ['every kind of character', WORDS, WORDS],
    ['line breaks, as spaces', 'one\ntwo\tthree', 'one two three'],
  ])('is typed into: %s', async (_, text, typed) => {
    expect(await insert(text)).toBe('unconfirmed');
    await expectText(page, typed);
    await expectSelection('clipboard', BEFORE);
    expect(await session.run('xmodmap', '-pke')).toBe(mapping);
  });

  test('is typed into with Caps Lock on, which stays on', async () => {
    await session.xdotool('key', 'Caps_Lock');
    try {
      expect(await insert('aBcé Жж')).toBe('unconfirmed');
      await expectText(page, 'aBcé Жж');
      await session.xdotool('key', 'a');
      await expectText(page, 'aBcé ЖжA');
    } finally {
      await session.xdotool('key', 'Caps_Lock');
    }
  });

  test('is not typed into if the text is too long: the text is left on the clipboard', async () => {
    const text = 'Much was said. '.repeat(1_000);
    expect(await insert(text)).toBe('on-clipboard');
    await expectSelection('clipboard', text);
    expect(await page.text()).toBe('');
  });

  test('is not typed into if another program has read the text, since that may have been a paste', async () => {
    const insertion = { isOver: false };
    const inserted = insert('spoken').finally(() => {
      insertion.isOver = true;
    });
    // Continuously: only a read after the keys were pressed may be a paste.
    while (!insertion.isOver) await readText(session, 'clipboard');
    expect(await inserted).toBe('on-clipboard');
    expect(await page.text()).toBe('');
  });
});

describe('Return', () => {
  const wanted = () => true;
  const entersSeen = () => page.page.evaluate<string[]>('window.entersSeen ?? []');

  beforeEach(async () => {
    await page.page.evaluate(`window.entersSeen = [];
      document.onkeydown = ({ key, shiftKey }) => { if (key === 'Enter') entersSeen.push(shiftKey ? 'shifted' : 'plain'); };`);
  });
  afterEach(() => page.page.evaluate('document.onkeydown = null'));

  test('is pressed after the text, in a page and in a terminal', async () => {
    for (const [field, line] of [
      [page, 'spoken\n'],
      [terminal, 'spoken\r'],
    ] as const) {
      await field.focus();
      const target = await inserter.captureTarget();
      expect(await inserter.insert(target, 'spoken')).toBe('inserted');
      expect(await inserter.pressReturn(target, wanted)).toBe(true);
      await expectText(field, line);
    }
    expect(await entersSeen()).toEqual(['plain']);
  });

  test('is not pressed if the focus has moved, its window is closed, or it is no longer wanted', async () => {
    await page.focus();
    const target = await inserter.captureTarget();
    expect(await inserter.insert(target, 'spoken')).toBe('inserted');
    expect(await inserter.pressReturn(target, () => false)).toBe(false);
    await terminal.focus();
    expect(await inserter.pressReturn(target, wanted)).toBe(false);
    const closing = await Terminal.open(session, 'Closing terminal');
    const gone = await inserter.captureTarget();
    await closing.close();
    expect(await inserter.pressReturn(gone, wanted)).toBe(false);
    await page.focus();
    // Anything inserted earlier would appear before it.
    await session.xdotool('key', 'x');
    await expectText(page, 'spokenx');
    expect([await entersSeen(), terminal.text()]).toEqual([[], '']);
  });

  test('waits until the user’s modifier keys are released, and is pressed without them', async () => {
    await page.focus();
    const target = await inserter.captureTarget();
    await session.xdotool('keydown', 'shift');
    const pressed = inserter.pressReturn(target, wanted);
    await session.xdotool('keyup', 'shift');
    expect(await pressed).toBe(true);
    await expect.poll(entersSeen).toEqual(['plain']);
  });
});

test('the focused program is identified by its class, in the target too', async () => {
  await terminal.focus();
  expect(await inserter.focusedApp()).toBe('XTerm');
  expect(await inserter.captureTarget()).toMatchObject({ app: 'XTerm' });
  await page.focus();
  expect(await inserter.captureTarget()).toMatchObject({ app: await inserter.focusedApp() });
  expect(await inserter.focusedApp()).toMatch(/chromium/i);
});
