import { RETURN_KEY_CODE } from '@workspace/desktop/macos/key-codes';
import { type FakeMac, OWN_PID } from '@workspace/desktop/macos/testing/fake-mac';
import { FakeField } from '@workspace/desktop/macos/testing/fake-programs';
import { tryOut } from '@workspace/desktop/macos/testing/try-out';
import { describe, expect, test } from 'vitest';
import { APP_CLAIMS, NATIVE_CLAIMS, untestedClaims } from './claim-list.ts';
import { type JudgedClaim, judgeClaims, judgeParts, tableOf } from './claims.ts';
import type { MacSystem, TestedProgram } from './mac-system.ts';
import { nativeClaims } from './native-claims.ts';

const BUNDLES: Record<TestedProgram, string> = {
  Safari: 'com.apple.Safari',
  TextEdit: 'com.apple.TextEdit',
  Terminal: 'com.apple.Terminal',
};

/** The programs of a fake Mac, opened and read as the check does. */
function systemOf(mac: FakeMac, { opens = true } = {}): MacSystem {
  let isSecureWanted = false;
  const find = (program: TestedProgram) => mac.programs.findLast(({ bundleId }) => bundleId === BUNDLES[program]);
  return {
    async open(program) {
      if (!opens) return;
      mac.open({ bundleId: BUNDLES[program], field: new FakeField() });
      mac.isSecureInputOn = program === 'Terminal' && isSecureWanted;
    },
    textIn: async (program) => find(program)?.focused?.text ?? '',
    async pressLeft(times) {
      const field = mac.front?.focused;
      if (field) field.selection = { location: field.selection.location - times, length: 0 };
    },
    async stop(program) {
      find(program)?.fallAsleep();
    },
    async resume(program) {
      find(program)?.wakeUp();
    },
    async setSecureKeyboardEntry(isOn) {
      isSecureWanted = isOn;
      if (!isOn) mac.isSecureInputOn = false;
    },
  };
}

/** Judges all claims on a fake Mac that a test has changed. */
async function check(change: (mac: FakeMac) => void = () => {}, options?: { opens?: boolean; leakMb?: number }) {
  const { mac, until } = tryOut();
  change(mac);
  const { native, clock } = mac;
  const lines: string[] = [];
  const claims = nativeClaims({
    native,
    clock,
    system: systemOf(mac, options),
    ownPid: OWN_PID,
    american: /qwerty$/,
    memoryBytes: () => 2 ** 20 * (100 + (options?.leakMb ?? 0) * mac.questions.total),
    pictureBytes: 1_000,
  });
  const judged = await until(
    judgeClaims(claims, clock, (line) => lines.push(line)),
    600_000,
  );
  return { judged, lines, verdicts: Object.fromEntries(judged.map(({ id, verdict }) => [id, verdict])) };
}

const ALL_HOLD = Object.fromEntries(Object.keys(NATIVE_CLAIMS).map((id) => [id, 'holds']));
/** Claims that open a program, and those that insert text into it. */
const INSERTING = ['caret', 'paste', 'typing', 'return-key', 'stopped-program', 'memory', 'secure-keyboard-entry'];
const IN_PROGRAMS = ['accessibility', 'flags-after-paste', ...INSERTING];
const each = (ids: readonly string[], verdict: string) => Object.fromEntries(ids.map((id) => [id, verdict]));

describe('The check of macOS functions', () => {
  test('confirms every claim on a Mac that behaves as the app assumes', async () => {
    const { verdicts, lines } = await check();
    expect(verdicts).toEqual(ALL_HOLD);
    expect(lines.filter((line) => line.startsWith('holds'))).toHaveLength(Object.keys(NATIVE_CLAIMS).length);
  });

  test('confirms them even if keys get through Secure Input', async () => {
    const { judged } = await check((mac) => {
      mac.dropsKeysUnderSecureInput = false;
    });
    expect(judged.at(-1)).toMatchObject({ verdict: 'holds', because: 'the key arrived, reported as inserted' });
  });

  test.each<[string, (mac: FakeMac) => void, Record<string, string>]>([
    [
      'no permission',
      (mac) => {
        mac.isTrusted = false;
      },
      each(IN_PROGRAMS, 'unseen'),
    ],
    [
      'another layout',
      (mac) => {
        mac.layout = 'azerty';
      },
      { 'american-keys': 'unseen' },
    ],
    [
      'a pasteboard that refuses writes',
      (mac) => {
        mac.pasteboard.isRefusing = true;
      },
      each(['pasteboard', ...INSERTING], 'refuted'),
    ],
    [
      'a stuck key',
      (mac) => {
        mac.keysDown.add(0x31);
      },
      { 'key-state': 'refuted' },
    ],
    [
      'posted events that appear in the hardware’s state',
      (mac) => {
        const { CGEventPost } = mac.native;
        mac.native.CGEventPost = (tap, event) => {
          mac.modifiersDown.add('command');
          mac.clock.schedule(50, () => mac.modifiersDown.delete('command'));
          CGEventPost(tap, event);
        };
      },
      { 'flags-after-paste': 'refuted' },
    ],
    [
      'fields that hide their caret',
      (mac) => {
        const open = mac.open.bind(mac);
        mac.open = (options) => {
          const program = open(options);
          if (program.focused) program.focused.isCaretHidden = true;
          return program;
        };
      },
      each(['caret', 'return-key', 'paste'], 'refuted'),
    ],
    [
      'typed text that is truncated',
      (mac) => {
        const { CGEventKeyboardSetUnicodeString } = mac.native;
        mac.native.CGEventKeyboardSetUnicodeString = (event, length, text) =>
          CGEventKeyboardSetUnicodeString(event, Math.min(length, 10), text.subarray(0, 10));
      },
      { typing: 'refuted' },
    ],
    [
      'a lost Return',
      (mac) => {
        const { CGEventPost, CGEventCreateKeyboardEvent } = mac.native;
        const returns = new Set<unknown>();
        mac.native.CGEventCreateKeyboardEvent = (source, keyCode, isDown) => {
          const event = CGEventCreateKeyboardEvent(source, keyCode, isDown);
          if (keyCode === RETURN_KEY_CODE) returns.add(event);
          return event;
        };
        mac.native.CGEventPost = (tap, event) => {
          if (!returns.has(event)) CGEventPost(tap, event);
        };
      },
      { 'return-key': 'refuted' },
    ],
  ])('detects %s', async (_, change, changed) => {
    const { verdicts } = await check(change);
    expect(verdicts).toEqual({ ...ALL_HOLD, ...changed });
  });

  test('detects a memory leak', async () => {
    const { verdicts } = await check(undefined, { leakMb: 1 });
    expect(verdicts).toEqual({ ...ALL_HOLD, memory: 'refuted' });
  });

  test('reports claims as unseen if programs don’t open', async () => {
    const { verdicts } = await check(undefined, { opens: false });
    expect(verdicts).toEqual({ ...ALL_HOLD, ...each(IN_PROGRAMS, 'unseen') });
  });
});

test('A part that fails to run is refuted, the next one is still judged, and each table is available immediately', async () => {
  const tables: string[] = [];
  const lines: string[] = [];
  const claim: JudgedClaim = { id: 'fine', says: 'it is so', verdict: 'holds', because: '' };
  const breaks = async () => {
    expect(tables).toHaveLength(1);
    throw new Error('spawn /nowhere ENOENT');
  };
  const parts = [
    { title: 'One', judge: async () => [claim] },
    { title: 'Two', judge: breaks },
    { title: 'Three', judge: async () => [claim] },
  ];
  const judged = await judgeParts(
    parts,
    (line) => lines.push(line),
    (table) => tables.push(table),
  );
  expect(judged.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['fine', 'holds'],
    ['process', 'refuted'],
    ['fine', 'holds'],
  ]);
  expect(tables[1]).toContain('| refuted | process | the check completes | spawn /nowhere ENOENT |');
  expect(lines.at(-1)).toBe('2 hold, 1 refuted, 0 not observed');
});

test('Claims that can’t be tested are printed as unseen, with the reason', async () => {
  const lines: string[] = [];
  const claims = untestedClaims(APP_CLAIMS, 'it is not packaged');
  const judged = await judgeClaims(claims, tryOut().mac.clock, (line) => lines.push(line));
  expect(judged).toHaveLength(Object.keys(APP_CLAIMS).length);
  expect(lines).toContain(`unseen   end: ${APP_CLAIMS.end} (it is not packaged)`);
});

test('A claim that never ends is refuted, and the next one is still judged', async () => {
  const { mac, until } = tryOut();
  const claims = [
    { id: 'stuck', says: 'it ends', check: () => new Promise<string>(() => {}) },
    { id: 'next', says: 'it is judged', check: async () => '' },
  ];
  const judged = await until(
    judgeClaims(claims, mac.clock, () => {}),
    600_000,
  );
  expect(judged.map(({ verdict }) => verdict)).toEqual(['refuted', 'holds']);
});

test('The table has a row for each claim, with | escaped', () => {
  const claim: JudgedClaim = { id: 'pipe', says: 'a | b', verdict: 'refuted', because: 'no' };
  expect(tableOf('Node', [claim])).toContain('| refuted | pipe | a \\| b | no |');
});
