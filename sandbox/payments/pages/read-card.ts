import type { PaymentResult } from '../operations/make-payment.ts';

/** What a buyer enters in the payment form. */
export interface PaymentForm {
  email?: string | undefined;
  name?: string | undefined;
  method?: string | undefined;
  card?: string | undefined;
  expiry?: string | undefined;
  cvc?: string | undefined;
}

/** The test cards, and the results of paying with them. */
const CARDS = new Map<string, PaymentResult>([
  ['4242424242424242', 'succeeded'],
  ['5555555555554444', 'succeeded'],
  ['4000000000000002', 'failed'],
]);

/**
 * The result of paying with the entered card.
 *
 * @param now seconds since 1970
 * @returns the result, or what is wrong with the form
 */
export function readCard(form: PaymentForm, now: number): { result: PaymentResult } | { problem: string } {
  if (form.method === 'bank') return { result: 'pending' };
  const result = CARDS.get((form.card ?? '').replace(/[\s-]/g, ''));
  if (result === undefined) {
    return { problem: 'This card number is not one of the test cards. Use 4242 4242 4242 4242.' };
  }
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*(\d{2})\s*$/.exec(form.expiry ?? '') ?? [];
  const end = Date.UTC(2000 + Number(year), Number(month), 1) / 1000;
  if (month === '' || Number(month) < 1 || Number(month) > 12 || end <= now) {
    return { problem: 'The expiry date is invalid or in the past. Enter it as MM / YY.' };
  }
  if (!/^\s*\d{3,4}\s*$/.test(form.cvc ?? '')) return { problem: 'The security code must have three or four digits.' };
  return { result };
}
