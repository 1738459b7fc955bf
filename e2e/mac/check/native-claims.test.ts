import { OWN_PID, type SimulatedMac } from '@workspace/desktop/macos/testing/simulated-mac';
import { SimulatedField } from '@workspace/desktop/macos/testing/simulated-programs';
import { tryOut } from '@workspace/desktop/macos/testing/try-out';
import { describe, expect, test } from 'vitest';
import { type JudgedClaim, judgeClaims, tableOf } from './claims.ts';
import type { MacSystem, TriedProgram } from './mac-system.ts';
import { nativeClaims } from './native-claims.ts';

const BUNDLES: Record<TriedProgram, string> = {
  Safari: 'com.apple.Safari',
  TextEdit: 'com.apple.TextEdit',
  Terminal: 'com.apple.Terminal',
};

/** The programs of a simulated Mac, as the check opens and reads them. */
function systemOf(mac: SimulatedMac, { opens = true } = {}): MacSystem {
  let isSecureWanted = false;
  const find = (program: TriedProgram) => mac.programs.findLast(({ bundleId }) => bundleId === BUNDLES[program]);
  return {
    async open(program) {
      if (!opens) return;
      mac.open({ bundleId: BUNDLES[program], field: new SimulatedField() });
      mac.isSecureInputOn = program === 'Terminal' && isSecureWanted;
    },
    textIn: async (program) => find(program)?.focused?.text ?? '',
    async setSecureKeyboardEntry(isOn) {
      isSecureWanted = isOn;
      if (!isOn) mac.isSecureInputOn = false;
    },
  };
}

/** Judges all claims on a simulated Mac that a test has changed. */
async function check(change: (mac: SimulatedMac) => void = () => {}, options?: { opens: boolean }) {
  const { mac, until } = tryOut();
  change(mac);
  const { native, clock } = mac;
  const lines: string[] = [];
  const claims = nativeClaims({ native, clock, system: systemOf(mac, options), ownPid: OWN_PID, american: /qwerty$/ });
  const judged = await until(
    judgeClaims(claims, clock, (line) => lines.push(line)),
    600_000,
  );
  return { judged, lines, verdicts: Object.fromEntries(judged.map(({ id, verdict }) => [id, verdict])) };
}

const ALL_HOLD = {
  functions: 'holds',
  'american-keys': 'holds',
  pasteboard: 'holds',
  'key-state': 'holds',
  accessibility: 'holds',
  paste: 'holds',
  'flags-after-paste': 'holds',
  'secure-keyboard-entry': 'holds',
};

describe('The check of macOS’s functions', () => {
  test('finds that all holds on the Mac that the app was written for', async () => {
    const { verdicts, lines } = await check();
    expect(verdicts).toEqual(ALL_HOLD);
    expect(lines.filter((line) => line.startsWith('holds'))).toHaveLength(8);
  });

  test('finds it also where keys get through under Secure Input', async () => {
    const { judged } = await check((mac) => {
      mac.dropsKeysUnderSecureInput = false;
    });
    expect(judged.at(-1)).toMatchObject({ verdict: 'holds', because: 'the key arrives, and it is told as inserted' });
  });

  test.each<[string, (mac: SimulatedMac) => void, Record<string, string>]>([
    [
      'no permission',
      (mac) => {
        mac.isTrusted = false;
      },
      { accessibility: 'unseen', paste: 'unseen', 'flags-after-paste': 'unseen', 'secure-keyboard-entry': 'unseen' },
    ],
    [
      'another layout',
      (mac) => {
        mac.layout = 'azerty';
      },
      { 'american-keys': 'unseen' },
    ],
    [
      'a pasteboard that refuses',
      (mac) => {
        mac.pasteboard.isRefusing = true;
      },
      { pasteboard: 'refuted', paste: 'refuted', 'flags-after-paste': 'holds', 'secure-keyboard-entry': 'refuted' },
    ],
    [
      'a key that is stuck',
      (mac) => {
        mac.keysDown.add(0x31);
      },
      { 'key-state': 'refuted' },
    ],
    [
      'events that count as the hardware’s',
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
  ])('finds %s', async (_, change, changed) => {
    const { verdicts } = await check(change);
    expect(verdicts).toEqual({ ...ALL_HOLD, ...changed });
  });

  test('says of programs that do not open that nothing was seen', async () => {
    const { verdicts } = await check(undefined, { opens: false });
    const unseen = ['accessibility', 'paste', 'flags-after-paste', 'secure-keyboard-entry'];
    expect(verdicts).toEqual({ ...ALL_HOLD, ...Object.fromEntries(unseen.map((id) => [id, 'unseen'])) });
  });
});

test('A claim that never ends is refuted, and the next one is judged', async () => {
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

test('The table has a row for each claim, whatever was seen', () => {
  const claim: JudgedClaim = { id: 'pipe', says: 'a | b', verdict: 'refuted', because: 'no' };
  expect(tableOf('Node', [claim])).toContain('| refuted | pipe | a \\| b | no |');
});
