import { setImmediate as turn } from 'node:timers/promises';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { expect, test } from 'vitest';
import type { AppDriver, KeyPlace, Layout } from './app-driver.ts';
import { APP_CLAIMS } from './claim-list.ts';
import { judgeClaims, Unseen } from './claims.ts';
import type { TestedProgram } from './mac-system.ts';
import { wholeAppClaims } from './whole-app-claims.ts';

const SAID = 'Good morning from the check.';
const CLIPBOARD = 'The text is on the clipboard';

/** The app working correctly, on a Mac with three programs. Tests break it by setting its fields. */
class FakeApp implements AppDriver {
  readonly texts = new Map<TestedProgram, string>();
  inFront = 'Finder';
  isRunning = false;
  isDisplayOn = true;
  startTakesFocus = false;
  hudTakesFocus = false;
  isHudMissing = false;
  staysHidden = false;
  isDeafAfterSleep = false;
  staysAlive = false;
  staysInDock = false;
  opensTwice = false;
  heedsSpaceLate = false;
  typesSpaces = false;
  hasNoPhrases = false;
  losesHudAfterLooks = Number.POSITIVE_INFINITY;
  losesClipboard = false;
  returns = 1;
  typesWhereFocusIs = false;
  typesPasswords = false;
  ignoresLayout = false;
  pastesByLatinAlone = false;
  mutesNothing = false;
  leavesMuted = false;
  diesWithMicrophone = false;
  losesTextWithRecognizer = false;
  keepsRecognizer = false;
  isBusy = false;
  isConnected = false;
  log = 'Saykey: ready\n';
  losesTextWhenForbidden = false;
  canForbid = true;
  seesKeysHeld = true;
  /** Inserts the last dictation immediately, unless it already was inserted. */
  landNow = async () => {};
  deliveries: Partial<Record<TestedProgram, number>> = {};
  /** `isWritten`: its text has already been inserted. */
  #recording: { program: string; sends: boolean; isHud: boolean; isWritten: boolean } | undefined;
  #isWhole = true;
  #isHidden = false;
  #isPassword = false;
  #isForbidden = false;
  #layout: Layout = 'U.S.';
  #items = 0;
  #clipboard = 'text';
  #hud = '';
  #hudLooks = 0;
  #isMuted = false;
  #wasMuted = false;
  #hasMicrophone = true;
  #recognizers = 0;
  readonly #clock: FakeClock;
  #heardAt = 0;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  async start() {
    this.isRunning = true;
    this.#items = 1;
    if (!this.leavesMuted) this.#isMuted = false;
    if (this.startTakesFocus) this.inFront = 'Saykey';
  }
  async open(program: TestedProgram) {
    this.texts.set(program, '');
    this.inFront = program;
    this.#isPassword = false;
  }
  async openPasswordField() {
    await this.open('Safari');
    this.#isPassword = true;
  }
  // AppleScript ends its output with a line break.
  textIn = async (program: TestedProgram) => `${this.texts.get(program) ?? ''}\n`;
  async setSecureKeyboardEntry() {}
  async pressLeft() {}
  async stop() {}
  async resume() {}
  #begin(sends: boolean) {
    if (!this.isRunning || !this.isDisplayOn || !this.#hasMicrophone) return undefined;
    const isHud = !this.isHudMissing && !this.#isHidden;
    const recording = { program: this.inFront, sends, isHud, isWritten: false };
    this.#recording = recording;
    this.#heardAt = this.#clock.now();
    this.#hud = 'Listening';
    this.#recognizers = 1;
    this.#isWhole = true;
    if (this.hudTakesFocus) this.inFront = 'Saykey';
    this.#wasMuted = this.#isMuted;
    if (!this.mutesNothing) this.#isMuted = true;
    return recording;
  }
  #end() {
    const recording = this.#recording;
    if (!recording) return;
    this.#recording = undefined;
    if (!this.leavesMuted) this.#isMuted = this.#wasMuted;
    if (!this.keepsRecognizer) this.#clock.schedule(300_000, () => (this.#recognizers = 0));
    if (recording.isWritten) return;
    this.#hud = 'Finishing';
    const callOff = this.#clock.schedule(1_000, () => this.#land(recording));
    this.landNow = async () => {
      callOff();
      this.#land(recording);
    };
  }
  #write(program: TestedProgram, text: string) {
    this.texts.set(program, `${this.texts.get(program) ?? ''}${text}`);
  }
  #land({ program, sends }: { program: string; sends: boolean }) {
    this.landNow = async () => {};
    if (this.losesClipboard) this.#clipboard = 'text';
    if (this.#isForbidden) {
      this.#hud = CLIPBOARD;
      if (!this.losesTextWhenForbidden) this.#clipboard = SAID;
    } else if (this.pastesByLatinAlone && this.#layout === 'Russian') {
      this.#hud = 'Inserted';
    } else if (this.#isPassword) {
      this.#hud = 'Saykey doesn’t type into password fields';
      if (this.typesPasswords) this.#write('Safari', SAID);
    } else if (program !== this.inFront && !this.typesWhereFocusIs) {
      this.#hud = CLIPBOARD;
      this.#clipboard = SAID;
    } else {
      if (program !== this.inFront) this.#hud = CLIPBOARD;
      const target = this.inFront as TestedProgram;
      const text = this.#isWhole ? SAID : 'Good';
      this.#write(target, text.repeat(this.deliveries[target] ?? 1) + (sends ? '\n'.repeat(this.returns) : ''));
      if (this.typesSpaces) this.#write(target, '  ');
    }
  }
  canHold = async () => this.seesKeysHeld;
  async pressHoldChord() {
    this.#begin(false);
    if (!this.seesKeysHeld) this.#end();
  }
  async releaseHoldChord() {
    this.#end();
  }
  async releaseSpace() {
    if (!this.heedsSpaceLate) this.#end();
  }
  async releaseModifiers() {
    this.#end();
  }
  async pressSendKey() {
    this.#begin(true);
  }
  async releaseSendKey() {
    this.#end();
  }
  async pressToggleChord(place: KeyPlace) {
    if (place !== (this.#layout === 'Dvorak' && !this.ignoresLayout ? 'dvorak-t' : 'qwerty-t')) return;
    if (this.#recording) return this.#end();
    const recording = this.#begin(false);
    if (!recording || this.hasNoPhrases) return;
    this.#clock.schedule(1_000, () => {
      if (this.#recording !== recording) return;
      recording.isWritten = true;
      this.#land(recording);
    });
  }
  async openSettings() {
    this.inFront = 'Saykey';
    if (this.opensTwice) this.#items = 2;
  }
  async closeFront() {
    this.inFront = 'Finder';
  }
  isInDock = async () => this.inFront === 'Saykey' || this.staysInDock;
  async hideFront() {
    this.#isHidden = this.staysHidden;
    this.inFront = 'TextEdit';
  }
  front = async () => this.inFront;
  isHudShown = async () => {
    if (!this.#recording?.isHud) return false;
    this.#hudLooks = this.#clock.now() - this.#heardAt;
    return this.#hudLooks <= this.losesHudAfterLooks;
  };
  hudText = async () => this.#hud;
  menuBarItems = async () => (this.isRunning ? this.#items : 0);
  async copy(what: 'file' | 'picture') {
    this.#clipboard = what;
  }
  clipboardInfo = async () => this.#clipboard;
  clipboardText = async () => this.#clipboard;
  async chooseLayout(layout: Layout) {
    this.#layout = layout;
  }
  async sleepDisplay() {
    this.isDisplayOn = false;
  }
  async wakeDisplay() {
    this.isDisplayOn = !this.isDeafAfterSleep;
  }
  isOutputMuted = async () => this.#isMuted;
  async setOutputMuted(isMuted: boolean) {
    this.#isMuted = isMuted;
  }
  async crashMicrophone() {
    this.#hasMicrophone = !this.diesWithMicrophone;
  }
  recognizers = async () => this.#recognizers;
  killRecognizers = async () => {
    this.#isWhole = !this.losesTextWithRecognizer;
  };
  processorSeconds = async () => (this.isBusy ? this.#clock.now() / 1_000 : 0);
  connections = async () => (this.isConnected ? ['Saykey 7 TCP 10.0.0.2:1->10.0.0.3:443'] : []);
  systemLog = async () => this.log;
  async forbidAccessibility() {
    if (!this.canForbid) throw new Unseen('not here');
    this.#isForbidden = true;
  }
  async terminate() {
    this.isRunning = this.staysAlive;
  }
  async kill() {
    this.isRunning = this.staysAlive;
    this.#recording = undefined;
  }
  processes = async () => (this.isRunning ? 4 : 0);
}

async function check(change: (app: FakeApp) => void = () => {}): Promise<Record<string, string>> {
  const clock = new FakeClock();
  const driver = new FakeApp(clock);
  change(driver);
  const claims = wholeAppClaims({ driver, clock, words: ['good morning', 'check'], said: SAID, speechMs: 3_000 });
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

const CLAIMS = Object.keys(APP_CLAIMS);

test('Every claim holds for a correct app', async () => {
  expect(await check()).toEqual(Object.fromEntries(CLAIMS.map((id) => [id, 'holds'])));
});

test('The claim about a lost permission is unseen if the permission can’t be revoked', async () => {
  const verdicts = await check((app) => (app.canForbid = false));
  expect(CLAIMS.filter((id) => verdicts[id] !== 'holds')).toEqual(['permission-lost']);
});

test('If the app can’t see held keys, the toggle is used instead, and claims about holding are unseen', async () => {
  const verdicts = await check((app) => (app.seesKeysHeld = false));
  const unseen = CLAIMS.filter((id) => verdicts[id] !== 'holds');
  // With the toggle, a phrase arrives before the focus can move.
  expect(unseen).toEqual(['main-key-first', 'long-hold', 'send-key', 'focus-moved']);
  expect(unseen.map((id) => verdicts[id])).toEqual(unseen.map(() => 'unseen'));
});

test('The claim about moved focus is unseen if the text arrives before the focus moves', async () => {
  const verdicts = await check((app) => {
    const open = app.open.bind(app);
    app.open = async (program) => {
      // The text arrives first.
      if (program === 'Safari') await app.landNow();
      await open(program);
    };
  });
  expect(CLAIMS.filter((id) => verdicts[id] !== 'holds')).toEqual(['focus-moved']);
  expect(verdicts['focus-moved']).toBe('unseen');
});

test.each<[string, (app: FakeApp) => void, readonly string[]]>([
  ['an app that comes to the front when it starts', (app) => (app.startTakesFocus = true), ['start', 'dock']],
  ['text that arrives twice', (app) => (app.deliveries = { Safari: 2 }), ['dictation-safari']],
  ['text that never arrives', (app) => (app.deliveries = { Terminal: 0 }), ['dictation-terminal']],
  ['a Dock icon that stays', (app) => (app.staysInDock = true), ['dock']],
  ['a second menu bar item', (app) => (app.opensTwice = true), ['second-start']],
  ['a clipboard that is not restored', (app) => (app.losesClipboard = true), ['copied-file']],
  ['a Return too many', (app) => (app.returns = 2), ['send-key']],
  ['a Return too few', (app) => (app.returns = 0), ['send-key']],
  ['typing into the field that now has the focus', (app) => (app.typesWhereFocusIs = true), ['focus-moved']],
  ['typing into password fields', (app) => (app.typesPasswords = true), ['password-field']],
  ['chords at the positions of another layout', (app) => (app.ignoresLayout = true), ['dvorak']],
  ['a paste key that is not in the layout', (app) => (app.pastesByLatinAlone = true), ['russian']],
  ['sound that stays muted', (app) => (app.leavesMuted = true), ['muting', 'killed-while-muted']],
  ['a sentence lost with the recognizer', (app) => (app.losesTextWithRecognizer = true), ['recognizer-crash']],
  ['a recognizer that keeps running', (app) => (app.keepsRecognizer = true), ['recognizer-idle']],
  ['an app that is never idle', (app) => (app.isBusy = true), ['idle']],
  ['an open connection', (app) => (app.isConnected = true), ['idle']],
  ['dictated text in the log', (app) => (app.log += 'heard: morning, from the'), ['system-log']],
  ['text lost without the permission', (app) => (app.losesTextWhenForbidden = true), ['permission-lost']],
  ['processes that keep running', (app) => (app.staysAlive = true), ['killed', 'killed-while-muted', 'end']],
])('The check detects %s', async (_, change, refuted) => {
  const verdicts = await check((app) => void change(app));
  expect(CLAIMS.filter((id) => verdicts[id] === 'refuted')).toEqual(refuted);
});

test.each<[string, (app: FakeApp) => void, readonly string[]]>([
  ['phrases that wait for the end', (app) => (app.hasNoPhrases = true), ['toggle', 'dvorak']],
  ['a recording that continues after Space is released', (app) => (app.heedsSpaceLate = true), ['main-key-first']],
  ['typed spaces', (app) => (app.typesSpaces = true), ['main-key-first']],
  ['a HUD that flickers', (app) => (app.losesHudAfterLooks = 20_000), ['long-hold']],
  ['an app that stays hidden', (app) => (app.staysHidden = true), ['hidden', 'display-sleep']],
  ['sound that is not muted', (app) => (app.mutesNothing = true), ['muting', 'killed-while-muted']],
  ['a HUD that takes the focus', (app) => (app.hudTakesFocus = true), ['dictation-textedit', 'hidden']],
  ['a HUD that does not show', (app) => (app.isHudMissing = true), ['dictation-textedit', 'toggle', 'killed']],
  ['chords that stop working after sleep', (app) => (app.isDeafAfterSleep = true), ['display-sleep']],
  ['a microphone that is not reopened', (app) => (app.diesWithMicrophone = true), ['microphone-crash']],
])('The check detects %s, refutes what depends on it, and completes', async (_, change, refuted) => {
  const verdicts = await check((app) => void change(app));
  for (const id of refuted) expect([id, verdicts[id]]).toEqual([id, 'refuted']);
  expect(verdicts['end']).toBe('holds');
});
