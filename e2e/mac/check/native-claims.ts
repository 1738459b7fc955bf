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
import type { MacSystem, TestedProgram } from './mac-system.ts';

const TEXT = 'public.utf8-plain-text';
const PRIVATE = 'app.saykey.check';
/** Marks clipboard content from another of the user's devices, which the app doesn't read. */
const REMOTE = 'com.apple.is-remote-clipboard';
/** How the keyboard's state is read while a chord is held. */
const KEY_POLLING = { everyMs: 8, forMs: 10_000 } as const;
const MEMORY = { times: 20, growsMb: 100 } as const;
/** How long text and keys may take to arrive. */
const ARRIVAL_MS = 5_000;
const OPENING = { pollMs: 250, withinMs: 20_000 } as const;
const BUNDLES: Record<TestedProgram, string> = {
  Safari: 'com.apple.Safari',
  TextEdit: 'com.apple.TextEdit',
  Terminal: 'com.apple.Terminal',
};
/** Layouts whose letters and digits are where a US keyboard has them: U.S. and ABC. */
const AMERICAN = /^com\.apple\.keylayout\.(US|ABC)$/;

export interface NativeCheck {
  native: NativeFunctions;
  clock: Clock;
  system: MacSystem;
  ownPid: number;
  /** Ids of layouts whose letters and digits are where a US keyboard has them. */
  american?: RegExp;
  /** The process's memory. */
  memoryBytes(): number;
  /** The size of the picture on the clipboard. */
  pictureBytes: number;
}

/** What the app assumes about macOS's functions, tested through the app's own code. */
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

  /** Opens a program. Resolves with its field once it is in front. */
  async function open(program: TestedProgram): Promise<InsertionTarget> {
    await system.open(program);
    for (let waitedMs = 0; waitedMs < OPENING.withinMs; waitedMs += OPENING.pollMs) {
      const target = await inserter.captureTarget();
      if (target.app === BUNDLES[program]) return target;
      await sleep(clock, OPENING.pollMs);
    }
    throw new Unseen(`${program} did not come to the front`);
  }

  /** Polls until `look` finds something; undefined after 5 s. */
  async function poll<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
    for (let waitedMs = 0; waitedMs < ARRIVAL_MS; waitedMs += OPENING.pollMs) {
      const found = await look();
      if (found !== undefined) return found;
      await sleep(clock, OPENING.pollMs);
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
      if (!layout || !american.test(layout.id)) throw new Unseen(`the layout is ${layout?.id ?? 'unknown'}`);
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
      assert.equal(pasteboard.changeCount, count, 'the change count is different');
      for (const [index, item] of items.entries()) {
        for (const [type, bytes] of item) {
          assert.ok(pasteboard.itemTypes()[index]?.includes(type), `${type} is missing`);
          assert.deepEqual(Uint8Array.from(pasteboard.itemData(index, type) ?? []), bytes, `${type} has changed`);
        }
      }
      return `access is ${pasteboard.access}`;
    },
    async 'key-state'() {
      const startedAt = clock.now();
      let [readings, longestMs] = [0, 0];
      while (clock.now() - startedAt < KEY_POLLING.forMs) {
        const before = clock.now();
        assert.equal(keyboard.isKeyDown({ modifiers: ['Command', 'Shift'], key: 'Space' }), false, 'a key is down');
        keyboard.modifiers();
        longestMs = Math.max(longestMs, clock.now() - before);
        readings += 1;
        await sleep(clock, KEY_POLLING.everyMs);
      }
      assert.ok(longestMs < KEY_POLLING.everyMs, `one reading took ${longestMs.toFixed(1)} ms`);
      return `${readings} readings, the longest ${longestMs.toFixed(2)} ms`;
    },
    async accessibility() {
      assertTrusted();
      const target = await open('TextEdit');
      assert.equal(target.kind, 'multi-line', `the field is ${target.kind}`);
      assert.match(target.id, /^field:/, 'only the program was identified');
      return applications.front === undefined ? 'TextEdit is not in front' : 'the field was identified';
    },
    async caret() {
      assertTrusted();
      const target = await open('TextEdit');
      assert.notEqual(await inserter.insert(target, 'before after'), 'failed');
      await system.pressLeft(' after'.length);
      const around = await poll(async () => {
        const { before, after } = (await inserter.textAround(target)) ?? {};
        return after === ' after' ? { before, after } : undefined;
      });
      assert.deepEqual(around, { before: 'before', after: ' after' }, 'the text around the caret is different');
      return 'both sides were read';
    },
    async paste() {
      assertTrusted();
      const target = await open('TextEdit');
      pasteboard.write([new Map([[TEXT, bytesOf('copied before')]])], 'all-devices');
      assert.equal(await inserter.insert(target, 'Dictated by the check.'), 'inserted');
      const text = await system.textIn('TextEdit');
      assert.equal(text.split('Dictated by the check.').length - 1, 1, 'it is not in the field exactly once');
      assert.match(
        (await inserter.textAround(target))?.before ?? '',
        /by the check\.$/,
        'the text before the caret is different',
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
        await sleep(clock, KEY_POLLING.everyMs);
      }
      await over;
      assert.deepEqual([...seen], [], 'modifiers were seen');
      return 'no modifiers were seen';
    },
    async typing() {
      assertTrusted();
      const target = await open('TextEdit');
      pasteboard.write([new Map([[REMOTE, new Uint8Array()]])], 'this-mac');
      const text = 'typed by the check in three keyboard events';
      assert.equal(await inserter.insert(target, text), 'unconfirmed', 'it was not typed');
      // Otherwise what follows would be typed, too.
      pasteboard.write([], 'this-mac');
      const textThere = async () => (await system.textIn('TextEdit')).trim().toLowerCase();
      const isThere = await poll(async () => (await textThere()) === text || undefined);
      assert.ok(isThere, `TextEdit contains “${await textThere()}”`);
      return 'complete';
    },
    async 'return-key'() {
      assertTrusted();
      const target = await open('TextEdit');
      assert.equal(await inserter.insert(target, 'line'), 'inserted', 'the text was not seen to arrive');
      assert.ok(await inserter.pressReturn(target, () => true), 'Return was refused');
      const isThere = await poll(async () => (await system.textIn('TextEdit')).includes('line\n') || undefined);
      assert.ok(isThere, 'no Return arrived');
      assert.equal((await system.textIn('TextEdit')).replace(/\n$/, '').trimEnd(), 'line');
      return 'it arrived';
    },
    async 'stopped-program'() {
      assertTrusted();
      const target = await open('TextEdit');
      await system.stop('TextEdit');
      const startedAt = clock.now();
      try {
        assert.equal(await inserter.insert(target, 'Stopped.'), 'on-clipboard');
        assert.ok(clock.now() - startedAt < ARRIVAL_MS, 'it took longer than 5 s');
        assert.equal(textOnPasteboard(), 'Stopped.');
      } finally {
        await system.resume('TextEdit');
      }
      await sleep(clock, pastesUnseen());
      const times = (await system.textIn('TextEdit')).split('Stopped.').length - 1;
      assert.ok(times <= 1, `it is in the field ${times} times`);
      return `on the clipboard; in the field ${times === 1 ? 'once, pasted when the program resumed' : 'never'}`;
    },
    async memory() {
      assertTrusted();
      const target = await open('TextEdit');
      pasteboard.write([new Map([[PRIVATE, new Uint8Array(pictureBytes)]])], 'this-mac');
      await inserter.insert(target, 'First.');
      const before = memoryBytes();
      for (let time = 1; time < MEMORY.times; time += 1) await inserter.insert(target, 'Again.');
      await sleep(clock, pastesUnseen());
      assert.equal(pasteboard.itemData(0, PRIVATE)?.length, pictureBytes, 'the clipboard was not restored');
      const grown = (memoryBytes() - before) / 2 ** 20;
      assert.ok(grown <= MEMORY.growsMb, `the process has grown by ${grown.toFixed(0)} MB`);
      return `grown by ${grown.toFixed(0)} MB`;
    },
    async 'secure-keyboard-entry'() {
      assertTrusted();
      await system.setSecureKeyboardEntry(true);
      try {
        const target = await open('Terminal');
        if (!accessibility.isSecureInputOn()) throw new Unseen('Secure Input was not turned on');
        const outcome = await inserter.insert(target, 'kept');
        const hasArrived = (await system.textIn('Terminal')).includes('kept');
        if (!hasArrived) assert.deepEqual([outcome, textOnPasteboard()], ['secure-input', 'kept'], 'the text was lost');
        return `the key ${hasArrived ? 'arrived' : 'was blocked'}, reported as ${outcome}`;
      } finally {
        await system.setSecureKeyboardEntry(false);
      }
    },
  });
}
