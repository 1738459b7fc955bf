import { formatDuration } from '@workspace/contract/durations';
import type { WallClock } from '@workspace/dictation/ports';
import type { AllowanceView } from '../../ipc/account-messages.ts';
import { isUsedUp, secondsLeft } from './allowance.ts';

/** From here on, each dictation is followed by what is left. */
export const LOW_SECONDS = 300;

/** The plan, and what is left of it, in a line. */
export function allowanceLabel(allowance: AllowanceView, clock: WallClock): string {
  if (allowance.plan === 'standard') return 'Standard plan: no limit';
  if (allowance.limitSeconds === null) return 'Beta Tester: no limit';
  if (!isUsedUp(allowance))
    return `Beta Tester: ${formatDuration(secondsLeft(allowance))} of ${formatDuration(allowance.limitSeconds)} left`;
  return allowance.resetsAt === null
    ? 'Beta Tester: no time left'
    : `Beta Tester: no time left until ${timeOf(allowance.resetsAt, clock)}`;
}

/** What to say if no dictation may begin. */
export const USED_UP = 'Your dictation time is used up';

/** Why, and until when. */
export function usedUpDetail({ limitSeconds, resetsAt }: AllowanceView, clock: WallClock): string {
  const limit = `Beta Testers can dictate ${formatDuration(limitSeconds ?? 0)} in any 7 days.`;
  const reset = resetsAt === null ? '' : ` You get some of it back on ${timeOf(resetsAt, clock)}.`;
  return `${limit}${reset} Standard has no limit.`;
}

/** What to say after a dictation if little is left. */
export function lowMessage(left: number): string {
  return `${formatDuration(left)} of dictation left`;
}

/** A day of this week or the next, and the time of day, where the user is. */
function timeOf(time: string, clock: WallClock): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: clock.timeZone() }).format(new Date(time));
  return `${part({ weekday: 'long' })} at ${part({ hour: '2-digit', minute: '2-digit' })}`;
}
