import { randomId } from '../../random-id.ts';
import type { Metadata } from './metadata.ts';

export interface Customer {
  id: string;
  object: 'customer';
  created: number;
  email: string | null;
  name: string | null;
  phone: string | null;
  description: string | null;
  metadata: Metadata;
  /** Only on deleted customers; the API shows nothing else about them. */
  deleted?: true;
}

export interface CustomerFields {
  email?: string | null | undefined;
  name?: string | null | undefined;
  phone?: string | null | undefined;
  description?: string | null | undefined;
  metadata?: Metadata;
}

/** A new customer; `created` is in seconds since 1970. */
export function newCustomer(created: number, fields: CustomerFields): Customer {
  const id = randomId('cus');
  return {
    ...UNUSED_FIELDS,
    id,
    object: 'customer',
    created,
    email: fields.email ?? null,
    name: fields.name ?? null,
    phone: fields.phone ?? null,
    description: fields.description ?? null,
    metadata: fields.metadata ?? {},
  };
}

const UNUSED_FIELDS = {
  address: null,
  balance: 0,
  currency: null,
  default_source: null,
  delinquent: false,
  discount: null,
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  next_invoice_sequence: 1,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
};
