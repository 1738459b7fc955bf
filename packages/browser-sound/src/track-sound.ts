import type { SoundPiece } from './sample-tap.ts';

/** Chunks of 10 ms that are buffered while the page is blocked: one minute. */
const MAX_WAITING_PIECES = 6_000;

/** Chromium only; TypeScript doesn't declare it. */
declare class MediaStreamTrackProcessor {
  constructor(init: { track: MediaStreamTrack; maxBufferSize: number });
  readonly readable: ReadableStream<SoundPiece>;
}

/** Returns whether this browser lets a page read the sound of a track directly. If not, use `workletSoundOf`. */
export function givesTrackSound(): boolean {
  return 'MediaStreamTrackProcessor' in globalThis;
}

/**
 * Starts reading the sound of a track. It comes straight from the microphone, not through an audio context: that runs
 * on the loudspeaker's clock, may be slow to start, and drops sound while it is blocked.
 */
export function soundOf(track: MediaStreamTrack): ReadableStream<SoundPiece> {
  return new MediaStreamTrackProcessor({ track, maxBufferSize: MAX_WAITING_PIECES }).readable;
}
