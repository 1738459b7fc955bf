import { formatDuration } from '@workspace/contract/durations';

interface DurationTotalProps {
  periods: readonly { totalSeconds: number }[];
  /** What it is the total of. */
  of: string;
  isLarge?: boolean;
}

/** All periods together, as a figure. */
export function DurationTotal({ periods, of, isLarge = false }: DurationTotalProps) {
  const seconds = periods.reduce((sum, { totalSeconds }) => sum + totalSeconds, 0);
  return (
    <p>
      <span className={`block font-display font-semibold tabular-nums ${isLarge ? 'text-heading' : 'text-title'}`}>
        {formatDuration(seconds)}
      </span>
      <span className="text-muted text-note">{of}</span>
    </p>
  );
}
