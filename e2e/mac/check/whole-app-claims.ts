import assert from 'node:assert/strict';
import { sleep } from '@workspace/desktop/macos/waiting';
import type { Clock } from '@workspace/speech/clock';
import type { Claim } from './claims.ts';
import type { MacSystem, TriedProgram } from './mac-system.ts';

const LOOK_MS = 250;
const COMES = { hudMs: 5_000, frontMs: 20_000, textMs: 45_000, endMs: 5_000, displayMs: 5_000 } as const;

/** The packaged app, and the Mac round it. */
export interface AppDriver extends MacSystem {
  start(): Promise<void>;
  /** Keys as if somebody pressed them: those of the hold chord, down and up. */
  pressHoldChord(): Promise<void>;
  releaseHoldChord(): Promise<void>;
  /** ⌘H. */
  hideFront(): Promise<void>;
  openSettings(): Promise<void>;
  /** The name of the program in front. */
  front(): Promise<string>;
  isHudShown(): Promise<boolean>;
  menuBarItems(): Promise<number>;
  /** The display goes to sleep, and wakes up. */
  sleepDisplay(): Promise<void>;
  wakeDisplay(): Promise<void>;
  /** The end as by `kill`. */
  terminate(): Promise<void>;
  /** Processes of the app that there are. */
  processes(): Promise<number>;
}

export interface WholeAppCheck {
  driver: AppDriver;
  clock: Clock;
  /** What the sound file says that stands for the microphone: some words of it, in lower case. */
  words: readonly string[];
  /** How long it speaks. */
  speechMs: number;
}

/** What the app takes for true of the whole Mac: from the keys over the sound to another program's field. In this order. */
export function wholeAppClaims({ driver, clock, words, speechMs }: WholeAppCheck): Claim[] {
  async function until(what: string, limitMs: number, isSo: () => Promise<boolean>): Promise<void> {
    for (let waitedMs = 0; waitedMs < limitMs; waitedMs += LOOK_MS) {
      if (await isSo()) return;
      await sleep(clock, LOOK_MS);
    }
    assert.fail(`${what} after ${limitMs / 1_000} s`);
  }

  async function dictateInto(program: TriedProgram): Promise<string> {
    await driver.open(program);
    await until(`${program} is not in front`, COMES.frontMs, async () => (await driver.front()) === program);
    await driver.pressHoldChord();
    try {
      await until('the HUD is not shown', COMES.hudMs, () => driver.isHudShown());
      assert.equal(await driver.front(), program, 'the HUD took the focus');
      await sleep(clock, speechMs);
    } finally {
      await driver.releaseHoldChord();
    }
    let text = '';
    await until('the sentence is not there', COMES.textMs, async () => {
      text = (await driver.textIn(program)).toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const [first = ''] = words;
    assert.equal(text.split(first).length - 1, 1, 'the sentence is not there once');
    assert.equal(await driver.front(), program, 'another program is in front');
    return `${text.trim().length} characters`;
  }

  return [
    {
      id: 'start',
      says: 'the app starts with an item in the menu bar, and leaves whoever is in front there',
      async check() {
        await driver.open('TextEdit');
        await until('TextEdit is not in front', COMES.frontMs, async () => (await driver.front()) === 'TextEdit');
        await driver.start();
        await until('there is no item in the menu bar', COMES.frontMs, async () => (await driver.menuBarItems()) > 0);
        assert.equal(await driver.front(), 'TextEdit', 'it took the focus');
        return 'one item';
      },
    },
    ...(['TextEdit', 'Safari', 'Terminal'] as const).map((program) => ({
      id: `dictation-${program.toLowerCase()}`,
      says: `hold, speak, release: the sentence is in ${program} once, and the HUD never has the focus`,
      check: () => dictateInto(program),
    })),
    {
      id: 'hidden',
      says: 'after ⌘H on the settings the HUD shows, and the text comes',
      async check() {
        await driver.openSettings();
        await driver.hideFront();
        return dictateInto('TextEdit');
      },
    },
    {
      id: 'display-sleep',
      says: 'after the display has slept the chord works at the first press',
      async check() {
        await driver.sleepDisplay();
        await sleep(clock, COMES.displayMs);
        await driver.wakeDisplay();
        return dictateInto('TextEdit');
      },
    },
    {
      id: 'end',
      says: 'told to end, all of its processes are gone within 5 s',
      async check() {
        await driver.terminate();
        await until('there are processes', COMES.endMs, async () => (await driver.processes()) === 0);
        return 'none is left';
      },
    },
  ];
}
