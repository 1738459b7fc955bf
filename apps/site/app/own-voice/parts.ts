// All that a visitor needs for their own voice, fetched at once when they want it.
export { OwnNote } from './own-note.tsx';
export { OwnPanel } from './own-panel.tsx';
export { OwnVoice } from './own-voice.ts';
export { shownHud } from './shown-hud.ts';
