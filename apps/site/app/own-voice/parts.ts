// All that a visitor needs for their own voice, fetched at once when they want it.
export { createOwnVoice } from './create-own-voice.ts';
export { OwnNote } from './own-note.tsx';
export { OwnPanel } from './own-panel.tsx';
export { shownHud } from './shown-hud.ts';
