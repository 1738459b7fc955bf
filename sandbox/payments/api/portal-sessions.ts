import { newPortalSession } from '../resources/portal-session.ts';
import type { Api } from './api.ts';
import { getCustomer } from './customers.ts';
import { text, webUrl } from './parameters.ts';

/** `/v1/billing_portal/sessions` */
export function addPortalSessions(api: Api): void {
  const { account } = api;
  api.post(
    'billing_portal/sessions',
    { customer: text, return_url: webUrl, locale: text.optional() },
    ({ params: { customer, return_url } }) => {
      getCustomer(account, customer, 'customer');
      const created = account.now();
      return account.add(newPortalSession({ created, customer, return_url }, (id) => account.page(`portal/${id}`)));
    },
  );
}
