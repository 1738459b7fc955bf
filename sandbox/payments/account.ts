import { type Clock, wallClock } from '../clock.ts';
import { noSuch } from './api-error.ts';
import { LIMITS } from './limits.ts';
import type { PaymentsOptions } from './options.ts';
import type { LineItem } from './resources/catalog.ts';
import { type Event, type EventRequest, newEvent } from './resources/event.ts';
import type { Metadata } from './resources/metadata.ts';
import { isKind, type Kind, type Resource, type ResourceOf } from './resources/resource.ts';

/** Parameters of a checkout session's request that the session doesn't show. */
export interface Checkout {
  email: { address: string | null; locked: boolean };
  /** For the resulting payment or subscription. */
  metadata: Metadata;
  description: string | null;
}

/** An account's entire state, as stored in a file. */
export interface AccountSnapshot {
  resources: Resource[];
  lineItems: [owner: string, LineItem[]][];
  checkouts: [session: string, Checkout][];
}

interface Listener {
  happened(event: Event): void;
  changed(): void;
}

const NO_REQUEST: EventRequest = { id: null, idempotency_key: null };

/** An account with the payment provider: its objects by id, and the events about them. */
export class Account {
  readonly options: PaymentsOptions;
  readonly clock: Clock;
  /** By session and payment link. */
  readonly lineItems = new Map<string, LineItem[]>();
  readonly checkouts = new Map<string, Checkout>();
  /** The API request being executed. */
  request: EventRequest = NO_REQUEST;
  /** Whether anyone receives events. */
  hasReceiver = false;
  readonly #resources = new Map<string, Resource>();
  readonly #alarms = new Set<() => void>();
  #listener: Listener = { happened: () => {}, changed: () => {} };

  constructor(options: PaymentsOptions) {
    this.options = options;
    this.clock = options.clock ?? wallClock;
  }

  listen(listener: Listener): void {
    this.#listener = listener;
  }

  /** Seconds since 1970. */
  now(): number {
    return Math.floor(this.clock.now() / 1000);
  }

  /** The URL of a page, by its path. */
  page(path: string): string {
    return `${this.options.publicUrl}/payments/${path}`;
  }

  add<R extends Resource>(resource: R): R {
    this.#resources.set(resource.id, resource);
    this.#listener.changed();
    return resource;
  }

  find<K extends Kind>(kind: K, id: string | null): ResourceOf<K> | undefined {
    const resource = this.#resources.get(id ?? '');
    return resource !== undefined && isKind(resource, kind) ? resource : undefined;
  }

  /**
   * The object with an id.
   *
   * @throws {ApiError} if there is none; `param` names the parameter that the id came from
   */
  get<K extends Kind>(kind: K, id: string, param?: string): ResourceOf<K> {
    const resource = this.find(kind, id);
    if (resource === undefined) throw noSuch(kind, id, param);
    return resource;
  }

  /** All objects of a kind, newest first. */
  all<K extends Kind>(kind: K): ResourceOf<K>[] {
    const found: ResourceOf<K>[] = [];
    for (const resource of this.#resources.values()) if (isKind(resource, kind)) found.push(resource);
    return found.reverse();
  }

  /** The object with an id, of any kind. */
  any(id: string): Resource | undefined {
    return this.#resources.get(id);
  }

  /** Changes some fields and returns the previous values of those that differ. */
  change<R extends Resource>(resource: R, changes: Partial<R>): object {
    const before = new Map<string, unknown>(Object.entries(structuredClone(resource)));
    Object.assign(resource, changes);
    this.#listener.changed();
    const differing = Object.entries(changes).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(before.get(key)),
    );
    return Object.fromEntries(differing.map(([key]) => [key, before.get(key)]));
  }

  /** Records an event about an object, and notifies the listener. */
  emit(type: string, object: object, previous?: object): Event {
    const event = this.add(
      newEvent({
        created: this.now(),
        data: previous === undefined ? { object } : { object, previous_attributes: previous },
        pending_webhooks: this.hasReceiver ? 1 : 0,
        request: this.request,
        type,
      }),
    );
    for (const old of this.all('event').slice(LIMITS.events)) this.#resources.delete(old.id);
    this.#listener.happened(event);
    return event;
  }

  /** Executes a request; the events that it causes refer to it. */
  during<T>(request: EventRequest, action: () => T): T {
    this.request = request;
    try {
      return action();
    } finally {
      this.request = NO_REQUEST;
    }
  }

  /** Calls `action` at a time in seconds since 1970, unless the account is cleared first. */
  at(seconds: number, action: () => void): void {
    const cancel = this.clock.schedule(Math.max(0, seconds * 1000 - this.clock.now()), () => {
      this.#alarms.delete(cancel);
      action();
    });
    this.#alarms.add(cancel);
  }

  /** Forgets everything. */
  clear(): void {
    for (const cancel of this.#alarms) cancel();
    this.#alarms.clear();
    this.#resources.clear();
    this.lineItems.clear();
    this.checkouts.clear();
    this.#listener.changed();
  }

  snapshot(): AccountSnapshot {
    return {
      resources: [...this.#resources.values()],
      lineItems: [...this.lineItems],
      checkouts: [...this.checkouts],
    };
  }

  /** Restores a stored state. */
  restore({ resources, lineItems, checkouts }: AccountSnapshot): void {
    for (const resource of resources) this.#resources.set(resource.id, resource);
    for (const [owner, items] of lineItems) this.lineItems.set(owner, items);
    for (const [session, checkout] of checkouts) this.checkouts.set(session, checkout);
  }
}
