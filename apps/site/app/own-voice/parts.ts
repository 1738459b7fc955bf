// All that a visitor needs for their own voice, fetched at once when they want it.
export { createOwnVoice } from './create-own-voice.ts';
export { showOwnVoice } from './show-own-voice.tsx';
