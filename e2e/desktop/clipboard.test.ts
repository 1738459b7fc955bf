// Whatever was on the clipboards is there again after a dictation, byte for byte, in every format. A text
// that can't go into the field that had the focus when the key was let go waits there itself, and is typed nowhere else.
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { emptySelection, ownSelection, readAll, readText } from '../x11/clipboard-programs.ts';
import { Terminal } from '../x11/terminal.ts';
import { PASTE_LAST } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { Hud } from './hud.ts';
import { WritingPage } from './writing-page.ts';

const session = await DesktopSession.start({ canHoldAnswers: true });
const { x } = session;
const page = await WritingPage.open(x);
const terminal = await Terminal.open(x);
const hud = await Hud.watch(x);

const IMAGE = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(1_500_000)]);
const FORMATTED = '<b>Formatted</b> <i>text</i>';

/** Waits until the text that the provider sent is on the clipboard, and returns it. */
async function textOnClipboard(): Promise<string> {
  await x.waitUntil(async () => (await readText(x, 'clipboard')) === (await session.textsSent()).join(' '));
  return (await session.textsSent()).join(' ');
}

test('Where the focus is in another window by then, the text waits on the clipboard, and the HUD says so', async () => {
  await page.focus();
  const recording = await session.speak(['Not for the terminal.']);
  await session.dictateAndMeanwhile(recording, () => terminal.focus());
  await textOnClipboard();
  await x.waitUntil(() => hud.card());
  expect(terminal.text()).toBe('');
  expect(page.text()).toBe('');
});

test('Paste last again puts it into the window that has the focus now', async () => {
  const text = await textOnClipboard();
  await page.focus();
  await session.tap(PASTE_LAST);
  await x.waitUntil(() => page.text() !== '');
  expect(page.text()).toBe(text);
});

test('Where the window is closed by then, the text waits on the clipboard', async () => {
  const closing = await Terminal.open(x, 'Closing terminal');
  const recording = await session.speak(['Nobody is there.']);
  await session.dictateAndMeanwhile(recording, () => closing.close());
  await textOnClipboard();
});

const contents = async () => ({ clipboard: await readAll(x, 'clipboard'), primary: await readAll(x, 'primary') });

describe.each([
  ['a page', page],
  ['a terminal', terminal],
])('After a dictation into %s it is as before:', (_, field) => {
  /** Whoever had something on a clipboard has lost it then. */
  beforeEach(async () => {
    for (const selection of ['clipboard', 'primary'] as const) await emptySelection(x, selection);
  });

  async function expectContentsToStay(): Promise<void> {
    const before = await contents();
    await field.focus();
    const text = field.text();
    await session.dictate(await session.speak(['A few words.']));
    await x.waitUntil(() => field.text() !== text);
    await expect.poll(contents, { timeout: 60_000, interval: 50 }).toEqual(before);
  }

  test('nothing at all', async () => {
    expect(await contents()).toEqual({ clipboard: {}, primary: {} });
    await expectContentsToStay();
  });

  test('a text, and another one that was selected', async () => {
    await ownSelection(x, 'clipboard', 'Copied before: ä 你 👍\nin two lines');
    await ownSelection(x, 'primary', 'Selected before');
    await expectContentsToStay();
  });

  test('an image', async () => {
    await ownSelection(x, 'clipboard', IMAGE, 'image/png');
    await expectContentsToStay();
  });

  test('a text in several formats that a browser offers', async () => {
    await page.fill(FORMATTED);
    await x.xdotool('key', 'ctrl+c');
    await x.waitUntil(async () => 'text/html' in (await readAll(x, 'clipboard')));
    await expectContentsToStay();
  });
});
