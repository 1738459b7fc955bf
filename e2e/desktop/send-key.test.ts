// The send key dictates and sends. With keys that don't disturb typing, phrases appear while the key is held.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Terminal } from '../x11/terminal.ts';
import { DesktopSession } from './desktop-session.ts';
import { WritingPage } from './writing-page.ts';

const SEND = ['F8'];
const FUNCTION_KEY = ['F9'];

const session = await DesktopSession.start({
  settings: {
    chords: {
      hold: 'F9',
      send: 'F8',
      edit: null,
      toggle: 'Control+Shift+T',
      cancel: 'Control+Shift+C',
      pasteLast: 'Control+Alt+V',
    },
    appRules: [{ app: 'XTerm', insertWhileHolding: false }],
  },
});
const { x } = session;
const page = await WritingPage.open(x);

const enters = () => page.keys.filter((key) => key === 'Enter').length;

test('A command dictated into a shell with the send key is run', async () => {
  const proof = join(session.folder, 'proof');
  x.startProgram('xterm', '-T', 'Shell', '-e', 'sh', '-c', `cd '${session.folder}' && exec bash --norc --noprofile`);
  await x.focusWindow({ name: '^Shell$' });
  const recording = await session.speak(['touch proof']);
  await session.press(SEND);
  await session.heard(recording.phraseEnds[0]!);
  await session.release(SEND);
  await x.waitUntil(() => existsSync(proof));
});

test('Phrases appear in a page while a function key is held, and the page never sees the key', async () => {
  await page.focus();
  const phrases = ['The first phrase.', 'The second one.', 'And the third.'];
  const { phraseEnds } = await session.speak(phrases, {}, { pauseSeconds: 5 });
  await session.press(FUNCTION_KEY);
  for (const count of [1, 2]) {
    await x.waitUntil(
      async () => page.text() !== '' && page.text() === (await session.textsSent()).slice(0, count).join(' '),
    );
    expect(await session.secondsHeard()).toBeLessThan(phraseEnds[count]!);
  }
  await session.heard(phraseEnds[2]!);
  await session.release(FUNCTION_KEY);
  await x.waitUntil(() => page.text().endsWith('third.'));
  expect(page.text()).toBe((await session.textsSent()).join(' '));
  expect(page.keys.filter((key) => /^F\d|Enter/.test(key))).toEqual([]);
});

test('With the send key, Return is pressed once, after the release', async () => {
  await page.focus('input');
  const { phraseEnds } = await session.speak(['The first phrase.', 'The second one.'], {}, { pauseSeconds: 5 });
  await session.press(SEND);
  await x.waitUntil(() => page.text('input') !== '');
  expect(enters()).toBe(0);
  await session.heard(phraseEnds[1]!);
  await session.release(SEND);
  await x.waitUntil(() => enters() > 0);
  expect(page.text('input').trim()).toBe((await session.textsSent()).join(' '));
  expect(enters()).toBe(1);
});

test('A rule can hold the text back until the release', async () => {
  const terminal = await Terminal.open(x);
  const { phraseEnds } = await session.speak(['The first phrase.', 'The second one.']);
  await session.press(FUNCTION_KEY);
  await session.heard(phraseEnds[1]!);
  await session.account.until(([first]) => first?.items[0]?.outcome === 'final');
  expect(terminal.text()).toBe('');
  await session.release(FUNCTION_KEY);
  await x.waitUntil(async () => terminal.text() !== '');
  expect(terminal.text()).toBe((await session.textsSent()).join(' '));
});
