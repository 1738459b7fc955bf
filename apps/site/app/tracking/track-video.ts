import { track } from './track.ts';
import { followVideo, type VideoTracking } from './video-tracking.ts';

/** Tracks how much of a video is watched; to be created once per page view. */
export function createVideoTracking(videoUrl: string): VideoTracking {
  return followVideo(videoUrl, track, () => Date.now());
}
