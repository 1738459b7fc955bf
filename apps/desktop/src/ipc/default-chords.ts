import type { Settings } from './settings-document.ts';

/** The chords that hold until the user chooses others. */
export function defaultChords(platform: 'mac' | 'other'): Settings['chords'] {
  const modifier = platform === 'mac' ? 'Command' : 'Control';
  return {
    hold: `${modifier}+Shift+Space`,
    send: null,
    edit: null,
    toggle: `${modifier}+Shift+T`,
    cancel: `${modifier}+Shift+C`,
    // Control+Shift+V is the paste key of terminals.
    pasteLast: platform === 'mac' ? 'Command+Control+V' : 'Control+Alt+V',
  };
}
