import assert from 'node:assert/strict';
import { type Clock, sleep } from '@workspace/speech/clock';
import type { AppDriver, Layout } from './app-driver.ts';
import { APP_CLAIMS, claimsOf } from './claim-list.ts';
import { type Claim, Unseen } from './claims.ts';
import type { TriedProgram } from './mac-system.ts';

const LOOK_MS = 250;
const COMES = { hudMs: 5_000, frontMs: 20_000, textMs: 45_000, endMs: 5_000, displayMs: 5_000, dockMs: 5_000 } as const;
const LONG_HOLD_MS = 30_000;
const IDLE = { forMs: 60_000, processorSeconds: 1 } as const;
/** The app ends the recognizer after five minutes; a while is for the machine. */
const RECOGNIZER_MS = 330_000;
/** So long after a release it is sure that nothing comes twice, and that the clipboard is the user's. */
const SETTLES_MS = 5_000;
const LIMIT_MS = 180_000;

export interface WholeAppCheck {
  driver: AppDriver;
  clock: Clock;
  /** Some words of the sound file that replaces the microphone, each of which occurs once, in lower case. */
  words: readonly string[];
  /** All of it. */
  said: string;
  /** How long it speaks. */
  speechMs: number;
}

/** What happens besides in a dictation. */
interface Besides {
  whileHeard?(): Promise<void>;
  release?(): Promise<void>;
}

/** What the app takes for true of the whole Mac: from the keys over the sound to another program's field. */
export function wholeAppClaims({ driver, clock, words, said, speechMs }: WholeAppCheck): Claim[] {
  const [first = ''] = words;

  async function until(what: string, limitMs: number, isSo: () => Promise<boolean>): Promise<void> {
    for (let waitedMs = 0; waitedMs < limitMs; waitedMs += LOOK_MS) {
      if (await isSo()) return;
      await sleep(clock, LOOK_MS);
    }
    assert.fail(`${what} after ${limitMs / 1_000} s`);
  }

  async function openInFront(program: TriedProgram): Promise<void> {
    await driver.open(program);
    await until(`${program} is not in front`, COMES.frontMs, async () => (await driver.front()) === program);
  }

  const hudShows = () => until('the HUD is not shown', COMES.hudMs, () => driver.isHudShown());
  const hudSays = (what: RegExp) =>
    until(`the HUD does not say ${what.source}`, COMES.textMs, async () => what.test(await driver.hudText()));

  /** Waits until each of the words is there, and sees that they are there once. */
  async function sentenceIn(program: TriedProgram): Promise<string> {
    let text = '';
    await until('the sentence is not there', COMES.textMs, async () => {
      text = (await driver.textIn(program)).toLowerCase();
      return words.every((word) => text.includes(word));
    });
    await sleep(clock, SETTLES_MS);
    text = (await driver.textIn(program)).toLowerCase();
    for (const word of words) assert.equal(text.split(word).length - 1, 1, `“${word}” is not there once`);
    return text;
  }

  /** Begins with the hold chord; with the toggle's, where the app can't see that keys are held. Gives what ends it. */
  async function begin(): Promise<() => Promise<void>> {
    if (await driver.canHold()) {
      await driver.pressHoldChord();
      return () => driver.releaseHoldChord();
    }
    await driver.pressToggleChord('qwerty-t');
    return () => driver.pressToggleChord('qwerty-t');
  }

  async function assertCanHold(): Promise<void> {
    if (!(await driver.canHold())) throw new Unseen('keys that a program presses are not in the hardware’s state');
  }

  async function dictate({ whileHeard, release }: Besides = {}): Promise<void> {
    const front = await driver.front();
    const end = await begin();
    try {
      await hudShows();
      assert.equal(await driver.front(), front, 'the HUD took the focus');
      await whileHeard?.();
      await sleep(clock, speechMs);
    } finally {
      await (release ?? end)();
    }
  }

  async function dictateInto(program: TriedProgram, besides?: Besides): Promise<string> {
    await openInFront(program);
    await dictate(besides);
    const text = await sentenceIn(program);
    assert.equal(await driver.front(), program, 'another program is in front');
    return `${text.trim().length} characters, by the ${(await driver.canHold()) ? 'hold' : 'toggle'} chord`;
  }

  /** Toggles on and off. Sees that the first phrase is there in between. */
  async function toggleInto(program: TriedProgram, place: 'qwerty-t' | 'dvorak-t'): Promise<string> {
    await openInFront(program);
    await driver.pressToggleChord(place);
    try {
      await hudShows();
      await sleep(clock, speechMs);
      await until('the first phrase is not there', COMES.textMs, async () =>
        (await driver.textIn(program)).toLowerCase().includes(first),
      );
    } finally {
      await driver.pressToggleChord(place);
    }
    return `${(await sentenceIn(program)).trim().length} characters`;
  }

  async function under(layout: Layout, work: () => Promise<string>): Promise<string> {
    await driver.chooseLayout(layout);
    try {
      return await work();
    } finally {
      await driver.chooseLayout('U.S.');
    }
  }

  async function assertOnClipboard(): Promise<void> {
    const text = (await driver.clipboardText()).toLowerCase();
    assert.ok(text.includes(first), 'the text is not on the clipboard');
  }

  const allGone = () => until('there are processes', COMES.endMs, async () => (await driver.processes()) === 0);

  async function killWhileHeard(whileHeard = async () => {}): Promise<void> {
    const end = await begin();
    let isKilled = false;
    try {
      await hudShows();
      await whileHeard();
      await driver.kill();
      isKilled = true;
    } finally {
      // Its keys would be the next program's.
      if (!isKilled || (await driver.canHold())) await end();
    }
    await allGone();
  }

  const claims = claimsOf(APP_CLAIMS, {
    async start() {
      await openInFront('TextEdit');
      await driver.start();
      await until('there is no item in the menu bar', COMES.frontMs, async () => (await driver.menuBarItems()) > 0);
      assert.equal(await driver.front(), 'TextEdit', 'it took the focus');
      return 'one item';
    },
    async dock() {
      assert.equal(await driver.isInDock(), false, 'it is in the Dock without a window');
      await driver.openSettings();
      await until('it is not in the Dock', COMES.dockMs, () => driver.isInDock());
      await driver.closeFront();
      await until('it is in the Dock', COMES.dockMs, async () => !(await driver.isInDock()));
      return 'there and gone';
    },
    async 'second-start'() {
      await openInFront('TextEdit');
      await driver.openSettings();
      await until('it is not in front', COMES.frontMs, async () => (await driver.front()) !== 'TextEdit');
      assert.equal(await driver.menuBarItems(), 1, 'there is not one item');
      await driver.closeFront();
      return 'one item, the settings in front';
    },
    'dictation-textedit': () => dictateInto('TextEdit'),
    'dictation-safari': () => dictateInto('Safari'),
    'dictation-terminal': () => dictateInto('Terminal'),
    async 'main-key-first'() {
      await assertCanHold();
      await openInFront('TextEdit');
      await dictate({ release: () => driver.releaseSpace() });
      try {
        await until('it goes on listening', COMES.hudMs, async () => !/listening/i.test(await driver.hudText()));
      } finally {
        await driver.releaseModifiers();
      }
      const text = await sentenceIn('TextEdit');
      assert.equal(text.replace(/\n$/, ''), text.trim(), 'spaces were typed');
      return 'it ended, and the text came';
    },
    toggle: () => toggleInto('TextEdit', 'qwerty-t'),
    async 'long-hold'() {
      await assertCanHold();
      return dictateInto('TextEdit', {
        async whileHeard() {
          for (let heldMs = 0; heldMs < LONG_HOLD_MS; heldMs += LOOK_MS) {
            assert.ok(await driver.isHudShown(), `the HUD was gone after ${heldMs / 1_000} s`);
            await sleep(clock, LOOK_MS);
          }
        },
      });
    },
    async 'copied-file'() {
      for (const what of ['file', 'picture'] as const) {
        await driver.copy(what);
        const before = await driver.clipboardInfo();
        await dictateInto('TextEdit');
        assert.equal(await driver.clipboardInfo(), before, `the ${what} is not as it was`);
      }
      return 'both as they were';
    },
    async 'send-key'() {
      await assertCanHold();
      await openInFront('TextEdit');
      await driver.pressSendKey();
      try {
        await hudShows();
        await sleep(clock, speechMs);
      } finally {
        await driver.releaseSendKey();
      }
      await sentenceIn('TextEdit');
      // AppleScript adds a line break to its output.
      const ending = /\n*$/.exec(await driver.textIn('TextEdit'))?.[0].length;
      assert.equal(ending, 2, 'there is not one Return');
      return 'one Return';
    },
    async 'focus-moved'() {
      await driver.copy('file');
      await openInFront('TextEdit');
      await dictate();
      await driver.open('Safari');
      await until('the HUD does not tell', COMES.textMs, async () => {
        if ((await driver.textIn('TextEdit')).toLowerCase().includes(first))
          throw new Unseen('the text was there before the focus had moved');
        return /clipboard/i.test(await driver.hudText());
      });
      assert.equal((await driver.textIn('Safari')).toLowerCase().includes(first), false, 'it is in Safari');
      await assertOnClipboard();
      return 'on the clipboard';
    },
    async 'password-field'() {
      await driver.openPasswordField();
      await until('Safari is not in front', COMES.frontMs, async () => (await driver.front()) === 'Safari');
      await dictate();
      await hudSays(/password/i);
      assert.equal((await driver.textIn('Safari')).toLowerCase().includes(first), false, 'it was typed');
      return 'it says so';
    },
    dvorak: () => under('Dvorak', () => toggleInto('TextEdit', 'dvorak-t')),
    russian: () => under('Russian', () => dictateInto('TextEdit')),
    async hidden() {
      await driver.openSettings();
      await driver.hideFront();
      return dictateInto('TextEdit');
    },
    async 'display-sleep'() {
      await driver.sleepDisplay();
      await sleep(clock, COMES.displayMs);
      await driver.wakeDisplay();
      return dictateInto('TextEdit');
    },
    async muting() {
      for (const wasMuted of [false, true]) {
        await driver.setOutputMuted(wasMuted);
        await dictateInto('TextEdit', {
          whileHeard: () => until('it is not muted', COMES.hudMs, () => driver.isOutputMuted()),
        });
        assert.equal(await driver.isOutputMuted(), wasMuted, 'it is not as it was');
      }
      await driver.setOutputMuted(false);
      return 'muted, and as before';
    },
    async 'microphone-crash'() {
      await driver.crashMicrophone();
      return dictateInto('TextEdit');
    },
    'recognizer-crash': () => dictateInto('TextEdit', { whileHeard: () => driver.killRecognizers() }),
    async 'recognizer-idle'() {
      await dictateInto('TextEdit');
      assert.ok((await driver.recognizers()) > 0, 'it was not there');
      await until('it is there', RECOGNIZER_MS, async () => (await driver.recognizers()) === 0);
      return 'it is gone';
    },
    async idle() {
      const before = await driver.processorSeconds();
      await sleep(clock, IDLE.forMs);
      const seconds = (await driver.processorSeconds()) - before;
      assert.ok(seconds < IDLE.processorSeconds, `it took ${seconds.toFixed(1)} s of the processor`);
      assert.deepEqual(await driver.connections(), [], 'there are connections');
      return `${seconds.toFixed(2)} s`;
    },
    async 'system-log'() {
      const log = await driver.systemLog();
      const logged = ` ${wordsOf(log).join(' ')} `;
      const spoken = wordsOf(said);
      // Single words may be anybody's.
      const runs = spoken.slice(2).map((word, index) => `${spoken[index]} ${spoken[index + 1]} ${word}`);
      assert.deepEqual(
        runs.filter((run) => logged.includes(` ${run} `)),
        [],
        'it is in the log',
      );
      return `${log.split('\n').length} lines`;
    },
    async 'permission-lost'() {
      await driver.forbidAccessibility();
      await driver.copy('file');
      await openInFront('TextEdit');
      await dictate();
      await hudSays(/clipboard/i);
      await assertOnClipboard();
      return 'on the clipboard';
    },
    async killed() {
      await killWhileHeard();
      await driver.start();
      await until('there is no item in the menu bar', COMES.frontMs, async () => (await driver.menuBarItems()) > 0);
      return 'none is left, and it starts again';
    },
    async 'killed-while-muted'() {
      await driver.setOutputMuted(false);
      await killWhileHeard(() => until('it is not muted', COMES.hudMs, () => driver.isOutputMuted()));
      await driver.start();
      await until('it is muted', COMES.frontMs, async () => !(await driver.isOutputMuted()));
      return 'there is sound';
    },
    async end() {
      await driver.terminate();
      await allGone();
      return 'none is left';
    },
  });
  return claims.map((claim) => ({ ...claim, limitMs: claim.id === 'recognizer-idle' ? 2 * RECOGNIZER_MS : LIMIT_MS }));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z']+/g) ?? [];
}
