import type { PaymentLink, Price, Product } from './catalog.ts';
import type { CheckoutSession } from './checkout-session.ts';
import type { Customer } from './customer.ts';
import type { Dispute } from './dispute.ts';
import type { Event } from './event.ts';
import type { Invoice, InvoicePayment } from './invoice.ts';
import type { Charge, PaymentIntent } from './payment.ts';
import type { PortalSession } from './portal-session.ts';
import type { Refund } from './refund.ts';
import type { Subscription } from './subscription.ts';

/** An account's objects, as the API shows them. The interfaces list the fields used here; the rest are constant. */
export type Resource =
  | Charge
  | CheckoutSession
  | Customer
  | Dispute
  | Event
  | Invoice
  | InvoicePayment
  | PaymentIntent
  | PaymentLink
  | PortalSession
  | Price
  | Product
  | Refund
  | Subscription;

export type Kind = Resource['object'];
export type ResourceOf<K extends Kind> = Extract<Resource, { object: K }>;

export function isKind<K extends Kind>(resource: Resource, kind: K): resource is ResourceOf<K> {
  return resource.object === kind;
}
