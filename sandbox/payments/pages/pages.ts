import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Account } from '../account.ts';
import { parseForm } from '../api/parameters.ts';
import { ApiError } from '../api-error.ts';
import type { PaymentsControl } from '../control.ts';
import { cancelInPortal, resumeSubscription } from '../operations/cancel-subscription.ts';
import { followLink } from '../operations/open-checkout.ts';
import { payCheckout } from '../operations/pay-checkout.ts';
import { CATALOG, linkPaths } from '../seed-catalog.ts';
import { checkoutPage, successUrl } from './checkout-page.ts';
import { dashboardPage } from './dashboard-page.ts';
import { messagePage } from './layout.ts';
import { portalPage } from './portal-page.ts';
import { readCard } from './read-card.ts';
import { receiptPage } from './receipt-page.ts';

interface ById {
  Params: { id: string };
}

const text = z.string().optional().catch(undefined);
const paymentForm = z.object({ email: text, name: text, method: text, card: text, expiry: text, cvc: text });
const linkParameters = z.object({
  client_reference_id: text,
  prefilled_email: text,
  locked_prefilled_email: text,
});
const portalForm = z.object({ subscription: z.string().catch('') });

/** Adds the pages for people, under `/payments`. */
export async function addPages(app: FastifyInstance, account: Account, control: PaymentsControl): Promise<void> {
  await app.register(formbody, { parser: parseForm });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ApiError)) throw error;
    return sendPage(reply.status(error.status), messagePage('Not found', error.message));
  });
  app.get('/payments', (_request, reply) => sendPage(reply, dashboardPage(account, control.state())));
  app.get<ById>('/payments/receipt/:id', ({ params }, reply) => sendPage(reply, receiptPage(account, params.id)));
  addLinkPages(app, account);
  addCheckoutPages(app, account);
  addPortalPages(app, account);
}

function addLinkPages(app: FastifyInstance, account: Account): void {
  const paths = linkPaths(account.options.paymentLinkPath);
  for (const id of [CATALOG.link, CATALOG.otherLink]) {
    app.get(paths[id], (request, reply) => {
      const session = followLink(account, account.get('payment_link', id), linkParameters.parse(request.query));
      return reply.redirect(`/payments/checkout/${session.id}`, 303);
    });
  }
}

function addCheckoutPages(app: FastifyInstance, account: Account): void {
  const path = '/payments/checkout/:id';
  app.get<ById>(path, ({ params }, reply) =>
    sendPage(reply, checkoutPage(account, account.get('checkout.session', params.id))),
  );
  app.post<ById>(path, (request, reply) => {
    const session = account.get('checkout.session', request.params.id);
    const form = paymentForm.parse(request.body ?? {});
    const again = (status: number, problem: string) =>
      sendPage(reply.status(status), checkoutPage(account, session, form, problem));
    const read = readCard(form, account.now());
    if ('problem' in read) return again(400, read.problem);
    const declined = attempt(() => payCheckout(account, session, { ...form, result: read.result }));
    return declined === undefined ? reply.redirect(successUrl(session), 303) : again(402, declined);
  });
}

function addPortalPages(app: FastifyInstance, account: Account): void {
  const path = '/payments/portal/:id';
  app.get<ById>(path, ({ params }, reply) =>
    sendPage(reply, portalPage(account, account.get('billing_portal.session', params.id))),
  );
  for (const action of ['cancel', 'cancel-now', 'resume'] as const) {
    app.post<ById>(`${path}/${action}`, (request, reply) => {
      const session = account.get('billing_portal.session', request.params.id);
      const { subscription: id } = portalForm.parse(request.body ?? {});
      const problem = attempt(() => {
        const subscription = account.get('subscription', id);
        if (subscription.customer !== session.customer) return 'This subscription belongs to someone else.';
        if (action === 'resume') resumeSubscription(account, subscription);
        else cancelInPortal(account, subscription, action === 'cancel' ? 'period-end' : 'now');
        return undefined;
      });
      if (problem === undefined) return reply.redirect(`/payments/portal/${session.id}`, 303);
      return sendPage(reply.status(409), portalPage(account, session, problem));
    });
  }
}

/** Performs an action; returns the error for the page if it can't be done. */
function attempt(action: () => string | undefined): string | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
}
