import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/api-client.ts';
import { InvalidAnswerError } from '../api/invalid-answer-error.ts';
import { MESSAGES } from '../api/messages.ts';

/** Everything that a refresh fetches again. */
export const USAGE_KEY = ['usage'];

/** The last 7 days, and all months. */
export const usageQuery = queryOptions({ queryKey: [...USAGE_KEY, 'totals'], queryFn: () => callApi('getUsage', {}) });

/** The days of a month (`YYYY-MM`). */
export function monthlyUsageQuery(month: string) {
  return queryOptions({
    queryKey: [...USAGE_KEY, 'month', month],
    queryFn: () => readMonthlyUsage(month),
  });
}

/** What of the plan is left. */
export const entitlementQuery = queryOptions({
  queryKey: [...USAGE_KEY, 'entitlement'],
  queryFn: () => callApi('getEntitlement', {}),
});

async function readMonthlyUsage(month: string) {
  try {
    return await callApi('getMonthlyUsage', { params: { month } });
  } catch (error) {
    if (error instanceof InvalidAnswerError) throw new Error(MESSAGES.invalidMonth(month), { cause: error });
    throw error;
  }
}
