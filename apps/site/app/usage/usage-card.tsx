import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAuthStore } from '../account/auth-store.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { MonthDetails } from './month-details.tsx';
import { USAGE_KEY } from './usage-queries.ts';
import { UsageTotals } from './usage-totals.tsx';

/** Usage statistics: the last days and all months, or the days of an opened month. */
export function UsageCard() {
  const email = useAuthStore(({ user }) => user?.email);
  const client = useQueryClient();
  const isRefreshing = useIsFetching({ queryKey: USAGE_KEY }) > 0;
  const [month, setMonth] = useState<string>();
  const [lastMonth, setLastMonth] = useState<string>();

  function refresh(): void {
    if (!isRefreshing) void client.invalidateQueries({ queryKey: USAGE_KEY });
  }

  function closeMonth(): void {
    setLastMonth(month);
    setMonth(undefined);
  }

  return (
    <Card
      title={
        <>
          Usage Stats for <span className="wrap-anywhere">{email}</span>
        </>
      }
      action={
        // Not disabled while refreshing: it would lose the focus.
        <Button
          look="quiet"
          aria-busy={isRefreshing}
          aria-disabled={isRefreshing}
          className="min-w-34 aria-disabled:cursor-default aria-disabled:opacity-60"
          onClick={refresh}
        >
          {isRefreshing ? 'Refreshing...' : 'Refresh'}
        </Button>
      }
    >
      {month === undefined ? (
        <UsageTotals onOpenMonth={setMonth} focusedMonth={lastMonth} />
      ) : (
        <MonthDetails month={month} onBack={closeMonth} />
      )}
    </Card>
  );
}
