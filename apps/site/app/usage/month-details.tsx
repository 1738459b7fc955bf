import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { DurationTable } from './duration-table.tsx';
import { DurationTotal } from './duration-total.tsx';
import { dayName, monthName } from './period-labels.ts';
import { monthlyUsageQuery } from './usage-queries.ts';

interface MonthDetailsProps {
  /** `YYYY-MM` */
  month: string;
  onBack(): void;
}

/** The days of a month. Its heading takes the focus, since it replaces the previous content. */
export function MonthDetails({ month, onBack }: MonthDetailsProps) {
  const { data, isError, isPending } = useQuery(monthlyUsageQuery(month));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-4">
        <Button look="quiet" onClick={onBack}>
          <ArrowLeft aria-hidden="true" className="size-4" /> Back
        </Button>
        <h3 ref={heading} tabIndex={-1} className="text-title outline-none">
          Usage for <time dateTime={month}>{monthName(month)}</time>
        </h3>
      </div>
      {isPending && (
        <p role="status" className="text-muted">
          Loading monthly usage details...
        </p>
      )}
      {isError && (
        <p role="alert" className="text-danger">
          Error loading monthly usage details.
        </p>
      )}
      {(data !== undefined || isPending) && (
        <div className="grid items-start gap-x-12 gap-y-6 md:grid-cols-2">
          <DurationTable
            title={`Days of ${monthName(month)}`}
            isTitleHidden
            periodTitle="Date"
            rows={data?.daily
              .map(({ date, totalSeconds }) => ({ period: date, name: dayName(date), totalSeconds }))
              .toReversed()}
            expectedRows={7}
          />
          {data !== undefined && <DurationTotal periods={data.daily} of={`dictated in ${monthName(month)}`} isLarge />}
        </div>
      )}
    </>
  );
}
