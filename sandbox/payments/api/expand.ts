import type { Account } from '../account.ts';
import { invalid } from '../api-error.ts';
import { LIMITS } from '../limits.ts';
import { hasEnded } from '../resources/subscription.ts';
import { listPage } from './list.ts';

/** Fields that hold an id and can hold the object. */
const LINKS: Record<string, readonly string[]> = {
  charge: ['customer', 'payment_intent'],
  'checkout.session': ['customer', 'invoice', 'payment_intent', 'payment_link', 'subscription'],
  dispute: ['charge', 'payment_intent'],
  invoice: ['customer'],
  invoice_payment: ['invoice'],
  payment_intent: ['customer', 'latest_charge'],
  price: ['product'],
  product: ['default_price'],
  refund: ['charge', 'customer', 'payment_intent'],
  subscription: ['customer', 'latest_invoice'],
};

/** Lists that an object includes only on request, by its kind and the list's field. */
const LISTS = new Map<string, (account: Account, id: string) => object>([
  [
    'charge.refunds',
    (account, id) =>
      listPage(
        account.all('refund').filter((refund) => refund.charge === id),
        `/v1/charges/${id}/refunds`,
      ),
  ],
  [
    'checkout.session.line_items',
    (account, id) => listPage(account.lineItems.get(id) ?? [], `/v1/checkout/sessions/${id}/line_items`),
  ],
  [
    'customer.subscriptions',
    (account, id) =>
      listPage(
        account.all('subscription').filter((one) => one.customer === id && !hasEnded(one)),
        `/v1/customers/${id}/subscriptions`,
      ),
  ],
  [
    'invoice.payments',
    (account, id) =>
      listPage(
        account.all('invoice_payment').filter((payment) => payment.invoice === id),
        '/v1/invoice_payments',
      ),
  ],
  [
    'payment_link.line_items',
    (account, id) => listPage(account.lineItems.get(id) ?? [], `/v1/payment_links/${id}/line_items`),
  ],
]);

interface Node {
  object?: unknown;
  id?: unknown;
  [field: string]: unknown;
}

/**
 * Replaces some ids in a response with their objects.
 *
 * @param paths such as `latest_charge` or, in a list, `data.customer`
 * @throws {ApiError} if something cannot be expanded
 */
export function expand(account: Account, answer: object, paths: readonly string[] = []): object {
  const copy: unknown = structuredClone(answer);
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > LIMITS.expandDepth) {
      throw invalid(`You cannot expand more than ${LIMITS.expandDepth} levels of a property. (${path})`);
    }
    walk(account, copy, steps, path);
  }
  return isNode(copy) ? copy : answer;
}

function walk(account: Account, node: unknown, [step, ...rest]: string[], path: string): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(account, one, step === undefined ? [] : [step, ...rest], path);
    return;
  }
  if (step === undefined || !isNode(node)) return;
  if (!reveal(account, node, step)) {
    throw invalid(
      `This property cannot be expanded (${path}). You may want to try expanding 'data.${path}' if it is a list.`,
      undefined,
      'expand',
    );
  }
  walk(account, node[step], rest, path);
}

/** Replaces an id with its object; returns whether the field can be expanded. */
function reveal(account: Account, node: Node, step: string): boolean {
  const kind = String(node.object);
  const list = LISTS.get(`${kind}.${step}`);
  if (list !== undefined) {
    node[step] ??= structuredClone(list(account, String(node.id)));
    return true;
  }
  if (LINKS[kind]?.includes(step)) {
    const id = node[step];
    const linked = typeof id === 'string' ? account.any(id) : undefined;
    if (linked !== undefined) node[step] = structuredClone(linked);
    return true;
  }
  return Object.hasOwn(node, step) && typeof node[step] === 'object' && node[step] !== null;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
