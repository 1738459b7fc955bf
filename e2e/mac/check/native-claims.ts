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
import { sleep } from '@workspace/desktop/macos/waiting';
import type { InsertionTarget } from '@workspace/dictation/ports';
import type { Clock } from '@workspace/speech/clock';
import { type Claim, Unseen } from './claims.ts';
import type { MacSystem, TriedProgram } from './mac-system.ts';

const TEXT = 'public.utf8-plain-text';
const PRIVATE = 'app.saykey.check';
/** In the keyboard's state, as it is read while a chord is held. */
const LOOK = { everyMs: 8, forMs: 10_000 } as const;
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
}

/** What the app takes for true of macOS's functions, tried with the app's own code above them. */
export function nativeClaims({ native, clock, system, ownPid, american = AMERICAN }: NativeCheck): Claim[] {
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

  function assertTrusted(): void {
    if (!accessibility.isTrusted()) throw new Unseen('Accessibility is not allowed');
  }

  return [
    {
      id: 'functions',
      says: 'every function is there, and answers',
      async check() {
        assert.notEqual(Number(native.CFStringGetTypeID()), Number(native.AXUIElementGetTypeID()));
        return `${Object.keys(native).length} functions`;
      },
    },
    {
      id: 'american-keys',
      says: 'the layout tells its letters and digits by the places of an American keyboard',
      async check() {
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
    },
    {
      id: 'pasteboard',
      says: 'every type of every item comes back byte for byte, and the change count is the one that was given',
      async check() {
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
    },
    {
      id: 'key-state',
      says: 'the keyboard’s state can be read every 8 ms for 10 s without holding anything up',
      async check() {
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
    },
    {
      id: 'accessibility',
      says: 'TextEdit tells of its field, off the main thread',
      async check() {
        assertTrusted();
        const target = await open('TextEdit');
        assert.equal(target.kind, 'multi-line', `its field is ${target.kind}`);
        assert.match(target.id, /^field:/, 'only the program is known');
        return applications.front === undefined ? 'it is not in front' : 'the field is known';
      },
    },
    {
      id: 'paste',
      says: 'the posted ⌘V puts the text into TextEdit once, is seen to, and the pasteboard is the user’s again',
      async check() {
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
    },
    {
      id: 'flags-after-paste',
      says: 'the hardware’s state does not know of the ⌘V that was posted',
      async check() {
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
    },
    {
      id: 'secure-keyboard-entry',
      says: 'with Terminal’s Secure Keyboard Entry no text is lost: it comes, or waits on the clipboard and is told to',
      async check() {
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
    },
  ];
}
