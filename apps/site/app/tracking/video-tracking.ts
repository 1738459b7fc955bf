const MILESTONES = [25, 50, 75, 100] as const;

export interface VideoTracking {
  /** Reports that the video was started. */
  onPlay(): void;
  /** Reports how far it has played. Does nothing while the length isn't known. */
  onProgress(currentSeconds: number, totalSeconds: number): void;
}

/**
 * Counts what is seen of a video: its start and each quarter, once per page view.
 *
 * @param nowMs milliseconds since 1970
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
