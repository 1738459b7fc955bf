import type { Api } from './api.ts';
import { listPage } from './list.ts';
import { boolean, page } from './parameters.ts';

/** `/v1/products`, `/v1/prices` and `/v1/payment_links`; the catalog itself can't be changed. */
export function addCatalog(api: Api): void {
  const { account } = api;
  api.get('products/:id', {}, ({ id }) => account.get('product', id));

  api.get('prices/:id', {}, ({ id }) => account.get('price', id));

  api.get('payment_links', { active: boolean.optional(), ...page }, ({ params }) => {
    const found = account.all('payment_link').filter((link) => (params.active ?? link.active) === link.active);
    return listPage(found, '/v1/payment_links', params);
  });
  api.get('payment_links/:id', {}, ({ id }) => account.get('payment_link', id));
}
