import { formatDuration } from '@workspace/contract/durations';
import type { AllowanceView } from '../../ipc/account-messages.ts';

/** Returns the seconds of dictation left; null: no limit. */
export function secondsLeft({ limitSeconds, usedSeconds }: AllowanceView): number | null {
  return limitSeconds === null ? null : Math.max(0, limitSeconds - usedSeconds);
}

/** Describes how much is left. */
export function describeLeft(allowance: AllowanceView): string {
  const left = secondsLeft(allowance);
  if (left === null || allowance.limitSeconds === null) return NO_LIMIT[allowance.plan];
  const limit = formatDuration(allowance.limitSeconds);
  return left === 0
    ? `No time left of ${limit} in any 7 days`
    : `${formatDuration(left)} left of ${limit} in any 7 days`;
}

const NO_LIMIT: Record<AllowanceView['plan'], string> = {
  standard: 'Unlimited, under fair use',
  beta: 'No limit at the moment',
};

/**
 * Describes when more becomes available, in wall-clock time; undefined if that is unknown or nothing was used.
 *
 * @param timeZone IANA name; this computer's if omitted
 */
export function describeReset(allowance: AllowanceView, timeZone?: string): string | undefined {
  const left = secondsLeft(allowance);
  if (left === null || allowance.resetsAt === null) return undefined;
  const moment = new Date(allowance.resetsAt);
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone });
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  const words = `on ${day.format(moment)} at ${time.format(moment)}`;
  return left === 0 ? `You can dictate again ${words}.` : `You get some of it back ${words}.`;
}
