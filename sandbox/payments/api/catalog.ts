import { z } from 'zod';
import type { Api } from './api.ts';
import { listPage } from './list.ts';
import { boolean, isWithin, page, range, text } from './parameters.ts';

/** `/v1/products`, `/v1/prices` and `/v1/payment_links`; the catalog itself can't be changed. */
export function addCatalog(api: Api): void {
  const { account } = api;
  const active = boolean.optional();
  const created = range.optional();

  api.get('products', { active, created, ids: z.array(text).optional(), ...page }, ({ params }) => {
    const found = account
      .all('product')
      .filter((product) => (params.active ?? product.active) === product.active)
      .filter((product) => params.ids?.includes(product.id) ?? true)
      .filter((product) => isWithin(product.created, params.created));
    return listPage(found, '/v1/products', params);
  });
  api.get('products/:id', {}, ({ id }) => account.get('product', id));

  const prices = {
    active,
    created,
    currency: text.optional(),
    product: text.optional(),
    type: z.enum(['one_time', 'recurring']).optional(),
  };
  api.get('prices', { ...prices, ...page }, ({ params }) => {
    const found = account
      .all('price')
      .filter((price) => (params.active ?? price.active) === price.active)
      .filter((price) => (params.currency ?? price.currency) === price.currency)
      .filter((price) => (params.product ?? price.product) === price.product)
      .filter((price) => (params.type ?? price.type) === price.type)
      .filter((price) => isWithin(price.created, params.created));
    return listPage(found, '/v1/prices', params);
  });
  api.get('prices/:id', {}, ({ id }) => account.get('price', id));

  api.get('payment_links', { active, ...page }, ({ params }) => {
    const found = account.all('payment_link').filter((link) => (params.active ?? link.active) === link.active);
    return listPage(found, '/v1/payment_links', params);
  });
  api.get('payment_links/:id', {}, ({ id }) => account.get('payment_link', id));
  api.get('payment_links/:id/line_items', page, ({ id, params }) => {
    account.get('payment_link', id);
    const items = account.lineItems.get(id) ?? [];
    return listPage(items, `/v1/payment_links/${id}/line_items`, params);
  });
}
