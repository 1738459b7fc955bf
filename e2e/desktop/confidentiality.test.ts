// Dictated text and audio go to the provider and into the field. They are in no file, and the app connects to nothing else.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scenario } from '../control-api.ts';
import { SAMPLE_RATE } from '../recordings.ts';
import { CAN_TRACE, readTrace } from '../system-calls.ts';
import { readText } from '../x11/clipboard-programs.ts';
import { Terminal } from '../x11/terminal.ts';
import { HOLD, PASTE_LAST, TOGGLE } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { Hud } from './hud.ts';
import type { SpokenPhrases } from './spoken-phrases.ts';

const SAID = ['Quokka', 'zeppelin', 'marzipan', 'obelisk', 'tambourine'];
const SENTENCE = SAID.join(' ');
/** Samples in a hundredth of a second. */
const STRETCH_BYTES = (SAMPLE_RATE / 100) * 2;

const session = await DesktopSession.open({ canHoldAnswers: true });
const { x } = session;
const other = await Terminal.open(x, 'Other terminal');
const terminal = await Terminal.open(x);
const hud = await Hud.watch(x);
const trace = join(x.environment.HOME, 'trace');
// Node's compile cache would be a changing file.
const app = await session.startApp({ environment: { NODE_COMPILE_CACHE: undefined }, ...(CAN_TRACE && { trace }) });
/** All audio that was sent to the provider. */
const sounds: Buffer[] = [];

/** From the next dictation on, the canary words are spoken. */
function speakCanary(scenario: Scenario = {}): Promise<SpokenPhrases> {
  return session.speak([SENTENCE, SENTENCE], scenario);
}

async function keepSounds(): Promise<void> {
  for (const { session: number } of await session.account.sessions()) sounds.push(await session.account.audio(number));
}

/** The bytes, and their content if they are compressed. */
function unpacked(bytes: Buffer): Buffer[] {
  const forms = [gunzipSync, inflateSync, inflateRawSync].map((unpack) => {
    try {
      return unpack(bytes);
    } catch {
      return undefined;
    }
  });
  return [bytes, ...forms.filter((form) => form !== undefined)];
}

/** The parts of the audio that are not silent. */
function stretchesOf(sound: Buffer): Buffer[] {
  const stretches = Array.from({ length: Math.floor(sound.length / STRETCH_BYTES) }, (_, index) =>
    sound.subarray(index * STRETCH_BYTES, (index + 1) * STRETCH_BYTES),
  );
  return stretches.filter((stretch) => stretch.some((byte, at) => at % 2 === 1 && byte > 8 && byte < 248));
}

/** Whether bytes contain a word that was said, in 8 or 16 bits per letter, or a hundredth of a second of its audio. */
function isRevealing(bytes: Buffer): boolean {
  const text = bytes.toString('latin1').toLowerCase();
  const codes = SAID.flatMap((word) => [word, Buffer.from(word, 'utf16le').toString('latin1')]);
  return (
    codes.some((code) => text.includes(code.toLowerCase())) ||
    sounds.some((sound) => stretchesOf(sound).some((stretch) => bytes.includes(stretch)))
  );
}

/** Files of the app and its browser that contain something that was said. */
function revealingFiles(): string[] {
  const files = readdirSync(session.appFolder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files).not.toEqual([]);
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => readIfThere(file).some(isRevealing));
}

function readIfThere(file: string): Buffer[] {
  try {
    return unpacked(readFileSync(file));
  } catch {
    // Removed since it was listed.
    return [];
  }
}

describe('What was said', () => {
  beforeAll(async () => {
    // Inserted, phrase by phrase, pasted again.
    const toggled = await speakCanary();
    await session.tap(TOGGLE);
    await session.heard(toggled.phraseEnds[1]!);
    await session.tap(TOGGLE);
    await x.waitUntil(() => terminal.text().length > SENTENCE.length);
    await keepSounds();
    await session.tap(PASTE_LAST);
    await x.waitUntil(() => terminal.text().length > 2 * toggled.text.length - SENTENCE.length);

    // Cancelled.
    await speakCanary();
    await session.press(HOLD);
    await session.heard(2);
    await session.press(['c']);
    await session.account.until((sessions) => sessions.every(({ closedAtMs }) => closedAtMs !== null));
    await session.release(['c', ...HOLD]);
    await keepSounds();

    // Left on the clipboard, since the focus has moved.
    const moved = await session.speak([SENTENCE]);
    await session.dictateAndMeanwhile(moved, () => other.focus());
    await x.waitUntil(async () => (await readText(x, 'clipboard'))?.includes(SAID.at(-1)!));
    await keepSounds();

    // Kept for another attempt, while the HUD and the settings show the error.
    const refused = await speakCanary({ key: 'refused' });
    await session.press(HOLD);
    await session.goOnSpeaking(refused);
    await session.release(HOLD);
    await x.waitUntil(() => hud.showsFailure());
    await session.launchApp().ended;
    await x.findWindow({ name: 'Settings' });
  });

  test('is in no file while the app runs, on no command line, and in none of its output', () => {
    expect(sounds.flatMap(stretchesOf).length).toBeGreaterThan(100);
    expect(revealingFiles()).toEqual([]);
    const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'args=']);
    expect(isRevealing(stdout)).toBe(false);
    expect(isRevealing(Buffer.from(app.stdout))).toBe(false);
  });

  test('is in no file once the app has ended', async () => {
    await session.endApps();
    const { stdout, stderr } = await app.ended;
    expect(isRevealing(Buffer.from(stdout + stderr))).toBe(false);
    expect(revealingFiles()).toEqual([]);
  });

  test.skipIf(!CAN_TRACE)('goes only to the provider, according to all processes’ system calls (needs strace)', () => {
    const { connections, filesChanged } = readTrace(trace);
    expect(connections).not.toEqual([]);
    expect(connections.filter((to) => !/^(127\.0\.0\.1|::1):/.test(to))).toEqual([]);
    expect(filesChanged.filter((file) => !file.startsWith(`${session.appFolder}/`))).toEqual([]);
  });
});
