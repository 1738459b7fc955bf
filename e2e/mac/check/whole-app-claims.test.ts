import { setImmediate as turn } from 'node:timers/promises';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { expect, test } from 'vitest';
import { judgeClaims } from './claims.ts';
import type { TriedProgram } from './mac-system.ts';
import { type AppDriver, wholeAppClaims } from './whole-app-claims.ts';

const SAID = 'Good morning from the check.';

/** The app as it should be, on a Mac with three programs. What is wrong with it is for tests to set. */
class SimulatedApp implements AppDriver {
  readonly texts = new Map<TriedProgram, string>();
  inFront = 'Finder';
  isRunning = false;
  isHeld = false;
  isDisplayOn = true;
  startTakesFocus = false;
  hudTakesFocus = false;
  isHudMissing = false;
  staysHidden = false;
  isDeafAfterSleep = false;
  staysAlive = false;
  deliveries: Partial<Record<TriedProgram, number>> = {};
  #isHidden = false;

  async start() {
    this.isRunning = true;
    if (this.startTakesFocus) this.inFront = 'Saykey';
  }
  async open(program: TriedProgram) {
    this.texts.set(program, '');
    this.inFront = program;
  }
  textIn = async (program: TriedProgram) => this.texts.get(program) ?? '';
  async setSecureKeyboardEntry() {}
  async pressHoldChord() {
    this.isHeld = this.isRunning && this.isDisplayOn;
    if (this.isHeld && this.hudTakesFocus) this.inFront = 'Saykey';
  }
  async releaseHoldChord() {
    const program = this.inFront as TriedProgram;
    if (this.isHeld) this.texts.set(program, `${this.texts.get(program)}${SAID.repeat(this.deliveries[program] ?? 1)}`);
    this.isHeld = false;
  }
  async openSettings() {
    this.inFront = 'Saykey';
  }
  async hideFront() {
    this.#isHidden = this.staysHidden;
    this.inFront = 'TextEdit';
  }
  front = async () => this.inFront;
  isHudShown = async () => this.isHeld && !this.isHudMissing && !this.#isHidden;
  menuBarItems = async () => (this.isRunning ? 1 : 0);
  async sleepDisplay() {
    this.isDisplayOn = false;
  }
  async wakeDisplay() {
    this.isDisplayOn = !this.isDeafAfterSleep;
  }
  async terminate() {
    this.isRunning = this.staysAlive;
  }
  processes = async () => (this.isRunning ? 4 : 0);
}

async function check(change: (app: SimulatedApp) => void = () => {}): Promise<Record<string, string>> {
  const driver = new SimulatedApp();
  change(driver);
  const clock = new FakeClock();
  const claims = wholeAppClaims({ driver, clock, words: ['good morning', 'check'], speechMs: 3_000 });
  let isOver = false;
  const judging = judgeClaims(claims, clock, () => {}).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await turn();
    clock.advance(250);
  }
  return Object.fromEntries((await judging).map(({ id, verdict }) => [id, verdict]));
}

const CLAIMS = [
  ...['start', 'dictation-textedit', 'dictation-safari', 'dictation-terminal'],
  ...['hidden', 'display-sleep', 'end'],
];
const DICTATIONS = CLAIMS.slice(1, -1);

test('All holds of an app as it should be', async () => {
  expect(await check()).toEqual(Object.fromEntries(CLAIMS.map((id) => [id, 'holds'])));
});

test.each<[string, (app: SimulatedApp) => void, readonly string[]]>([
  ['an app that comes to the front', (app) => (app.startTakesFocus = true), ['start']],
  ['a HUD that takes the focus', (app) => (app.hudTakesFocus = true), DICTATIONS],
  ['a HUD that does not show', (app) => (app.isHudMissing = true), DICTATIONS],
  ['a text that comes twice', (app) => (app.deliveries = { Safari: 2 }), ['dictation-safari']],
  ['a text that never comes', (app) => (app.deliveries = { Terminal: 0 }), ['dictation-terminal']],
  ['an app that stays hidden', (app) => (app.staysHidden = true), ['hidden', 'display-sleep']],
  ['chords that are lost in sleep', (app) => (app.isDeafAfterSleep = true), ['display-sleep']],
  ['processes that stay', (app) => (app.staysAlive = true), ['end']],
])('It finds %s', async (_, change, refuted) => {
  const verdicts = await check((app) => void change(app));
  expect(CLAIMS.filter((id) => verdicts[id] === 'refuted')).toEqual(refuted);
});
