import type { FastifyPluginAsync } from 'fastify';
import { Account } from './account.ts';
import { Api } from './api/api.ts';
import { addCatalog } from './api/catalog.ts';
import { addCheckoutSessions } from './api/checkout-sessions.ts';
import { addCustomers } from './api/customers.ts';
import { addEvents } from './api/events.ts';
import { Idempotency } from './api/idempotency.ts';
import { addInvoices } from './api/invoices.ts';
import { addPayments } from './api/payments.ts';
import { addPortalSessions } from './api/portal-sessions.ts';
import { addSubscriptions } from './api/subscriptions.ts';
import { PaymentsControl } from './control.ts';
import { addControl } from './control-routes.ts';
import { watchExpiry } from './operations/open-checkout.ts';
import type { PaymentsOptions } from './options.ts';
import { Outage } from './outage.ts';
import { addPages } from './pages/pages.ts';
import { seedCatalog } from './seed-catalog.ts';
import { StateFile } from './state-file.ts';
import { Webhooks } from './webhooks/webhooks.ts';

export type { PaymentsOptions } from './options.ts';

/** A payment provider's account, served over HTTP. */
export interface Payments {
  /** Serves `/v1/…` (the API) and `/payments/…` (pages and control calls): register it without a prefix. */
  plugin: FastifyPluginAsync;
  control: PaymentsControl;
  /** Stops pending work. The server must be closed by its owner. */
  close(): void;
}

/** Creates an account with the payment provider. */
export function createPayments(options: PaymentsOptions): Payments {
  const account = new Account(options);
  const outage = new Outage(account.clock);
  const idempotency = new Idempotency();
  const webhooks = new Webhooks(account, options.webhookUrl);
  const file = options.stateFile === undefined ? undefined : new StateFile(options.stateFile, account);
  const resumes = file?.load() ?? false;
  seedCatalog(account);
  if (resumes) resume(account, webhooks);
  account.listen({ happened: (event) => webhooks.take(event), changed: () => file?.changed() });

  const forget = () => {
    webhooks.clear();
    outage.set({ mode: 'off' });
    idempotency.clear();
    account.clear();
  };
  const control = new PaymentsControl(account, webhooks, outage, () => {
    forget();
    seedCatalog(account);
  });
  return {
    plugin: async (app) => {
      await app.register(async (scope) => addApi(new Api(scope, account, outage, idempotency)));
      await app.register(async (scope) => addControl(scope, control));
      await app.register(async (scope) => addPages(scope, account, control));
    },
    control,
    close: () => {
      file?.save();
      account.listen({ happened: () => {}, changed: () => {} });
      forget();
    },
  };
}

function addApi(api: Api): void {
  addCustomers(api);
  addCatalog(api);
  addCheckoutSessions(api);
  addSubscriptions(api);
  addInvoices(api);
  addPayments(api);
  addPortalSessions(api);
  addEvents(api);
}

/** Resumes a stored account: schedules the expiry of open sessions, and sends undelivered webhooks. */
function resume(account: Account, webhooks: Webhooks): void {
  for (const session of account.all('checkout.session')) {
    if (session.status === 'open') watchExpiry(account, session);
  }
  for (const event of account.all('event').reverse()) if (event.pending_webhooks > 0) webhooks.take(event);
}
