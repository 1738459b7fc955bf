import { formatDuration } from '@workspace/contract/durations';
import { ChevronRight } from 'lucide-react';

interface DurationRow {
  /** `YYYY-MM-DD` or `YYYY-MM` */
  period: string;
  /** Display name. */
  name: string;
  totalSeconds: number;
}

interface DurationTableProps {
  title: string;
  /** For use below a heading that already has the title. */
  isTitleHidden?: boolean;
  periodTitle: 'Date' | 'Month';
  /** Undefined while loading, when `expectedRows` skeleton rows are shown. */
  rows: readonly DurationRow[] | undefined;
  expectedRows: number;
  /** Makes the rows clickable. */
  onOpen?: (period: string) => void;
  /** The period whose button takes the focus when the table appears. */
  focused?: string | undefined;
}

/** A table of dictation times per day or month. */
export function DurationTable({
  title,
  isTitleHidden = false,
  periodTitle,
  rows,
  expectedRows,
  onOpen,
  focused,
}: DurationTableProps) {
  return (
    <table className="w-full border-collapse text-left" aria-busy={rows === undefined}>
      <caption className={isTitleHidden ? 'sr-only' : 'pb-2 text-left font-display font-semibold'}>{title}</caption>
      <thead className="text-muted text-note">
        <tr className="border-line border-b">
          <th scope="col" className="py-2 font-normal">
            {periodTitle}
          </th>
          <th scope="col" className="py-2 text-right font-normal">
            Duration
          </th>
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => (
          // Keyboard users press the button inside, whose click bubbles up to the row.
          <tr
            key={row.period}
            onClick={onOpen && (() => onOpen(row.period))}
            className={`border-line border-b last:border-0 ${onOpen ? 'cursor-pointer hover:bg-sunken' : ''}`}
          >
            <th scope="row" className="py-2 font-normal">
              {onOpen === undefined ? (
                <PeriodLabel row={row} />
              ) : (
                <button
                  type="button"
                  ref={row.period === focused ? takeFocus : undefined}
                  className="inline-flex min-h-7 cursor-pointer items-center gap-1.5"
                >
                  <PeriodLabel row={row} />
                  <ChevronRight aria-hidden="true" className="size-4 text-muted" />
                </button>
              )}
            </th>
            <td className={`py-2 text-right tabular-nums ${row.totalSeconds === 0 ? 'text-muted' : ''}`}>
              {formatDuration(row.totalSeconds)}
            </td>
          </tr>
        )) ?? skeletonKeys(expectedRows).map((key) => <SkeletonRow key={key} />)}
      </tbody>
    </table>
  );
}

function PeriodLabel({ row: { period, name } }: { row: DurationRow }) {
  return (
    <time dateTime={period} className="tabular-nums">
      {name}
    </time>
  );
}

function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus();
}

function skeletonKeys(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `row ${index + 1}`);
}

function SkeletonRow() {
  return (
    <tr className="border-line border-b last:border-0">
      <td className="py-2">
        <span className="inline-block h-3 w-24 rounded-full bg-sunken" />
      </td>
      <td className="py-2 text-right">
        <span className="inline-block h-3 w-14 rounded-full bg-sunken" />
      </td>
    </tr>
  );
}
