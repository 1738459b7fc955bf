// After a dictation the clipboards are restored, byte for byte and in every format. Text that can't go into the field that had
// the focus at the release is left on the clipboard, and typed nowhere else.
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { emptySelection, ownSelection, readAll, readText } from '../x11/clipboard-programs.ts';
import { Terminal } from '../x11/terminal.ts';
import { PASTE_LAST } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { Hud } from './hud.ts';
import { WritingPage } from './writing-page.ts';

const session = await DesktopSession.open({ canHoldAnswers: true });
const { x } = session;
const windows = await session.startReadableApp();
const page = await WritingPage.open(x);
const terminal = await Terminal.open(x);
const hud = await Hud.watch(x);

const IMAGE = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(1_500_000)]);
const FORMATTED = '<b>Formatted</b> <i>text</i>';

/** Waits until the provider's text is left on the clipboard: before, it may have been there in order to be pasted. */
async function textOnClipboard(): Promise<string> {
  await x.waitUntil(async () => (await readText(x, 'clipboard')) === (await session.textsSent()).join(' '));
  await windows.untilShown('hud', 'The text is on the clipboard');
  return (await session.textsSent()).join(' ');
}

test('If the focus has moved to another window, the text is left on the clipboard, and the HUD says so', async () => {
  await page.focus();
  const recording = await session.speak(['Not for the terminal.']);
  await session.dictateAndMeanwhile(recording, () => terminal.focus());
  await textOnClipboard();
  await x.waitUntil(() => hud.card());
  expect(terminal.text()).toBe('');
  expect(page.text()).toBe('');
});

test('The paste chord then inserts that text into the focused window', async () => {
  const text = await textOnClipboard();
  await page.focus();
  await session.tap(PASTE_LAST);
  await x.waitUntil(() => page.text() !== '');
  expect(page.text()).toBe(text);
});

test('If the window has been closed, the text is left on the clipboard', async () => {
  const closing = await Terminal.open(x, 'Closing terminal');
  const recording = await session.speak(['Nobody is there.']);
  await session.dictateAndMeanwhile(recording, () => closing.close());
  await textOnClipboard();
});

const contents = async () => ({ clipboard: await readAll(x, 'clipboard'), primary: await readAll(x, 'primary') });

describe.each([
  ['a page', page],
  ['a terminal', terminal],
])('A dictation into %s restores', (_, field) => {
  /** Empties both clipboards: their owners lose them. */
  beforeEach(async () => {
    for (const selection of ['clipboard', 'primary'] as const) await emptySelection(x, selection);
  });

  async function expectContentsToStay(): Promise<void> {
    const before = await contents();
    await field.focus();
    const text = field.text();
    await session.dictate(await session.speak(['A few words.']));
    await x.waitUntil(() => field.text() !== text);
    await expect.poll(contents, { timeout: 300_000, interval: 50 }).toEqual(before);
  }

  test('empty clipboards', async () => {
    expect(await contents()).toEqual({ clipboard: {}, primary: {} });
    await expectContentsToStay();
  });

  test('copied text, and other text that was selected', async () => {
    await ownSelection(x, 'clipboard', 'Copied before: ä 你 👍\nin two lines');
    await ownSelection(x, 'primary', 'Selected before');
    await expectContentsToStay();
  });

  test('an image', async () => {
    await ownSelection(x, 'clipboard', IMAGE, 'image/png');
    await expectContentsToStay();
  });

  test('text that a browser offers in several formats', async () => {
    await page.fill(FORMATTED);
    await x.xdotool('key', 'ctrl+c');
    await x.waitUntil(async () => 'text/html' in (await readAll(x, 'clipboard')));
    await expectContentsToStay();
  });
});
