// How words are adapted to real fields: spoken commands, fillers, and the sentence around the caret.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FieldReader } from '@workspace/desktop/x11/field-reader';
import { expect, test } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import { hurry } from '../hurry.ts';
import { HOLD, TOGGLE } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { Hud } from './hud.ts';
import { WritingPage } from './writing-page.ts';

const BEFORE = 'We stayed';
const AFTER = ' because it rained.';
const UNCHANGED = 'And then we left.';
const POLL = { timeout: 300_000, interval: 50 };

// Programs have 30 ms to describe their fields.
hurry();
const session = await DesktopSession.open({ settings: { spokenCommands: true, removeFillers: true } });
const { x } = session;
await x.startSessionBus();
const windows = await session.startReadableApp();
const hud = await Hud.watch(x);
const page = await WritingPage.open(x, { isAccessible: true });
const editor = x.startProgram('zenity', '--text-info', '--editable', '--title', 'Editor');
await x.findWindow({ name: '^Editor$' });

const fields = new FieldReader(await x.openDisplay());
endAfterTests(() => fields.close());

/** The whole content of the editor's field. */
async function editorText(): Promise<string | undefined> {
  const field = await fields.read(editor.pid);
  return typeof field === 'object' ? `${field.before}${field.after}` : undefined;
}

/** Replaces the content of the focused field with a sentence, and puts the caret in its middle. */
async function writeSentence(): Promise<void> {
  await x.type('key', 'ctrl+a', 'BackSpace', 'type', BEFORE + AFTER);
  await x.type('key', '--repeat', String(AFTER.length), 'Left');
}

async function dictate(...phrases: string[]): Promise<void> {
  await session.dictate(await session.speak(phrases));
}

/** The text once it contains the words and is reported twice: a report sent while it is changing may lack a part. */
function settled(text: () => Promise<string | undefined> | string): Promise<string> {
  let last: string | undefined;
  return x.waitUntil(async () => {
    const before = last;
    last = await text();
    return last === before && last?.includes('left') && last;
  });
}

/** Dictates into the sentence until the words fit: a program has 30 ms to report it, and may need longer on a busy machine. */
async function dictateUntilItFits(text: () => Promise<string | undefined> | string): Promise<void> {
  let written: string;
  do {
    await writeSentence();
    await x.waitUntil(async () => (await text()) === BEFORE + AFTER);
    await dictate(UNCHANGED);
    written = await settled(text);
  } while (written.includes(UNCHANGED));
  expect(written).toBe('We stayed and then we left because it rained.');
}

test('Words dictated into the middle of a sentence in a page fit the text around them', async () => {
  await page.focus();
  await dictateUntilItFits(() => page.text());
});

test('Words dictated into the middle of a sentence in a GTK program fit the text around them', async () => {
  await x.focusWindow({ name: '^Editor$' });
  await dictateUntilItFits(editorText);
});

test('A program that hangs gets the words unchanged when it resumes', async () => {
  await writeSentence();
  await x.waitUntil(async () => (await editorText()) === BEFORE + AFTER);
  editor.signal('SIGSTOP');
  const { phraseEnds } = await session.speak([UNCHANGED]);
  await session.press(HOLD);
  // The HUD has appeared by then: otherwise it might not be there yet when it is awaited to be gone.
  await session.untilMicrophoneOpens();
  await session.heard(phraseEnds[0]!);
  await session.release(HOLD);
  await x.waitUntil(async () => (await hud.card()) === undefined);
  editor.signal('SIGCONT');
  expect(await settled(editorText)).toContain(UNCHANGED);
});

test('Spoken commands are followed, and fillers are removed', async () => {
  await page.focus('editable');
  await dictate(
    'Scratch that. Um, hello there.',
    'New line.',
    'How, uh, are you?',
    'Nobody wants this.',
    'Scratch that.',
  );
  await x.waitUntil(() => page.text('editable').includes('you'));
  expect(page.text('editable').trim()).toBe('Hello there.\nHow are you?');
});

test('Between phrases inserted one by one, “new line” can stand alone, and a last “press enter” presses Return', async () => {
  await page.focus();
  await x.xdotool('key', 'ctrl+a', 'BackSpace');
  await page.untilText('');
  const enters = () => page.keys.filter((key) => key === 'Enter').length;
  const before = enters();
  const { phraseEnds } = await session.speak(
    ['First line.', 'New line.', 'Second line.', 'Press enter.'],
    {},
    { pauseSeconds: 3 },
  );
  await session.tap(TOGGLE);
  // On a busy machine the empty field may not be read in time, and the second line may arrive together with the break.
  await expect.poll(() => page.text(), POLL).toMatch(/^ ?First line\.\n/);
  await session.heard(phraseEnds[3]!);
  expect(enters()).toBe(before);
  await session.tap(TOGGLE);
  await expect.poll(() => page.text(), POLL).toMatch(/^ ?First line\.\nSecond line\.\n$/);
  expect(enters()).toBe(before + 1);
});

test('A dictation of nothing but fillers inserts nothing, and the HUD says that no speech was heard', async () => {
  const written = () => ({ text: page.text(), keys: page.keys.filter((key) => key === 'Insert' || key === 'Enter') });
  const before = written();
  await dictate('Um.', 'Hmm.');
  await windows.untilShown('hud', 'No speech was heard');
  expect(written()).toEqual(before);
});

test('With commands and fillers switched off, words are inserted unchanged', async () => {
  await session.endApps();
  const off = { spokenCommands: false, removeFillers: false, fitToCaret: false };
  writeFileSync(join(session.home, 'settings.json'), JSON.stringify({ version: 1, onDeviceFallback: false, ...off }));
  await session.startApp();
  await page.focus();
  await writeSentence();
  await page.untilText(BEFORE + AFTER);
  await dictate('Um, and then. New line.', 'Scratch that.');
  // Whether there is a space depends on whether the page answered in time.
  const expected = /^We stayed ?Um, and then\. New line\. Scratch that\. because it rained\.$/;
  await expect.poll(() => page.text(), POLL).toMatch(expected);
});
