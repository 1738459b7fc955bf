import { z } from 'zod';
import { BROWSER_ONLY, declareCall } from './call.ts';
import { CALL_ADDRESSES } from './call-addresses.ts';

const hostedPageSchema = z.object({ url: z.string() });

export const createCheckoutSession = declareCall({
  ...CALL_ADDRESSES.createCheckoutSession,
  takenFrom: BROWSER_ONLY,
  summary: "The provider's page on which a plan is paid.",
  body: z.object({ priceId: z.string().min(1).max(255) }),
  answer: { kind: 'data', status: 200, data: hostedPageSchema },
  failures: ['unknown-price', 'already-standard', 'payments-unavailable'],
});

export const verifyCheckoutSession = declareCall({
  ...CALL_ADDRESSES.verifyCheckoutSession,
  takenFrom: BROWSER_ONLY,
  summary: 'What became of a payment. Where it is paid, the plan is active when the answer comes.',
  body: z.object({ sessionId: z.string().min(1).max(255) }),
  answer: {
    kind: 'data',
    status: 200,
    data: z.object({
      /**
       * The provider's status: `paid`, `unpaid` or `no_payment_required`. `paid` only while the plan is active;
       * otherwise what ended it, such as `refunded`, `disputed` or `canceled`.
       */
      paymentStatus: z.string(),
      /** In cents; null if the provider reports none. */
      amountTotal: z.int().nullable(),
      url: z.string().nullable().optional(),
    }),
  },
  failures: ['not-found', 'payments-unavailable'],
});

export const createPortalSession = declareCall({
  ...CALL_ADDRESSES.createPortalSession,
  takenFrom: BROWSER_ONLY,
  summary: "The provider's page on which a subscription is managed.",
  answer: { kind: 'data', status: 200, data: hostedPageSchema },
  failures: ['payments-unavailable'],
});

export const receivePaymentEvent = declareCall({
  ...CALL_ADDRESSES.receivePaymentEvent,
  summary: "The provider's notice that something changed. Takes effect once, in any order.",
  rawBody: true,
  answer: { kind: 'data', status: 200, data: z.object({ received: z.literal(true) }) },
  failures: ['invalid-signature', 'payments-unavailable'],
});
