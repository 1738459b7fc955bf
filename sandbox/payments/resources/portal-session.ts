import { randomId } from '../../random-id.ts';

export interface PortalSession {
  id: string;
  object: 'billing_portal.session';
  created: number;
  customer: string;
  return_url: string;
  url: string;
}

/** A new portal session; `pageUrl` returns its page's URL, given its id. */
export function newPortalSession(
  fields: Pick<PortalSession, 'created' | 'customer' | 'return_url'>,
  pageUrl: (id: string) => string,
): PortalSession {
  const id = randomId('bps');
  return { ...UNUSED_FIELDS, ...fields, id, object: 'billing_portal.session', url: pageUrl(id) };
}

const UNUSED_FIELDS = {
  configuration: 'bpc_sandbox',
  customer_account: null,
  flow: null,
  livemode: false,
  locale: null,
  on_behalf_of: null,
};
