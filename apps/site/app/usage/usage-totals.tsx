import { useQuery } from '@tanstack/react-query';
import { DurationTable } from './duration-table.tsx';
import { DurationTotal } from './duration-total.tsx';
import { dayName, monthName } from './period-labels.ts';
import { usageQuery } from './usage-queries.ts';
import { WeekChart } from './week-chart.tsx';

interface UsageTotalsProps {
  onOpenMonth: (month: string) => void;
  /** The previously opened month, whose button takes the focus. */
  focusedMonth: string | undefined;
}

export function UsageTotals({ onOpenMonth, focusedMonth }: UsageTotalsProps) {
  const { data, isError } = useQuery(usageQuery);
  if (data === undefined && isError) return <LoadingError />;
  const days = data?.daily.map(({ date, totalSeconds }) => ({ period: date, name: dayName(date), totalSeconds }));
  const months = data?.monthly.map(({ month, totalSeconds }) => ({
    period: month,
    name: monthName(month),
    totalSeconds,
  }));
  return (
    <>
      {isError && <LoadingError />}
      <div className="grid items-start gap-x-12 gap-y-8 md:grid-cols-2">
        <DurationTable title="Last 7 Days" periodTitle="Date" rows={days?.toReversed()} expectedRows={7} />
        <div className="min-h-68">
          {data === undefined ? (
            <p role="status" className="pt-24 text-center text-muted">
              Loading usage stats...
            </p>
          ) : (
            <>
              <DurationTotal periods={data.daily} of="dictated in the last 7 days" isLarge />
              <div className="mt-6">
                <WeekChart days={data.daily} />
              </div>
            </>
          )}
        </div>
      </div>
      <div className="mt-8 border-line border-t pt-6">
        <div className="grid items-start gap-x-12 gap-y-6 md:grid-cols-2">
          <DurationTable
            title="Monthly"
            periodTitle="Month"
            rows={months?.toReversed()}
            expectedRows={3}
            onOpen={onOpenMonth}
            focused={focusedMonth}
          />
          {months?.length === 0 && <p className="text-muted md:pt-8">Monthly totals appear here.</p>}
          {months !== undefined && months.length > 0 && (
            <DurationTotal periods={months} of="dictated altogether. Open a month to see its days." />
          )}
        </div>
      </div>
    </>
  );
}

function LoadingError() {
  return (
    <p role="alert" className="mb-6 text-danger">
      Error loading usage stats.
    </p>
  );
}
