import { invalid } from '../api-error.ts';
import { LIMITS } from '../limits.ts';

/** A page of a list, as the API shows it. */
export interface List<T> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: T[];
}

/** The requested part of a list. */
export interface Page {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/**
 * Selects the requested part of a list.
 *
 * @param all the whole list, newest first
 * @throws {ApiError} if two cursors are given, or the list doesn't contain one
 */
export function listPage<T extends { id: string }>(all: readonly T[], url: string, page: Page = {}): List<T> {
  const { limit = LIMITS.defaultPage, starting_after, ending_before } = page;
  if (starting_after !== undefined && ending_before !== undefined) {
    throw invalid('You cannot parameterize both starting_after and ending_before.');
  }
  if (ending_before !== undefined) {
    const end = placeOf(all, 'ending_before', ending_before);
    const start = Math.max(0, end - limit);
    return { object: 'list', url, has_more: start > 0, data: all.slice(start, end) };
  }
  const start = starting_after === undefined ? 0 : placeOf(all, 'starting_after', starting_after) + 1;
  return {
    object: 'list',
    url,
    has_more: start + limit < all.length,
    data: all.slice(start, start + limit),
  };
}

function placeOf(all: readonly { id: string }[], parameter: string, id: string): number {
  const place = all.findIndex((one) => one.id === id);
  if (place === -1) throw invalid(`No such object in this list: '${id}'`, 'resource_missing', parameter);
  return place;
}
