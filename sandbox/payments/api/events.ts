import { z } from 'zod';
import { invalid } from '../api-error.ts';
import type { Api } from './api.ts';
import { listPage } from './list.ts';
import { boolean, isWithin, page, range, text } from './parameters.ts';

/** `/v1/events` */
export function addEvents(api: Api): void {
  const { account } = api;
  const filters = {
    created: range.optional(),
    delivery_success: boolean.optional(),
    type: text.optional(),
    types: z.array(text).max(20).optional(),
  };
  api.get('events', { ...filters, ...page }, ({ params }) => {
    if (params.type !== undefined && params.types !== undefined) {
      throw invalid('You may only specify one of these parameters: type, types.', undefined, 'type');
    }
    const found = account
      .all('event')
      .filter(({ type }) => (params.types ?? [params.type ?? type]).some((asked) => matches(type, asked)))
      .filter((event) => (params.delivery_success ?? event.pending_webhooks === 0) === (event.pending_webhooks === 0))
      .filter((event) => isWithin(event.created, params.created));
    return listPage(found, '/v1/events', params);
  });
  api.get('events/:id', {}, ({ id }) => account.get('event', id));
}

/** Whether a type matches a pattern; `invoice.*` matches all types that begin with `invoice.`. */
function matches(type: string, asked: string): boolean {
  return asked.endsWith('*') ? type.startsWith(asked.slice(0, -1)) : type === asked;
}
