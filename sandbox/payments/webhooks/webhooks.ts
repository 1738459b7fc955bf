import type { Account } from '../account.ts';
import { LIMITS } from '../limits.ts';
import type { Event } from '../resources/event.ts';
import { postWebhook } from './post-webhook.ts';
import { signWebhook } from './sign-webhook.ts';

/**
 * How events are delivered as they happen: immediately, twice (`double`), in reverse among those that happen together
 * (`reverse`), or only once they are released (`hold`).
 */
export type WebhookMode = 'normal' | 'double' | 'reverse' | 'hold';
/** The signature: the correct one, one with another secret, or the correct one of an hour ago. */
export type SignatureKind = 'right' | 'wrong' | 'old';

/** An event's delivery. */
export interface Delivery {
  event: string;
  type: string;
  state: 'held' | 'queued' | 'delivered' | 'to be retried' | 'given up';
  /** The receiver's response to each attempt: a status, or why there was none. */
  attempts: { at: number; answer: number | string }[];
}

const OLD_SECONDS = 3600;

/** Sends events to a receiver as the provider's webhooks do: signed, one at a time, retried until it responds 2xx. */
export class Webhooks {
  readonly #account: Account;
  #url: string | undefined;
  #mode: WebhookMode = 'normal';
  /** Events not sent yet: those of the current turn, or all since holding began. */
  #waiting: Event[] = [];
  #turnEnds = false;
  #sending: Promise<void> = Promise.resolve();
  #retries = new Set<() => void>();
  #deliveries = new Map<string, Delivery>();
  /** Aborts what is in progress when everything is cleared. */
  #ended = new AbortController();

  constructor(account: Account, url: string | undefined) {
    this.#account = account;
    this.url = url;
  }

  get url(): string | undefined {
    return this.#url;
  }

  /** Where events are sent; undefined: nowhere. */
  set url(url: string | undefined) {
    this.#url = url;
    this.#account.hasReceiver = url !== undefined;
  }

  get mode(): WebhookMode {
    return this.#mode;
  }

  /** Changes how events are delivered. Held ones are released unless the new mode holds them too. */
  set mode(mode: WebhookMode) {
    const wereHeld = this.#mode === 'hold';
    this.#mode = mode;
    if (wereHeld && mode !== 'hold') this.flush();
  }

  /** Newest first. */
  get deliveries(): Delivery[] {
    return [...this.#deliveries.values()].reverse();
  }

  /** Queues an event that just happened. */
  take(event: Event): void {
    if (this.#url === undefined) return;
    const state = this.#mode === 'hold' ? 'held' : 'queued';
    this.#deliveries.set(event.id, { event: event.id, type: event.type, state, attempts: [] });
    for (const old of [...this.#deliveries.keys()].slice(0, -LIMITS.events)) this.#deliveries.delete(old);
    this.#waiting.push(event);
    if (this.#mode === 'hold' || this.#turnEnds) return;
    this.#turnEnds = true;
    setImmediate(() => {
      this.#turnEnds = false;
      if (this.#mode !== 'hold') this.flush();
    });
  }

  /** Sends waiting and held events, in reverse if the mode or the caller says so. */
  flush(order: 'as they happened' | 'reverse' = this.#mode === 'reverse' ? 'reverse' : 'as they happened'): void {
    const events = order === 'reverse' ? this.#waiting.reverse() : this.#waiting;
    this.#waiting = [];
    for (const event of events) this.send(event, { times: this.#mode === 'double' ? 2 : 1 });
  }

  /** Sends an event, possibly again or with an invalid signature. */
  send(event: Event, { times = 1, signature = 'right' }: { times?: number; signature?: SignatureKind } = {}): void {
    const ended = this.#ended.signal;
    for (let time = 0; time < times; time += 1) {
      this.#sending = this.#sending.then(() => this.#attempt(event, signature, 0, ended));
    }
  }

  /** Resolves when nothing is being sent; held webhooks and those to be retried don't count. */
  async settled(): Promise<void> {
    while (this.#turnEnds) await new Promise<void>((resolve) => setImmediate(resolve));
    const sending = this.#sending;
    await sending;
    if (sending !== this.#sending || this.#turnEnds) await this.settled();
  }

  /** Drops everything that is still to be sent. */
  clear(): void {
    for (const cancel of this.#retries) cancel();
    this.#ended.abort();
    this.#ended = new AbortController();
    this.#retries.clear();
    this.#waiting = [];
    this.#deliveries.clear();
    this.#sending = Promise.resolve();
    this.#mode = 'normal';
  }

  async #attempt(event: Event, signature: SignatureKind, retries: number, ended: AbortSignal): Promise<void> {
    const url = this.#url;
    if (url === undefined || ended.aborted) return;
    const body = JSON.stringify(event, null, 2);
    const { clock } = this.#account;
    const answer = await postWebhook(clock, url, body, this.#sign(signature, body), ended);
    if (ended.aborted) return;
    const delivery = this.#deliveries.get(event.id);
    delivery?.attempts.push({ at: this.#account.now(), answer });
    if (signature !== 'right') return;
    if (typeof answer === 'number' && answer >= 200 && answer < 300) {
      if (delivery !== undefined) delivery.state = 'delivered';
      this.#account.change(event, { pending_webhooks: 0 });
      return;
    }
    if (delivery?.state === 'delivered') return;
    const pause = LIMITS.webhookRetryMs[retries];
    if (delivery !== undefined) delivery.state = pause === undefined ? 'given up' : 'to be retried';
    if (pause === undefined) return;
    const cancel = clock.schedule(pause, () => {
      this.#retries.delete(cancel);
      if (delivery?.state === 'delivered') return;
      this.#sending = this.#sending.then(() => this.#attempt(event, signature, retries + 1, ended));
    });
    this.#retries.add(cancel);
  }

  #sign(signature: SignatureKind, body: string): string {
    const { webhookSecret } = this.#account.options;
    const now = this.#account.now();
    if (signature === 'wrong') return signWebhook(`${webhookSecret}_of_somebody_else`, now, body);
    return signWebhook(webhookSecret, signature === 'old' ? now - OLD_SECONDS : now, body);
  }
}
