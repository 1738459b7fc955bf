// The text belongs to the field that had the focus when the key was let go. It is typed nowhere else.
import { expect, test } from 'vitest';
import { readText } from '../x11/clipboard-programs.ts';
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
