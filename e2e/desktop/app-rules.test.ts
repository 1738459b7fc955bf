// Rules for apps, by WM_CLASS: they change what they should in those apps, and nothing elsewhere.
import { beforeEach, expect, test } from 'vitest';
import { Terminal } from '../x11/terminal.ts';
import { DesktopSession } from './desktop-session.ts';
import { WritingPage } from './writing-page.ts';

const session = await DesktopSession.start({
  settings: {
    appRules: [
      { app: 'NobodyHasThis', lineBreaks: 'spaces', pressReturn: 'never' },
      { app: 'xterm', lineBreaks: 'keep', pressReturn: 'always' },
      { app: 'XTerm', lineBreaks: 'spaces', pressReturn: 'never' },
      { app: 'chromium', lineBreaks: 'spaces' },
    ],
  },
});
const { x } = session;
const page = await WritingPage.open(x);
const terminal = await Terminal.open(x);

beforeEach(() => terminal.clear());

test('In a terminal, a rule can allow line breaks and Return, and the first matching rule applies', async () => {
  await terminal.focus();
  const recording = await session.speak(['echo one\necho two']);
  await session.dictate(recording);
  await x.waitUntil(() => terminal.text().endsWith('two\r'));
  expect(terminal.text()).toBe('echo one\recho two\r');
});

test('In a browser, a rule can turn line breaks into spaces, and Return is not pressed', async () => {
  await page.focus();
  const recording = await session.speak(['First line.\nSecond one.']);
  await session.dictate(recording);
  await x.waitUntil(() => page.text().includes('one.'));
  expect(page.text()).toBe('First line. Second one.');
  expect(page.keys).not.toContain('Enter');
});
