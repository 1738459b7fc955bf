// Return sends a dictation: after its text, once that was seen to arrive, in its field and nowhere else.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Terminal } from '../x11/terminal.ts';
import { TOGGLE } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { Hud } from './hud.ts';
import { WritingPage } from './writing-page.ts';

const session = await DesktopSession.start({
  settings: { pressReturn: 'always', appRules: [{ app: 'NobodyHasThis', pressReturn: 'never' }] },
});
const { x } = session;
const page = await WritingPage.open(x);
const hud = await Hud.watch(x);

const enters = () => page.keys.filter((key) => key === 'Enter').length;

/** Waits until the HUD shows nothing more about the last test. */
afterEach(async () => {
  await x.waitUntil(async () => (await hud.card()) === undefined);
});

test('A command dictated into a shell is run', async () => {
  const proof = join(session.folder, 'proof');
  x.startProgram('xterm', '-T', 'Shell', '-e', 'sh', '-c', `cd '${session.folder}' && exec bash --norc --noprofile`);
  await x.focusWindow({ name: '^Shell$' });
  const recording = await session.speak(['touch proof']);
  await session.dictate(recording);
  await x.waitUntil(() => existsSync(proof));
});

test('A message dictated into a page is followed by one Return', async () => {
  await page.focus();
  const recording = await session.speak(['Ready when you are.']);
  await session.dictate(recording);
  await x.waitUntil(() => page.text().endsWith('\n'));
  expect(page.text()).toBe(`${await session.textOf(recording)}\n`);
  expect(enters()).toBe(1);
});

test('If phrases are inserted one by one, Return is pressed only at the end', async () => {
  await page.focus('input');
  const before = enters();
  const { phraseEnds } = await session.speak(['The first phrase.', 'The second one.'], {}, { pauseSeconds: 5 });
  await session.tap(TOGGLE);
  await x.waitUntil(() => page.text('input') !== '');
  expect(enters()).toBe(before);
  await session.heard(phraseEnds[1]!);
  await session.tap(TOGGLE);
  await x.waitUntil(() => enters() > before);
  expect(page.text('input')).toBe((await session.textsSent()).join(' '));
  expect(enters()).toBe(before + 1);
});

test('If the focus has moved since the insertion, Return is not pressed, and the HUD says so', async () => {
  const terminal = await Terminal.open(x);
  await page.focus('editable');
  const before = enters();
  await session.speak(['Only this.', 'Never said.'], {}, { pauseSeconds: 8 });
  await session.tap(TOGGLE);
  await x.waitUntil(() => page.text('editable') !== '');
  await terminal.focus();
  await session.tap(TOGGLE);
  await session.account.until(([only]) => only?.closedAtMs != null);
  // Brief messages would be gone by then; this one stays.
  await x.waitUntil(() => hud.card());
  expect([enters(), terminal.text()]).toEqual([before, '']);
  await terminal.close();
});

test('If the insertion could not be confirmed, Return is not pressed', async () => {
  await page.focus();
  await page.refusePaste();
  const [before, text] = [enters(), page.text()];
  const recording = await session.speak(['Typed on trust.']);
  await session.dictate(recording);
  await x.waitUntil(() => page.text().endsWith('trust.'));
  await x.waitUntil(() => hud.card());
  expect(page.text().slice(text.length).trim()).toBe(await session.textOf(recording));
  expect(enters()).toBe(before);
});
