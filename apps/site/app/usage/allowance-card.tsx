import { useQuery } from '@tanstack/react-query';
import { formatDuration } from '@workspace/contract/durations';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { entitlementQuery } from './usage-queries.ts';

const weekdayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'long' });
const timeFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** Shows the remaining allowance of a limited plan; nothing for an unlimited one. */
export function AllowanceCard() {
  const { data, isError } = useQuery(entitlementQuery);
  if (isError || (data !== undefined && data.limitSeconds === null)) return null;
  const limit = data?.limitSeconds ?? 0;
  const left = Math.max(0, limit - (data?.usedSeconds ?? 0));
  const part = limit === 0 ? 0 : left / limit;
  return (
    <Card title="Beta Tester allowance" className="flex flex-col">
      {data === undefined ? (
        <p role="status" className="min-h-16 text-muted sm:min-h-36">
          Loading...
        </p>
      ) : (
        <div className="grid min-h-16 content-start gap-3 sm:min-h-36">
          <p className="text-muted">
            <strong className="font-semibold text-ink text-lead tabular-nums">{formatDuration(left)}</strong> left of{' '}
            {formatDuration(limit)} in any 7 days
          </p>
          <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
            <div className="h-full rounded-full bg-ink" style={{ width: `${part * 100}%` }} />
          </div>
          {data.resetsAt !== null && (
            <p className="text-muted text-note">
              {left === 0 ? 'You can dictate again' : 'You get more time'} on{' '}
              <time dateTime={data.resetsAt}>{momentLabel(data.resetsAt)}</time>.
            </p>
          )}
          {left === 0 && (
            <ButtonLink to="/app/billing" look="quiet" className="justify-self-start">
              See plans
            </ButtonLink>
          )}
        </div>
      )}
    </Card>
  );
}

/** Formats an instant as 'Monday at 3:00 PM', in the user's time zone. */
function momentLabel(instant: string): string {
  const date = new Date(instant);
  return `${weekdayFormat.format(date)} at ${timeFormat.format(date)}`;
}
