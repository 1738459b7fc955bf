import {
  createCheckoutSession,
  createPortalSession,
  receivePaymentEvent,
  verifyCheckoutSession,
} from '@workspace/contract/billing';
import type { FastifyInstance } from 'fastify';
import type { FeatureContext } from '../http/feature.ts';
import type { Services } from '../services.ts';
import { createCheckoutSession as openCheckout } from './create-checkout-session.ts';
import { createPortalSession as openPortal } from './create-portal-session.ts';
import { receivePaymentEvent as receiveEvent } from './receive-payment-event.ts';
import { verifyCheckoutSession as verifyCheckout } from './verify-checkout-session.ts';

/** Events contain the provider's objects in full. */
const MAX_EVENT_BYTES = 1_024 * 1_024;

export async function serveBilling({ app, serveCall, services }: FeatureContext): Promise<void> {
  const { rateLimits } = services;

  serveCall(createCheckoutSession, async ({ input, caller }) => {
    await rateLimits.count('createCheckoutSession', 'account', caller.userId);
    return { url: await openCheckout(services, caller, input.body.priceId) };
  });

  serveCall(verifyCheckoutSession, async ({ input, caller }) => {
    await rateLimits.count('verifyCheckoutSession', 'account', caller.userId);
    return verifyCheckout(services, caller, input.body.sessionId);
  });

  serveCall(createPortalSession, async ({ caller }) => {
    await rateLimits.count('createPortalSession', 'account', caller.userId);
    return { url: await openPortal(services, caller) };
  });

  await app.register(async (scope) => serveWebhook(scope, services));
}

/** Uses a separate scope: bodies are read as raw bytes nowhere else. */
async function serveWebhook(scope: FastifyInstance, services: Services): Promise<void> {
  const { method, path, answer } = receivePaymentEvent;
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  scope.route<{ Body: Buffer | undefined }>({
    method,
    url: path,
    bodyLimit: MAX_EVENT_BYTES,
    async handler({ body, headers }, reply) {
      await receiveEvent(services, body ?? Buffer.alloc(0), headers['stripe-signature']);
      return reply.status(answer.status).send({ data: { received: true } });
    },
  });
}
