import { isLoneKey, type LoneKey, type Modifier, parseChord } from './chord.ts';

const MAC_SIGNS: Record<Modifier, string> = { Command: '⌘', Control: '⌃', Alt: '⌥', Shift: '⇧' };
const NAMES: Record<Modifier, string> = { Command: 'Super', Control: 'Ctrl', Alt: 'Alt', Shift: 'Shift' };
/** The order in which macOS writes them. */
const MAC_ORDER: readonly Modifier[] = ['Control', 'Alt', 'Shift', 'Command'];

const LONE_NAMES: Record<LoneKey, { mac: string; other: string }> = {
  LeftControl: { mac: 'Left ⌃', other: 'Left Ctrl' },
  LeftAlt: { mac: 'Left ⌥', other: 'Left Alt' },
  LeftShift: { mac: 'Left ⇧', other: 'Left Shift' },
  LeftCommand: { mac: 'Left ⌘', other: 'Left Super' },
  RightControl: { mac: 'Right ⌃', other: 'Right Ctrl' },
  RightAlt: { mac: 'Right ⌥', other: 'Right Alt' },
  RightShift: { mac: 'Right ⇧', other: 'Right Shift' },
  RightCommand: { mac: 'Right ⌘', other: 'Right Super' },
  Fn: { mac: 'Fn', other: 'Fn' },
  Mouse3: { mac: 'Middle mouse button', other: 'Middle mouse button' },
  Mouse4: { mac: 'Mouse back button', other: 'Mouse back button' },
  Mouse5: { mac: 'Mouse forward button', other: 'Mouse forward button' },
};

/** Returns a chord as shown to the user: `⇧⌘Space` on a Mac, `Ctrl+Shift+Space` elsewhere. */
export function chordLabel(written: string, platform: 'mac' | 'other'): string {
  const chord = parseChord(written);
  if (chord === undefined) return written;
  const { modifiers, key } = chord;
  if (isLoneKey(key)) return LONE_NAMES[key][platform];
  if (platform === 'other') return [...modifiers.map((modifier) => NAMES[modifier]), key].join('+');
  return (
    MAC_ORDER.filter((modifier) => modifiers.includes(modifier))
      .map((modifier) => MAC_SIGNS[modifier])
      .join('') + key
  );
}
