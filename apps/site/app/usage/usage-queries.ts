import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/api-client.ts';
import { InvalidAnswerError } from '../api/invalid-answer-error.ts';
import { MESSAGES } from '../api/messages.ts';

/** Key prefix of all queries that a refresh invalidates. */
export const USAGE_KEY = ['usage'];

/** Usage of the last 7 days and of all months. */
export const usageQuery = queryOptions({ queryKey: [...USAGE_KEY, 'totals'], queryFn: () => callApi('getUsage', {}) });

/** Usage per day of a month (`YYYY-MM`). */
export function monthlyUsageQuery(month: string) {
  return queryOptions({
    queryKey: [...USAGE_KEY, 'month', month],
    queryFn: () => readMonthlyUsage(month),
  });
}

/** The plan's remaining allowance. */
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
