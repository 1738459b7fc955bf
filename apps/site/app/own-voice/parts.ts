// Everything for the visitor's own voice, loaded on demand as one chunk.
export { createOwnVoice } from './create-own-voice.ts';
export { showOwnVoice } from './show-own-voice.tsx';
