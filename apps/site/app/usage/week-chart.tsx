import { formatDuration } from '@workspace/contract/durations';
import { barHeights, scaleTop } from './chart-scale.ts';
import { dayName, weekdayName } from './period-labels.ts';

interface WeekChartProps {
  /** Oldest first. */
  days: readonly { date: string; totalSeconds: number }[];
}

/** Pixels from the top of the chart; `height` is that of the plot. */
const PLOT = { scale: 14, top: 22, height: 174, labels: 220, bottom: 228 } as const;
/** Minimum height of a nonzero bar, as a fraction of the plot. */
const LEAST_HEIGHT = 0.025;

/** Bar chart of the days; the table beside it has the same numbers. */
export function WeekChart({ days }: WeekChartProps) {
  const seconds = days.map(({ totalSeconds }) => totalSeconds);
  const top = scaleTop(Math.max(0, ...seconds));
  const heights = barHeights(seconds, LEAST_HEIGHT);
  const slot = 100 / days.length;
  return (
    <svg role="img" aria-label={summarize(days)} className="w-full" height={PLOT.bottom}>
      {/* Above the plot, out of the bars' reach. */}
      <text x="100%" y={PLOT.scale} textAnchor="end" className="fill-muted text-note tabular-nums">
        {formatDuration(top)}
      </text>
      {[1, 0.5, 0].map((part) => (
        <line
          key={part}
          x1="0"
          x2="100%"
          y1={yOf(part)}
          y2={yOf(part)}
          className={part === 0 ? 'stroke-edge' : 'stroke-line'}
        />
      ))}
      {days.map(({ date, totalSeconds }, index) => {
        const height = Number(heights[index]);
        const isToday = index === days.length - 1;
        return (
          <g key={date}>
            <title>{`${dayName(date)}: ${formatDuration(totalSeconds)}`}</title>
            <rect
              x={`${(index + 0.2) * slot}%`}
              width={`${0.6 * slot}%`}
              y={yOf(height)}
              height={height * PLOT.height}
              rx="3"
              className={isToday ? 'fill-ink' : 'fill-edge'}
            />
            <text
              x={`${(index + 0.5) * slot}%`}
              y={PLOT.labels}
              textAnchor="middle"
              className={`text-note ${isToday ? 'fill-ink font-semibold' : 'fill-muted'}`}
            >
              {weekdayName(date)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function yOf(part: number): number {
  return PLOT.top + (1 - part) * PLOT.height;
}

function summarize(days: WeekChartProps['days']): string {
  const [longest] = days.toSorted((a, b) => b.totalSeconds - a.totalSeconds);
  if (longest === undefined || longest.totalSeconds === 0) return 'Bar chart of the last 7 days: nothing was dictated.';
  return `Bar chart of the last 7 days. Most was dictated on ${dayName(longest.date)}: ${formatDuration(longest.totalSeconds)}.`;
}
