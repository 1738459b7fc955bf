import assert from 'node:assert/strict';
import { type Clock, sleep } from '@workspace/speech/clock';
import type { AppDriver, Layout } from './app-driver.ts';
import { APP_CLAIMS, claimsOf } from './claim-list.ts';
import { type Claim, Unseen } from './claims.ts';
import type { TestedProgram } from './mac-system.ts';

const POLL_MS = 250;
const WITHIN = {
  hudMs: 5_000,
  frontMs: 20_000,
  textMs: 45_000,
  endMs: 5_000,
  displayMs: 5_000,
  dockMs: 5_000,
} as const;
const LONG_HOLD_MS = 30_000;
const IDLE = { forMs: 60_000, processorSeconds: 1 } as const;
/** The app ends the recognizer after five minutes; the rest is a margin. */
const RECOGNIZER_MS = 330_000;
/** This long after a release nothing can arrive twice any more, and the clipboard has been restored. */
const SETTLES_MS = 5_000;
const LIMIT_MS = 180_000;

export interface WholeAppCheck {
  driver: AppDriver;
  clock: Clock;
  /** Some words of the sound file that replaces the microphone, in lower case. Each occurs in it once. */
  words: readonly string[];
  /** Its whole text. */
  said: string;
  /** How long the speech takes. */
  speechMs: number;
}

/** What else happens during a dictation. */
interface Interventions {
  whileHeard?(): Promise<void>;
  release?(): Promise<void>;
}

/** What the app assumes about the whole Mac, from the keys and the sound to another program's field. */
export function wholeAppClaims({ driver, clock, words, said, speechMs }: WholeAppCheck): Claim[] {
  const [first = ''] = words;

  async function until(what: string, limitMs: number, isSo: () => Promise<boolean>): Promise<void> {
    for (let waitedMs = 0; waitedMs < limitMs; waitedMs += POLL_MS) {
      if (await isSo()) return;
      await sleep(clock, POLL_MS);
    }
    assert.fail(`${what} after ${limitMs / 1_000} s`);
  }

  async function openInFront(program: TestedProgram): Promise<void> {
    await driver.open(program);
    await until(`${program} is not in front`, WITHIN.frontMs, async () => (await driver.front()) === program);
  }

  const hudShows = () => until('the HUD is not shown', WITHIN.hudMs, () => driver.isHudShown());
  const hudSays = (what: RegExp) =>
    until(`the HUD does not say ${what.source}`, WITHIN.textMs, async () => what.test(await driver.hudText()));

  /** Waits until all of the words have arrived, and asserts that each arrived once. */
  async function sentenceIn(program: TestedProgram): Promise<string> {
    let text = '';
    await until('the sentence has not arrived', WITHIN.textMs, async () => {
      text = (await driver.textIn(program)).toLowerCase();
      return words.every((word) => text.includes(word));
    });
    await sleep(clock, SETTLES_MS);
    text = (await driver.textIn(program)).toLowerCase();
    for (const word of words) assert.equal(text.split(word).length - 1, 1, `“${word}” did not arrive exactly once`);
    return text;
  }

  /** Starts with the hold chord, or with the toggle if the app can't see keys as held. Returns a function that ends the recording. */
  async function begin(): Promise<() => Promise<void>> {
    if (await driver.canHold()) {
      await driver.pressHoldChord();
      return () => driver.releaseHoldChord();
    }
    await driver.pressToggleChord('qwerty-t');
    return () => driver.pressToggleChord('qwerty-t');
  }

  async function assertCanHold(): Promise<void> {
    if (!(await driver.canHold())) throw new Unseen('keys pressed by a program are not in the hardware’s state');
  }

  async function dictate({ whileHeard, release }: Interventions = {}): Promise<void> {
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

  async function dictateInto(program: TestedProgram, interventions?: Interventions): Promise<string> {
    await openInFront(program);
    await dictate(interventions);
    const text = await sentenceIn(program);
    assert.equal(await driver.front(), program, 'another program is in front');
    return `${text.trim().length} characters, by the ${(await driver.canHold()) ? 'hold' : 'toggle'} chord`;
  }

  /** Toggles on and off, and asserts that the first phrase arrives in between. */
  async function toggleInto(program: TestedProgram, place: 'qwerty-t' | 'dvorak-t'): Promise<string> {
    await openInFront(program);
    await driver.pressToggleChord(place);
    try {
      await hudShows();
      await sleep(clock, speechMs);
      await until('the first phrase has not arrived', WITHIN.textMs, async () =>
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

  const allGone = () => until('processes are left', WITHIN.endMs, async () => (await driver.processes()) === 0);

  async function killWhileHeard(whileHeard = async () => {}): Promise<void> {
    const end = await begin();
    let isKilled = false;
    try {
      await hudShows();
      await whileHeard();
      await driver.kill();
      isKilled = true;
    } finally {
      // Otherwise the keys would stay down for the next program.
      if (!isKilled || (await driver.canHold())) await end();
    }
    await allGone();
  }

  const claims = claimsOf(APP_CLAIMS, {
    async start() {
      await openInFront('TextEdit');
      await driver.start();
      await until('there is no menu bar item', WITHIN.frontMs, async () => (await driver.menuBarItems()) > 0);
      assert.equal(await driver.front(), 'TextEdit', 'the app took the focus');
      return 'one menu bar item';
    },
    async dock() {
      assert.equal(await driver.isInDock(), false, 'it has a Dock icon without a window');
      await driver.openSettings();
      await until('it has no Dock icon', WITHIN.dockMs, () => driver.isInDock());
      await driver.closeFront();
      await until('it still has a Dock icon', WITHIN.dockMs, async () => !(await driver.isInDock()));
      return 'shown and removed';
    },
    async 'second-start'() {
      await openInFront('TextEdit');
      await driver.openSettings();
      await until('the settings are not in front', WITHIN.frontMs, async () => (await driver.front()) !== 'TextEdit');
      assert.equal(await driver.menuBarItems(), 1, 'there is more than one menu bar item');
      await driver.closeFront();
      return 'one menu bar item, the settings in front';
    },
    'dictation-textedit': () => dictateInto('TextEdit'),
    'dictation-safari': () => dictateInto('Safari'),
    'dictation-terminal': () => dictateInto('Terminal'),
    async 'main-key-first'() {
      await assertCanHold();
      await openInFront('TextEdit');
      await dictate({ release: () => driver.releaseSpace() });
      try {
        await until('it is still listening', WITHIN.hudMs, async () => !/listening/i.test(await driver.hudText()));
      } finally {
        await driver.releaseModifiers();
      }
      const text = await sentenceIn('TextEdit');
      assert.equal(text.replace(/\n$/, ''), text.trim(), 'spaces were typed');
      return 'the recording ended, and the text arrived';
    },
    toggle: () => toggleInto('TextEdit', 'qwerty-t'),
    async 'long-hold'() {
      await assertCanHold();
      return dictateInto('TextEdit', {
        async whileHeard() {
          for (let heldMs = 0; heldMs < LONG_HOLD_MS; heldMs += POLL_MS) {
            assert.ok(await driver.isHudShown(), `the HUD was gone after ${heldMs / 1_000} s`);
            await sleep(clock, POLL_MS);
          }
        },
      });
    },
    async 'copied-file'() {
      for (const what of ['file', 'picture'] as const) {
        await driver.copy(what);
        const before = await driver.clipboardInfo();
        await dictateInto('TextEdit');
        assert.equal(await driver.clipboardInfo(), before, `the ${what} was not restored`);
      }
      return 'both were restored';
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
      assert.equal(ending, 2, 'Return was not pressed exactly once');
      return 'one Return';
    },
    async 'focus-moved'() {
      await driver.copy('file');
      await openInFront('TextEdit');
      await dictate();
      await driver.open('Safari');
      await until('the HUD does not say so', WITHIN.textMs, async () => {
        if ((await driver.textIn('TextEdit')).toLowerCase().includes(first))
          throw new Unseen('the text arrived before the focus had moved');
        return /clipboard/i.test(await driver.hudText());
      });
      assert.equal((await driver.textIn('Safari')).toLowerCase().includes(first), false, 'it was typed into Safari');
      await assertOnClipboard();
      return 'on the clipboard';
    },
    async 'password-field'() {
      await driver.openPasswordField();
      await until('Safari is not in front', WITHIN.frontMs, async () => (await driver.front()) === 'Safari');
      await dictate();
      await hudSays(/password/i);
      assert.equal((await driver.textIn('Safari')).toLowerCase().includes(first), false, 'it was typed');
      return 'the HUD says so';
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
      await sleep(clock, WITHIN.displayMs);
      await driver.wakeDisplay();
      return dictateInto('TextEdit');
    },
    async muting() {
      for (const wasMuted of [false, true]) {
        await driver.setOutputMuted(wasMuted);
        await dictateInto('TextEdit', {
          whileHeard: () => until('the output is not muted', WITHIN.hudMs, () => driver.isOutputMuted()),
        });
        assert.equal(await driver.isOutputMuted(), wasMuted, 'the output was not restored');
      }
      await driver.setOutputMuted(false);
      return 'muted and restored';
    },
    async 'microphone-crash'() {
      await driver.crashMicrophone();
      return dictateInto('TextEdit');
    },
    'recognizer-crash': () => dictateInto('TextEdit', { whileHeard: () => driver.killRecognizers() }),
    async 'recognizer-idle'() {
      await dictateInto('TextEdit');
      assert.ok((await driver.recognizers()) > 0, 'the recognizer was not running');
      await until('the recognizer is still running', RECOGNIZER_MS, async () => (await driver.recognizers()) === 0);
      return 'it has exited';
    },
    async idle() {
      const before = await driver.processorSeconds();
      await sleep(clock, IDLE.forMs);
      const seconds = (await driver.processorSeconds()) - before;
      assert.ok(seconds < IDLE.processorSeconds, `it took ${seconds.toFixed(1)} s of CPU time`);
      assert.deepEqual(await driver.connections(), [], 'connections are open');
      return `${seconds.toFixed(2)} s`;
    },
    async 'system-log'() {
      const log = await driver.systemLog();
      const logged = ` ${splitWords(log).join(' ')} `;
      const spoken = splitWords(said);
      // Single words may come from other sources.
      const runs = spoken.slice(2).map((word, index) => `${spoken[index]} ${spoken[index + 1]} ${word}`);
      assert.deepEqual(
        runs.filter((run) => logged.includes(` ${run} `)),
        [],
        'dictated text is in the log',
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
      await until('there is no menu bar item', WITHIN.frontMs, async () => (await driver.menuBarItems()) > 0);
      return 'no process is left, and it starts again';
    },
    async 'killed-while-muted'() {
      await driver.setOutputMuted(false);
      await killWhileHeard(() => until('the output is not muted', WITHIN.hudMs, () => driver.isOutputMuted()));
      await driver.start();
      await until('the output is still muted', WITHIN.frontMs, async () => !(await driver.isOutputMuted()));
      return 'unmuted';
    },
    async end() {
      await driver.terminate();
      await allGone();
      return 'no process is left';
    },
  });
  return claims.map((claim) => ({ ...claim, limitMs: claim.id === 'recognizer-idle' ? 2 * RECOGNIZER_MS : LIMIT_MS }));
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z']+/g) ?? [];
}
