import { track } from './track.ts';
import { followVideo, type VideoTracking } from './video-tracking.ts';

/** Counts what is seen of a video in this page view; made once per page view. */
export function createVideoTracking(videoUrl: string): VideoTracking {
  return followVideo(videoUrl, track, () => Date.now());
}
