import { formatDuration } from '@workspace/contract/durations';
import type { WallClock } from '@workspace/dictation/ports';
import type { AllowanceView } from '../../ipc/account-messages.ts';
import { isUsedUp, secondsLeft } from './allowance.ts';

/** At or below this, each dictation is followed by a message with the time left. */
export const LOW_SECONDS = 300;

/** Returns one line with the plan and the time left. */
export function allowanceLabel(allowance: AllowanceView, clock: WallClock): string {
  if (allowance.plan === 'standard') return 'Standard plan: no limit';
  if (allowance.limitSeconds === null) return 'Beta Tester: no limit';
  if (!isUsedUp(allowance))
    return `Beta Tester: ${formatDuration(secondsLeft(allowance))} of ${formatDuration(allowance.limitSeconds)} left`;
  return allowance.resetsAt === null
    ? 'Beta Tester: no time left'
    : `Beta Tester: no time left until ${timeOf(allowance.resetsAt, clock)}`;
}

/** Title of the message when no dictation can start. */
export const USED_UP = 'Your dictation time is used up';

/** Returns why no dictation can start, and until when. */
export function usedUpDetail({ limitSeconds, resetsAt }: AllowanceView, clock: WallClock): string {
  const limit = `Beta Testers can dictate ${formatDuration(limitSeconds ?? 0)} in any 7 days.`;
  const reset = resetsAt === null ? '' : ` You get some of it back on ${timeOf(resetsAt, clock)}.`;
  return `${limit}${reset} Standard has no limit.`;
}

/** Returns the message after a dictation if little time is left. */
export function lowMessage(left: number): string {
  return `${formatDuration(left)} of dictation left`;
}

/** Formats a time as weekday and time of day, in the user's time zone. */
function timeOf(time: string, clock: WallClock): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: clock.timeZone() }).format(new Date(time));
  return `${part({ weekday: 'long' })} at ${part({ hour: '2-digit', minute: '2-digit' })}`;
}
