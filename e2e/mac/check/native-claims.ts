import assert from 'node:assert/strict';
import { Accessibility } from '@workspace/desktop/macos/accessibility';
import { CoreFoundation } from '@workspace/desktop/macos/core-foundation';
import { createMac } from '@workspace/desktop/macos/create-mac';
import { keyNamesOf } from '@workspace/desktop/macos/key-codes';
import { KeyboardLayouts } from '@workspace/desktop/macos/keyboard-layouts';
import type { NativeFunctions } from '@workspace/desktop/macos/native-functions';
import { ObjectiveC } from '@workspace/desktop/macos/objective-c';
import { Pasteboard } from '@workspace/desktop/macos/pasteboard';
import { PASTE } from '@workspace/desktop/macos/tuning';
import type { InsertionTarget } from '@workspace/dictation/ports';
import { type Clock, sleep } from '@workspace/speech/clock';
import { claimsOf, NATIVE_CLAIMS } from './claim-list.ts';
import { type Claim, Unseen } from './claims.ts';
import type { MacSystem, TriedProgram } from './mac-system.ts';

const TEXT = 'public.utf8-plain-text';
const PRIVATE = 'app.saykey.check';
/** On clipboard content from another device of the user, which is not read. */
const REMOTE = 'com.apple.is-remote-clipboard';
/** In the keyboard's state, as it is read while a chord is held. */
const LOOK = { everyMs: 8, forMs: 10_000 } as const;
const MEMORY = { times: 20, growsMb: 100 } as const;
/** For what takes a moment. */
const WITHIN_MS = 5_000;
const OPENS = { lookMs: 250, withinMs: 20_000 } as const;
const BUNDLES: Record<TriedProgram, string> = {
  Safari: 'com.apple.Safari',
  TextEdit: 'com.apple.TextEdit',
  Terminal: 'com.apple.Terminal',
};
/** Layouts with American letters and digits: U.S. and ABC. */
const AMERICAN = /^com\.apple\.keylayout\.(US|ABC)$/;

export interface NativeCheck {
  native: NativeFunctions;
  clock: Clock;
  system: MacSystem;
  ownPid: number;
  /** Ids of layouts whose letters and digits are where an American keyboard has them. */
  american?: RegExp;
  /** How large the process is. */
  memoryBytes(): number;
  /** The size of a large picture. */
  pictureBytes: number;
}

/** What the app takes for true of macOS's functions, tried with the app's own code above them. */
export function nativeClaims({
  native,
  clock,
  system,
  ownPid,
  american = AMERICAN,
  memoryBytes,
  pictureBytes,
}: NativeCheck): Claim[] {
  const foundation = new CoreFoundation(native);
  const layouts = new KeyboardLayouts(native, foundation);
  const accessibility = new Accessibility(native, foundation, clock);
  const pasteboard = new Pasteboard(foundation, new ObjectiveC(native));
  const { inserter, keyboard, applications } = createMac(native, { clock, ownPid, ownField: async () => 'none' });
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const textOnPasteboard = () => new TextDecoder().decode(pasteboard.itemData(0, TEXT));
  const pastesUnseen = () => PASTE.unseenHoldMs + PASTE.holdLimitMs;

  /** The field of a program, once that is in front. */
  async function open(program: TriedProgram): Promise<InsertionTarget> {
    await system.open(program);
    for (let waitedMs = 0; waitedMs < OPENS.withinMs; waitedMs += OPENS.lookMs) {
      const target = await inserter.captureTarget();
      if (target.app === BUNDLES[program]) return target;
      await sleep(clock, OPENS.lookMs);
    }
    throw new Unseen(`${program} did not come to the front`);
  }

  /** What comes within 5 s, looked for again and again; undefined where it doesn't. */
  async function withinReach<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
    for (let waitedMs = 0; waitedMs < WITHIN_MS; waitedMs += OPENS.lookMs) {
      const found = await look();
      if (found !== undefined) return found;
      await sleep(clock, OPENS.lookMs);
    }
    return undefined;
  }

  function assertTrusted(): void {
    if (!accessibility.isTrusted()) throw new Unseen('Accessibility is not allowed');
  }

  return claimsOf(NATIVE_CLAIMS, {
    async functions() {
      assert.notEqual(Number(native.CFStringGetTypeID()), Number(native.AXUIElementGetTypeID()));
      return `${Object.keys(native).length} functions`;
    },
    async 'american-keys'() {
      const layout = layouts.current;
      if (!layout || !american.test(layout.id)) throw new Unseen(`the layout is ${layout?.id ?? 'not known'}`);
      const names = Object.entries(keyNamesOf(layout));
      assert.deepEqual(
        names.filter(([code, key]) => !code.endsWith(key)),
        [],
      );
      assert.equal(names.length, 36, `${names.length} of 36 keys`);
      return layout.id;
    },
    async pasteboard() {
      const every = Uint8Array.from({ length: 256 }, (_, value) => value);
      const items = [
        new Map([
          [TEXT, bytesOf('Grüße 👋')],
          [PRIVATE, every],
        ]),
        new Map([[PRIVATE, Uint8Array.of(0)]]),
      ];
      const count = pasteboard.write(items, 'this-mac');
      assert.equal(pasteboard.changeCount, count, 'the change count is another one');
      for (const [index, item] of items.entries()) {
        for (const [type, bytes] of item) {
          assert.ok(pasteboard.itemTypes()[index]?.includes(type), `${type} is missing`);
          assert.deepEqual(Uint8Array.from(pasteboard.itemData(index, type) ?? []), bytes, `${type} is changed`);
        }
      }
      return `access is ${pasteboard.access}`;
    },
    async 'key-state'() {
      const startedAt = clock.now();
      let [readings, longestMs] = [0, 0];
      while (clock.now() - startedAt < LOOK.forMs) {
        const before = clock.now();
        assert.equal(keyboard.isKeyDown({ modifiers: ['Command', 'Shift'], key: 'Space' }), false, 'a key is down');
        keyboard.modifiers();
        longestMs = Math.max(longestMs, clock.now() - before);
        readings += 1;
        await sleep(clock, LOOK.everyMs);
      }
      assert.ok(longestMs < LOOK.everyMs, `one reading took ${longestMs.toFixed(1)} ms`);
      return `${readings} readings, the longest ${longestMs.toFixed(2)} ms`;
    },
    async accessibility() {
      assertTrusted();
      const target = await open('TextEdit');
      assert.equal(target.kind, 'multi-line', `its field is ${target.kind}`);
      assert.match(target.id, /^field:/, 'only the program is known');
      return applications.front === undefined ? 'it is not in front' : 'the field is known';
    },
    async caret() {
      assertTrusted();
      const target = await open('TextEdit');
      assert.notEqual(await inserter.insert(target, 'before after'), 'failed');
      await system.pressLeft(' after'.length);
      const around = await withinReach(async () => {
        const { before, after } = (await inserter.textAround(target)) ?? {};
        return after === ' after' ? { before, after } : undefined;
      });
      assert.deepEqual(around, { before: 'before', after: ' after' }, 'the text around the caret is another');
      return 'both sides are known';
    },
    async paste() {
      assertTrusted();
      const target = await open('TextEdit');
      pasteboard.write([new Map([[TEXT, bytesOf('copied before')]])], 'all-devices');
      assert.equal(await inserter.insert(target, 'Dictated by the check.'), 'inserted');
      const text = await system.textIn('TextEdit');
      assert.equal(text.split('Dictated by the check.').length - 1, 1, 'it is not there once');
      assert.match(
        (await inserter.textAround(target))?.before ?? '',
        /by the check\.$/,
        'the text before the caret is another',
      );
      await sleep(clock, pastesUnseen());
      assert.equal(textOnPasteboard(), 'copied before');
      return 'inserted';
    },
    async 'flags-after-paste'() {
      assertTrusted();
      const target = await open('TextEdit');
      const inserted = inserter.insert(target, 'Again.');
      const seen = new Set<string>();
      let isOver = false;
      const over = inserted.then(() => (isOver = true));
      while (!isOver) {
        for (const [name, isDown] of Object.entries(keyboard.modifiers())) if (isDown) seen.add(name);
        await sleep(clock, LOOK.everyMs);
      }
      await over;
      assert.deepEqual([...seen], [], 'modifiers were seen');
      return 'no modifier was seen';
    },
    async typing() {
      assertTrusted();
      const target = await open('TextEdit');
      pasteboard.write([new Map([[REMOTE, new Uint8Array()]])], 'this-mac');
      const text = 'typed by the check in three events of keys';
      assert.equal(await inserter.insert(target, text), 'unconfirmed', 'it was not typed');
      // Else what follows would be typed, too.
      pasteboard.write([], 'this-mac');
      const textThere = async () => (await system.textIn('TextEdit')).trim().toLowerCase();
      const isThere = await withinReach(async () => (await textThere()) === text || undefined);
      assert.ok(isThere, `there is “${await textThere()}”`);
      return 'it is whole';
    },
    async 'return-key'() {
      assertTrusted();
      const target = await open('TextEdit');
      assert.equal(await inserter.insert(target, 'line'), 'inserted', 'the text was not seen to arrive');
      assert.ok(await inserter.pressReturn(target, () => true), 'Return was refused');
      const isThere = await withinReach(async () => (await system.textIn('TextEdit')).includes('line\n') || undefined);
      assert.ok(isThere, 'no Return arrived');
      assert.equal((await system.textIn('TextEdit')).replace(/\n$/, '').trimEnd(), 'line');
      return 'it arrives';
    },
    async 'stopped-program'() {
      assertTrusted();
      const target = await open('TextEdit');
      await system.stop('TextEdit');
      const startedAt = clock.now();
      try {
        assert.equal(await inserter.insert(target, 'Stopped.'), 'on-clipboard');
        assert.ok(clock.now() - startedAt < WITHIN_MS, 'it took longer than 5 s');
        assert.equal(textOnPasteboard(), 'Stopped.');
      } finally {
        await system.resume('TextEdit');
      }
      await sleep(clock, pastesUnseen());
      const times = (await system.textIn('TextEdit')).split('Stopped.').length - 1;
      assert.ok(times <= 1, `it is there ${times} times`);
      return `on the clipboard; in the field ${times === 1 ? 'once, since the program pasted when it went on' : 'never'}`;
    },
    async memory() {
      assertTrusted();
      const target = await open('TextEdit');
      pasteboard.write([new Map([[PRIVATE, new Uint8Array(pictureBytes)]])], 'this-mac');
      await inserter.insert(target, 'First.');
      const before = memoryBytes();
      for (let time = 1; time < MEMORY.times; time += 1) await inserter.insert(target, 'Again.');
      await sleep(clock, pastesUnseen());
      assert.equal(pasteboard.itemData(0, PRIVATE)?.length, pictureBytes, 'what was copied is not there any more');
      const grown = (memoryBytes() - before) / 2 ** 20;
      assert.ok(grown <= MEMORY.growsMb, `it has grown by ${grown.toFixed(0)} MB`);
      return `grown by ${grown.toFixed(0)} MB`;
    },
    async 'secure-keyboard-entry'() {
      assertTrusted();
      await system.setSecureKeyboardEntry(true);
      try {
        const target = await open('Terminal');
        if (!accessibility.isSecureInputOn()) throw new Unseen('Secure Input did not come on');
        const outcome = await inserter.insert(target, 'kept');
        const hasCome = (await system.textIn('Terminal')).includes('kept');
        if (!hasCome) assert.deepEqual([outcome, textOnPasteboard()], ['secure-input', 'kept'], 'the text is lost');
        return `the key ${hasCome ? 'arrives' : 'is kept from it'}, and it is told as ${outcome}`;
      } finally {
        await system.setSecureKeyboardEntry(false);
      }
    },
  });
}
