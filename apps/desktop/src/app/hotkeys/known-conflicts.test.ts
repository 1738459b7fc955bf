import { describe, expect, test } from 'vitest';
import { formatChord, parseChord } from '../../ipc/chord.ts';
import { defaultChords } from '../../ipc/settings-document.ts';
import { conflictRemark, KNOWN_USERS, likelyOwner } from './known-conflicts.ts';

describe('the chords that the app comes with on a Mac', () => {
  const chords = defaultChords('mac');

  test('are reported as used by others, who are named', () => {
    expect(conflictRemark(chords.hold, 'hold')).toMatch(/^1Password opens Quick Access with these keys too/);
    expect(conflictRemark(chords.toggle, 'toggle')).toMatch(/^Browsers reopen a closed tab with these keys/);
    expect(conflictRemark(chords.cancel, 'cancel')).toMatch(/^Browsers inspect part of a page/);
    expect(conflictRemark(chords.pasteLast, 'pasteLast')).toBeNull();
  });

  test('are taken from the program in front, that for cancelling only during a dictation', () => {
    expect(conflictRemark(chords.cancel, 'cancel')).toContain('can’t during a dictation');
    expect(conflictRemark(chords.toggle, 'toggle')).toContain('can’t while Saykey is running');
  });
});

test('what the system itself uses is changed in its settings', () => {
  expect(conflictRemark('Command+Space', 'hold')).toMatch(
    /^macOS opens Spotlight .* System Settings under Keyboard\.$/,
  );
  expect(conflictRemark('Control+Space', 'hold')).toMatch(/^macOS switches the input source /);
});

test('every chord of the list is written as settings have it, so that it is found', () => {
  for (const written of KNOWN_USERS.keys()) {
    const chord = parseChord(written);
    expect(chord && formatChord(chord)).toBe(written);
  }
});

test('the likely owner is one who has the chord whatever program is in front', () => {
  expect(likelyOwner('Command+Shift+Space')).toBe('1Password');
  expect(likelyOwner('Command+Space')).toBe('macOS');
  expect(likelyOwner('Command+Shift+T')).toBeUndefined();
  expect(likelyOwner('Command+Control+V')).toBeUndefined();
});
