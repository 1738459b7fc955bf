import { describe, expect, test } from 'vitest';
import { formatChord, parseChord } from '../../ipc/chord.ts';
import { defaultChords } from '../../ipc/settings-document.ts';
import { conflictRemark, KNOWN_USERS, likelyOwner } from './known-conflicts.ts';

describe('the default chords on a Mac', () => {
  const chords = defaultChords('mac');

  test('get a remark that names the other apps that use them', () => {
    expect(conflictRemark(chords.hold, 'hold')).toMatch(/^1Password opens Quick Access with these keys too/);
    expect(conflictRemark(chords.toggle, 'toggle')).toMatch(/^Browsers reopen a closed tab with these keys/);
    expect(conflictRemark(chords.cancel, 'cancel')).toMatch(/^Browsers inspect part of a page/);
    expect(conflictRemark(chords.pasteLast, 'pasteLast')).toBeNull();
  });

  test('are reported as taken from the app in front, cancel only during a dictation', () => {
    expect(conflictRemark(chords.cancel, 'cancel')).toContain('can’t during a dictation');
    expect(conflictRemark(chords.toggle, 'toggle')).toContain('can’t while Saykey is running');
  });
});

test('a chord that macOS uses gets a hint at System Settings', () => {
  expect(conflictRemark('Command+Space', 'hold')).toMatch(
    /^macOS opens Spotlight .* System Settings under Keyboard\.$/,
  );
  expect(conflictRemark('Control+Space', 'hold')).toMatch(/^macOS switches the input source /);
});

test('every chord in the list is written in canonical form, so that lookups find it', () => {
  for (const written of KNOWN_USERS.keys()) {
    const chord = parseChord(written);
    expect(chord && formatChord(chord)).toBe(written);
  }
});

test('the likely owner is one that holds the chord whichever app is in front', () => {
  expect(likelyOwner('Command+Shift+Space')).toBe('1Password');
  expect(likelyOwner('Command+Space')).toBe('macOS');
  expect(likelyOwner('Command+Shift+T')).toBeUndefined();
  expect(likelyOwner('Command+Control+V')).toBeUndefined();
});
