import { describe, expect, it, vi } from 'vitest';
import { type Chord, type ChordAction, formatChord } from '../../ipc/chord.ts';
import type { BindOutcome, Hotkeys } from '../platform.ts';
import { defaultSettings } from '../settings/default-settings.ts';
import { ChordBinder } from './chord-binder.ts';

const { chords } = defaultSettings('other');

/** A system where other programs hold some chords. */
class FakeHotkeys implements Hotkeys {
  readonly bound = new Map<ChordAction, string>();
  readonly taken = new Set<string>();
  readonly missingKeys = new Set<string>();

  async bind(action: ChordAction, chord: Chord): Promise<BindOutcome> {
    this.bound.delete(action);
    if (this.missingKeys.has(chord.key)) return 'no-such-key';
    if (this.taken.has(formatChord(chord))) return 'taken';
    this.bound.set(action, formatChord(chord));
    return 'bound';
  }

  async unbind(action: ChordAction): Promise<void> {
    this.bound.delete(action);
  }

  async isDown(): Promise<boolean> {
    return false;
  }

  onEvent(): void {}
}

function binder(platform: 'mac' | 'other' = 'other') {
  const hotkeys = new FakeHotkeys();
  return { hotkeys, binder: new ChordBinder(hotkeys, platform, () => {}) };
}

const withoutCancel = { hold: chords.hold, toggle: chords.toggle, pasteLast: chords.pasteLast };

describe('chords', () => {
  it('are bound according to the settings, but cancel only while it is wanted', async () => {
    const { hotkeys, binder: chordBinder } = binder();
    await chordBinder.apply(chords);
    expect(Object.fromEntries(hotkeys.bound)).toEqual(withoutCancel);
    chordBinder.setCancelWanted(true);
    await chordBinder.apply(chords);
    expect(hotkeys.bound.get('cancel')).toBe(chords.cancel);
    chordBinder.setCancelWanted(false);
    await chordBinder.apply(chords);
    expect(hotkeys.bound.has('cancel')).toBe(false);
  });

  it('that other programs hold are reported, even cancel while it is not bound', async () => {
    const { hotkeys, binder: chordBinder } = binder();
    hotkeys.taken.add(chords.toggle).add(chords.cancel);
    await chordBinder.apply(chords);
    expect(chordBinder.problem('toggle')).toMatch(/^Ctrl\+Shift\+T is already used by another app\./);
    expect(chordBinder.problem('cancel')).toMatch(/^Ctrl\+Shift\+C is already used/);
    expect(chordBinder.problem('hold')).toBeNull();
    hotkeys.taken.clear();
    await chordBinder.apply({ ...chords, toggle: 'Alt+T' });
    expect(chordBinder.problem('toggle')).toBeNull();
    expect(hotkeys.bound.get('toggle')).toBe('Alt+T');
  });

  it('are bound even if an earlier attempt failed', async () => {
    const { hotkeys, binder: chordBinder } = binder();
    vi.spyOn(hotkeys, 'bind').mockRejectedValueOnce(new Error('The display does not answer.'));
    await expect(chordBinder.apply(chords)).rejects.toThrow();
    await chordBinder.apply({ ...chords, hold: 'Alt+Space' });
    expect(hotkeys.bound.get('hold')).toBe('Alt+Space');
  });

  it('that are identical work only for the first action', async () => {
    const { hotkeys, binder: chordBinder } = binder();
    await chordBinder.apply({ ...chords, toggle: chords.hold });
    expect(hotkeys.bound.get('hold')).toBe(chords.hold);
    expect(hotkeys.bound.has('toggle')).toBe(false);
    expect(chordBinder.problem('toggle')).toMatch(/^“Hold to dictate” already uses these keys\./);
  });

  it('whose key this keyboard lacks are reported', async () => {
    const { hotkeys, binder: chordBinder } = binder();
    hotkeys.missingKeys.add('F24');
    await chordBinder.apply({ ...chords, hold: 'F24' });
    expect(chordBinder.problem('hold')).toMatch(/doesn’t have the keys for F24/);
  });

  it('are released while paused, and bound again afterwards', async () => {
    const { hotkeys, binder: chordBinder } = binder();
    await chordBinder.apply(chords);
    chordBinder.setPaused(true);
    await chordBinder.apply({ ...chords, hold: 'Alt+Space' });
    expect(hotkeys.bound.size).toBe(0);
    chordBinder.setPaused(false);
    await chordBinder.apply({ ...chords, hold: 'Alt+Space' });
    expect(Object.fromEntries(hotkeys.bound)).toEqual({ ...withoutCancel, hold: 'Alt+Space' });
  });
});

describe('known conflicts', () => {
  const macChords = defaultSettings('mac').chords;

  it('cause a remark on a Mac even if the chord works', async () => {
    const { binder: chordBinder } = binder('mac');
    expect(chordBinder.remark('hold')).toBeNull();
    await chordBinder.apply(macChords);
    expect(chordBinder.problem('hold')).toBeNull();
    expect(chordBinder.remark('hold')).toMatch(/^1Password /);
    expect(chordBinder.remark('cancel')).toMatch(/^Browsers /);
    await chordBinder.apply({ ...macChords, hold: 'Alt+F5' });
    expect(chordBinder.remark('hold')).toBeNull();
  });

  it('name the likely owner if a chord does not work on a Mac, in place of the remark', async () => {
    const { hotkeys, binder: chordBinder } = binder('mac');
    hotkeys.taken.add(macChords.hold).add('Command+Space').add(macChords.toggle);
    await chordBinder.apply({ ...macChords, pasteLast: 'Command+Space' });
    expect(chordBinder.remark('hold')).toBeNull();
    expect(chordBinder.problem('hold')).toMatch(/^⇧⌘Space is already used by another app, most likely 1Password\. /);
    expect(chordBinder.problem('pasteLast')).toMatch(
      /^⌘Space is already used by macOS\. .* System Settings under Keyboard\.$/,
    );
    // Browsers use it while they are in front, and can't keep it from us.
    expect(chordBinder.problem('toggle')).toMatch(/^⇧⌘T is already used by another app\. /);
  });

  it('are not reported on other platforms', async () => {
    const { hotkeys, binder: chordBinder } = binder();
    hotkeys.taken.add(macChords.hold);
    await chordBinder.apply(macChords);
    expect(chordBinder.remark('toggle')).toBeNull();
    expect(chordBinder.problem('hold')).toMatch(/is already used by another app\. /);
  });
});
