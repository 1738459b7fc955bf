/** What a test sees of the sandbox's checkout sessions. */
export interface SandboxSession {
  id: string;
  url: string | null;
  status: 'open' | 'complete' | 'expired';
  customer: string | null;
  client_reference_id: string | null;
  success_url: string;
  cancel_url: string | null;
  payment_intent: string | null;
  subscription: string | null;
  customer_details: { email: string | null } | null;
}

interface SandboxEvent {
  id: string;
  type: string;
  data: { object: { id: string } };
}

/** Each list with the latest first. */
interface SandboxState {
  sessions: SandboxSession[];
  subscriptions: { id: string; customer: string; status: string }[];
  charges: { id: string; customer: string | null; payment_intent: string; refunded: boolean }[];
  disputes: { id: string; charge: string; status: string }[];
  events: SandboxEvent[];
}

type ChargeName = { paymentIntent: string } | { charge: string };

/** Acts as buyers, the payment account's owner and the network, through the control calls of sandbox/payments. */
export class PaymentsControl {
  readonly #url: string;

  constructor(sandboxUrl: string) {
    this.#url = `${sandboxUrl}/payments/control`;
  }

  async state(): Promise<SandboxState> {
    const response = await fetch(`${this.#url}/state`);
    return (await response.json()) as SandboxState;
  }

  followLink(request: {
    link?: 'standard' | 'other';
    client_reference_id?: string;
    prefilled_email?: string;
    locked_prefilled_email?: string;
  }): Promise<SandboxSession> {
    return this.#post('follow-link', request);
  }

  async pay(
    sessionId: string,
    request: { email?: string; outcome?: 'paid' | 'declined' | 'delayed' } = {},
  ): Promise<SandboxSession> {
    const { session } = await this.#post<{ session: SandboxSession }>('pay', { sessionId, ...request });
    return session;
  }

  async settle(sessionId: string, outcome: 'succeeded' | 'failed'): Promise<void> {
    await this.#post('settle', { sessionId, outcome });
  }

  async expire(sessionId: string): Promise<void> {
    await this.#post('expire', { sessionId });
  }

  async refund(request: ChargeName & { amount?: number }): Promise<void> {
    await this.#post('refund', request);
  }

  dispute(request: ChargeName): Promise<{ id: string }> {
    return this.#post('dispute', request);
  }

  async closeDispute(dispute: string, outcome: 'won' | 'lost'): Promise<void> {
    await this.#post('close-dispute', { dispute, outcome });
  }

  async cancel(subscription: string, when: 'now' | 'period-end'): Promise<void> {
    await this.#post('cancel', { subscription, when });
  }

  async resume(subscription: string): Promise<void> {
    await this.#post('resume', { subscription });
  }

  async endPeriod(subscription: string, outcome: 'paid' | 'declined' = 'paid'): Promise<void> {
    await this.#post('end-period', { subscription, outcome });
  }

  async retryPayment(subscription: string): Promise<void> {
    await this.#post('retry-payment', { subscription });
  }

  async stopRetrying(subscription: string, end: 'canceled' | 'unpaid'): Promise<void> {
    await this.#post('stop-retrying', { subscription, end });
  }

  /** Sets where webhooks go from now on. */
  async sendWebhooksTo(url: string | undefined): Promise<void> {
    await this.#post('webhooks/url', { url });
  }

  async setWebhookMode(mode: 'normal' | 'double' | 'reverse' | 'hold'): Promise<void> {
    await this.#post('webhooks/mode', { mode });
  }

  /** Sends held webhooks, and resolves once all are sent. */
  async flushWebhooks(request: { reverse?: boolean } = {}): Promise<void> {
    await this.#post('webhooks/flush', request);
  }

  async redeliver(event: string, times = 1): Promise<void> {
    await this.#post('webhooks/redeliver', { event, times });
  }

  /** Takes the API down for a number of requests. */
  async setOutage(mode: 'off' | 'refuse' | '500' | 'lost-answer', times?: number): Promise<void> {
    await this.#post('outage', { mode, times });
  }

  async #post<T>(path: string, body: object): Promise<T> {
    const response = await fetch(`${this.#url}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return JSON.parse(text === '' ? 'null' : text) as T;
  }
}
