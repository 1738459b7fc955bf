import { cancelSubscriptions } from '../billing/cancel-subscriptions.ts';
import { processPaymentEvent } from '../billing/process-payment-event.ts';
import { reconcilePayments } from '../billing/reconcile-payments.ts';
import { reconcileSubscription } from '../billing/reconcile-subscription.ts';
import { removeExpired } from '../clean-up/remove-expired.ts';
import { resendToSealed } from '../email/resend-verification.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { Services } from '../services.ts';
import type { JobHandlers } from './jobs.ts';

/** Creates the handlers of each queue's jobs. */
export function createJobHandlers(services: Services): JobHandlers {
  return {
    'send-mail': (payload) => sendMail(services, payload),
    'resend-verification': (payload) => resendToSealed(services, payload),
    'process-payment-event': (payload) => processPaymentEvent(services, payload),
    'cancel-subscriptions': (payload) => cancelSubscriptions(services, payload),
    'reconcile-payments': (payload) => reconcilePayments(services, payload),
    'reconcile-subscription': async ({ subscriptionId }) =>
      void (await reconcileSubscription(services, subscriptionId)),
    'remove-expired': (payload) => removeExpired(services, payload),
  };
}
