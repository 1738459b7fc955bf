import { type Modifier, parseChord } from './chord.ts';

const MAC_SIGNS: Record<Modifier, string> = { Command: '⌘', Control: '⌃', Alt: '⌥', Shift: '⇧' };
const NAMES: Record<Modifier, string> = { Command: 'Super', Control: 'Ctrl', Alt: 'Alt', Shift: 'Shift' };
/** The order in which a Mac writes them. */
const MAC_ORDER: readonly Modifier[] = ['Control', 'Alt', 'Shift', 'Command'];

/** A chord as its user reads it: `⇧⌘Space` on a Mac, `Ctrl+Shift+Space` elsewhere. */
export function chordLabel(written: string, platform: 'mac' | 'other'): string {
  const chord = parseChord(written);
  if (chord === undefined) return written;
  const { modifiers, key } = chord;
  if (platform === 'other') return [...modifiers.map((modifier) => NAMES[modifier]), key].join('+');
  return (
    MAC_ORDER.filter((modifier) => modifiers.includes(modifier))
      .map((modifier) => MAC_SIGNS[modifier])
      .join('') + key
  );
}
