import { formatDuration } from '@workspace/contract/durations';

interface DurationTotalProps {
  periods: readonly { totalSeconds: number }[];
  /** Caption that says what it is the total of. */
  of: string;
  isLarge?: boolean;
}

/** The total of all periods. */
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
