// Human speech is recognized on this computer, without a key, and when the provider fails.
import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { wordErrorRate, wordsOf } from '@workspace/speech/word-errors';
import { describe, expect, test } from 'vitest';
import type { RunningProcess } from '../child-processes.ts';
import { concatenated, HUMAN_RATE, type HumanSpeech, readAloud, save, silence } from '../on-device/human-speech.ts';
import { Terminal } from '../x11/terminal.ts';
import { CANCEL, HOLD } from './chords.ts';
import { DesktopSession } from './desktop-session.ts';
import { Hud } from './hud.ts';

/** The share of a sentence's words that may be wrong. */
const TOLERATED = 0.15;
/** How long the key is held after the last word. */
const HOLD_ON_MS = 200;

const [, , sentence, , short] = readAloud() as [unknown, unknown, HumanSpeech, unknown, HumanSpeech];

const session = await DesktopSession.open({ onDeviceFallback: true });
const { x } = session;
const terminal = await Terminal.open(x);
const hud = await Hud.watch(x);

/** Holds the key while the sentence is spoken, and a little longer. */
async function dictate({ samples }: HumanSpeech): Promise<void> {
  await beginSpeaking({ samples });
  await speakOn(secondsOf({ samples }) * 1_000 + HOLD_ON_MS);
  await session.release(HOLD);
}

/** Presses the key, and waits until the recording has begun. */
async function beginSpeaking(speech: Pick<HumanSpeech, 'samples'>): Promise<void> {
  play(speech);
  await session.press(HOLD);
  await session.untilMicrophoneOpens();
}

/** Speech runs in real time, and how much has been recorded can't be observed from outside. */
const speakOn = (ms: number) => setTimeout(ms);

function secondsOf({ samples }: Pick<HumanSpeech, 'samples'>): number {
  return samples.length / HUMAN_RATE;
}

function play({ samples }: Pick<HumanSpeech, 'samples'>): void {
  session.playFile(save(session.folder, 'spoken.wav', concatenated(samples, silence(3))));
}

/** What has been added to the field since. */
async function added(before: string): Promise<string> {
  await x.waitUntil(() => terminal.text() !== before);
  return terminal.text().slice(before.length);
}

/** The recognizer's process, while there is one. */
function recognizerOf(app: RunningProcess): number | undefined {
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,pgid=,args='], { encoding: 'utf8' });
  const lines = stdout.split('\n').map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line));
  const found = lines.find((line) => line?.[2] === String(app.pid) && line[3]!.includes('recognizer'));
  return found ? Number(found[1]) : undefined;
}

describe('Without a key', async () => {
  const app = await session.startApp({ environment: { OPENAI_API_KEY: undefined } });

  test('the very first press produces text', async () => {
    expect(recognizerOf(app)).toBeUndefined();
    const before = terminal.text();
    await dictate(sentence);
    expect(wordErrorRate(sentence.text, await added(before))).toBeLessThanOrEqual(TOLERATED);
    expect(await session.account.sessions()).toEqual([]);
  });

  test('two dictations in a row are inserted in order', async () => {
    const before = terminal.text();
    await dictate(short);
    // The microphone, and with it the file, must be reopened: it is closed once the HUD has nothing left to show.
    await x.waitUntil(async () => (await hud.card()) === undefined);
    await dictate(short);
    const said = `${short.text} ${short.text}`;
    const isThere = () => wordsOf(terminal.text()).length >= wordsOf(`${before} ${said}`).length - 3;
    await x.waitUntil(isThere).catch((error: unknown) => {
      throw new Error(`Only “${terminal.text().slice(before.length)}” was inserted.`, { cause: error });
    });
    expect(wordErrorRate(said, terminal.text().slice(before.length))).toBeLessThanOrEqual(TOLERATED);
  });

  test('nothing is lost if the recognizer is killed in the middle of a phrase', async () => {
    const before = terminal.text();
    const killed = recognizerOf(app);
    await beginSpeaking(sentence);
    await speakOn(secondsOf(sentence) * 500);
    process.kill(killed!, 'SIGKILL');
    await speakOn(secondsOf(sentence) * 500 + HOLD_ON_MS);
    await session.release(HOLD);
    expect(wordErrorRate(sentence.text, await added(before))).toBeLessThanOrEqual(TOLERATED);
    expect(recognizerOf(app)).not.toBe(killed);
  });

  test('a dictation cancelled during recognition inserts nothing', async () => {
    const before = terminal.text();
    await beginSpeaking(sentence);
    await speakOn(2_000);
    await session.tap(CANCEL.slice(2));
    await session.release(HOLD);
    await dictate(short);
    expect(wordErrorRate(short.text, await added(before))).toBeLessThanOrEqual(TOLERATED);
  });

  test('the app leaves no recognizer behind', async () => {
    const recognizer = recognizerOf(app);
    expect(recognizer).toBeDefined();
    await session.endApps();
    await x.waitUntil(() => !app.isAnyoneLeft);
  });
});

describe('If the provider fails', () => {
  test('this computer recognizes the speech if the provider is unreachable', async () => {
    await session.startApp({ environment: { SAYKEY_SPEECH_URL: 'http://127.0.0.1:9/v1' } });
    const before = terminal.text();
    await dictate(short);
    expect(wordErrorRate(short.text, await added(before))).toBeLessThanOrEqual(TOLERATED);
    await session.endApps();
  });

  test('a refused key is reported, and the text is still inserted', async () => {
    await session.account.play({ key: 'refused' });
    await session.startApp();
    const before = terminal.text();
    await dictate(short);
    expect(wordErrorRate(short.text, await added(before))).toBeLessThanOrEqual(TOLERATED);
    await x.waitUntil(async () => (await hud.card()) !== undefined);
  });
});
