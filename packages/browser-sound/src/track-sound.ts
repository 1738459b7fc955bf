import type { SoundPiece } from './sample-tap.ts';

/** So many pieces of 10 ms wait while the page is held up: a minute. */
const MAX_WAITING_PIECES = 6_000;

/** Chromium's, which TypeScript doesn't know. */
declare class MediaStreamTrackProcessor {
  constructor(init: { track: MediaStreamTrack; maxBufferSize: number });
  readonly readable: ReadableStream<SoundPiece>;
}

/** Whether this browser gives a page the sound of a track as it comes. Where it doesn't: `WorkletSound`. */
export function givesTrackSound(): boolean {
  return 'MediaStreamTrackProcessor' in globalThis;
}

/**
 * Begins to take the sound of a track. It is read from the microphone itself, not from an audio context: that runs by the
 * loudspeaker's clock, may be long in starting, and drops what comes while it is held up.
 */
export function soundOf(track: MediaStreamTrack): ReadableStream<SoundPiece> {
  return new MediaStreamTrackProcessor({ track, maxBufferSize: MAX_WAITING_PIECES }).readable;
}
