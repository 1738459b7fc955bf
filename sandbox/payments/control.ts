import type { Account } from './account.ts';
import { chargeOf } from './api/payments.ts';
import { invalid } from './api-error.ts';
import { cancelInPortal, resumeSubscription } from './operations/cancel-subscription.ts';
import { closeDispute, openDispute } from './operations/dispute-charge.ts';
import { expireCheckout } from './operations/expire-checkout.ts';
import { followLink, type LinkParameters } from './operations/open-checkout.ts';
import { payCheckout, settleCheckout } from './operations/pay-checkout.ts';
import { refundCharge } from './operations/refund-charge.ts';
import { endPeriod, retryPayment, stopRetrying } from './operations/renew-subscription.ts';
import type { Outage, OutageMode, OutageRequest } from './outage.ts';
import type { CheckoutSession } from './resources/checkout-session.ts';
import type { Dispute } from './resources/dispute.ts';
import type { Event } from './resources/event.ts';
import type { Charge } from './resources/payment.ts';
import type { Refund } from './resources/refund.ts';
import type { Subscription } from './resources/subscription.ts';
import { CATALOG } from './seed-catalog.ts';
import type { Delivery, SignatureKind, WebhookMode, Webhooks } from './webhooks/webhooks.ts';

/** A charge, by its own id or its payment's. */
export interface ChargeName {
  charge?: string | undefined;
  paymentIntent?: string | undefined;
}

const RESULTS = { paid: 'succeeded', declined: 'failed', delayed: 'pending' } as const;
const LINKS = { standard: CATALOG.link, other: CATALOG.otherLink } as const;

/** The account's entire state, each list newest first. */
export interface PaymentsState {
  sessions: CheckoutSession[];
  subscriptions: Subscription[];
  charges: Charge[];
  refunds: Refund[];
  disputes: Dispute[];
  events: Event[];
  webhooks: { url: string | undefined; mode: WebhookMode; deliveries: Delivery[] };
  outage: OutageMode;
}

/**
 * What buyers, the account's owner and the network do, for tests and the operator's page. Impossible actions throw an
 * error that says why. Returned objects are copies, as the API would show them.
 */
export class PaymentsControl {
  readonly #account: Account;
  readonly #webhooks: Webhooks;
  readonly #outage: Outage;
  readonly #restart: () => void;

  constructor(account: Account, webhooks: Webhooks, outage: Outage, restart: () => void) {
    this.#account = account;
    this.#webhooks = webhooks;
    this.#outage = outage;
    this.#restart = restart;
  }

  /** Follows a payment link and returns the session that it opens. */
  followLink({
    link = 'standard',
    ...parameters
  }: { link?: keyof typeof LINKS | undefined } & LinkParameters = {}): CheckoutSession {
    return structuredClone(followLink(this.#account, this.#account.get('payment_link', LINKS[link]), parameters));
  }

  /** Pays in a session: successfully, declined, or by a method that takes days (see `settle`). */
  pay(request: {
    sessionId: string;
    email?: string | undefined;
    name?: string | undefined;
    outcome?: keyof typeof RESULTS | undefined;
  }): { session: CheckoutSession; declined?: string } {
    const session = this.#account.get('checkout.session', request.sessionId);
    const { email, name, outcome = 'paid' } = request;
    const declined = payCheckout(this.#account, session, { email, name, result: RESULTS[outcome] });
    return { session: structuredClone(session), ...(declined === undefined ? {} : { declined }) };
  }

  /** Makes a pending payment succeed or fail. */
  settle({ sessionId, outcome }: { sessionId: string; outcome: 'succeeded' | 'failed' }): CheckoutSession {
    const session = this.#account.get('checkout.session', sessionId);
    settleCheckout(this.#account, session, outcome);
    return structuredClone(session);
  }

  expire({ sessionId }: { sessionId: string }): CheckoutSession {
    return structuredClone(expireCheckout(this.#account, this.#account.get('checkout.session', sessionId)));
  }

  /** Refunds a charge, in full or in part. */
  refund({ amount, ...name }: ChargeName & { amount?: number | undefined }): Refund {
    return structuredClone(refundCharge(this.#account, this.#charge(name), { amount }));
  }

  dispute({ reason, ...name }: ChargeName & { reason?: string | undefined }): Dispute {
    return structuredClone(openDispute(this.#account, this.#charge(name), reason));
  }

  closeDispute({ dispute, outcome }: { dispute: string; outcome: 'won' | 'lost' }): Dispute {
    return structuredClone(closeDispute(this.#account, this.#account.get('dispute', dispute), outcome));
  }

  /** Cancels in the portal. */
  cancel({
    subscription,
    when = 'period-end',
  }: {
    subscription: string;
    when?: 'now' | 'period-end' | undefined;
  }): Subscription {
    return this.#subscription(subscription, (found) => cancelInPortal(this.#account, found, when));
  }

  /** Revokes a cancellation in the portal. */
  resume({ subscription }: { subscription: string }): Subscription {
    return this.#subscription(subscription, (found) => resumeSubscription(this.#account, found));
  }

  /** Ends a subscription's period now; the next one is paid or not. */
  endPeriod({
    subscription,
    outcome = 'paid',
  }: {
    subscription: string;
    outcome?: 'paid' | 'declined' | undefined;
  }): Subscription {
    return this.#subscription(subscription, (found) => endPeriod(this.#account, found, RESULTS[outcome]));
  }

  /** Retries the payment of an overdue period. */
  retryPayment({
    subscription,
    outcome = 'paid',
  }: {
    subscription: string;
    outcome?: 'paid' | 'declined' | undefined;
  }): Subscription {
    return this.#subscription(subscription, (found) => retryPayment(this.#account, found, RESULTS[outcome]));
  }

  /** Gives up on an overdue payment. */
  stopRetrying({ subscription, end }: { subscription: string; end: 'canceled' | 'unpaid' }): Subscription {
    return this.#subscription(subscription, (found) => stopRetrying(this.#account, found, end));
  }

  /** Changes where webhooks are sent. */
  setWebhookUrl({ url }: { url?: string | undefined }): void {
    this.#webhooks.url = url;
  }

  setWebhookMode({ mode }: { mode: WebhookMode }): void {
    this.#webhooks.mode = mode;
  }

  /** Sends held webhooks and resolves when that is done. */
  async flushWebhooks({ reverse = false }: { reverse?: boolean | undefined } = {}): Promise<void> {
    this.#webhooks.flush(reverse ? 'reverse' : undefined);
    await this.#webhooks.settled();
  }

  /** Resolves when no webhook is being sent; held ones and those to be retried don't count. */
  settled(): Promise<void> {
    return this.#webhooks.settled();
  }

  /** Sends an event again. */
  async redeliver({
    event,
    times = 1,
    signature = 'right',
  }: {
    event: string;
    times?: number | undefined;
    signature?: SignatureKind | undefined;
  }): Promise<void> {
    this.#webhooks.send(this.#account.get('event', event), { times, signature });
    await this.#webhooks.settled();
  }

  /** Emits an event that nothing else here causes, such as one of an unknown type. It is held if events are. */
  async sendEvent({ type, object }: { type: string; object: object }): Promise<Event> {
    const event = this.#account.emit(type, object);
    await this.#webhooks.settled();
    return structuredClone(event);
  }

  /** Takes the API down, or brings it back up. */
  setOutage(request: OutageRequest): void {
    this.#outage.set(request);
  }

  state(): PaymentsState {
    const { url, mode, deliveries } = this.#webhooks;
    return structuredClone({
      sessions: this.#account.all('checkout.session'),
      subscriptions: this.#account.all('subscription'),
      charges: this.#account.all('charge'),
      refunds: this.#account.all('refund'),
      disputes: this.#account.all('dispute'),
      events: this.#account.all('event'),
      webhooks: { url, mode, deliveries },
      outage: this.#outage.mode,
    });
  }

  /** Resets everything but the catalog and the webhooks' URL. */
  reset(): void {
    this.#restart();
  }

  #charge({ charge, paymentIntent }: ChargeName): Charge {
    if ((charge === undefined) === (paymentIntent === undefined))
      throw invalid('Name either a charge or a paymentIntent.');
    return chargeOf(this.#account, { charge, payment_intent: paymentIntent });
  }

  #subscription(id: string, action: (subscription: Subscription) => void): Subscription {
    const subscription = this.#account.get('subscription', id);
    action(subscription);
    return structuredClone(subscription);
  }
}
