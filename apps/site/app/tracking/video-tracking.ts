const MILESTONES = [25, 50, 75, 100] as const;

export interface VideoTracking {
  /** Reports that the video was started. */
  onPlay(): void;
  /** Reports the progress. No-op while the length is unknown. */
  onProgress(currentSeconds: number, totalSeconds: number): void;
}

/**
 * Tracks how much of a video is watched: its start and each quarter, once per page view.
 *
 * @param nowMs milliseconds since the Unix epoch
 */
export function followVideo(
  videoUrl: string,
  track: (event: string, metadata: Record<string, unknown>) => void,
  nowMs: () => number,
): VideoTracking {
  const sent = new Set<string>();
  const sendOnce = (event: string, details: { percent?: number }) => {
    const key = `${event} ${details.percent}`;
    if (sent.has(key)) return;
    sent.add(key);
    track(event, { videoUrl, ...details, timestamp: new Date(nowMs()).toISOString() });
  };
  return {
    onPlay: () => sendOnce('demo_video_play', {}),
    onProgress: (currentSeconds, totalSeconds) => {
      if (!(totalSeconds > 0)) return;
      const percent = (currentSeconds / totalSeconds) * 100;
      for (const milestone of MILESTONES) {
        if (percent >= milestone) sendOnce('demo_video_progress', { percent: milestone });
      }
    },
  };
}
