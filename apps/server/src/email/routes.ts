import * as calls from '@workspace/contract/email';
import type { FeatureContext } from '../http/feature.ts';
import { requestVerification } from './resend-verification.ts';
import { verifyEmail } from './verify-email.ts';

export async function serveEmail({ serveCall, services }: FeatureContext): Promise<void> {
  const { rateLimits } = services;

  serveCall(calls.verifyEmail, async ({ input: { query }, request }) => {
    await rateLimits.count('verifyEmail', 'address', request.ip);
    return { verified: true as const, email: await verifyEmail(services, query.token) };
  });

  serveCall(calls.resendVerification, async ({ input: { body }, request }) => {
    await rateLimits.count('resendVerification', 'address', request.ip);
    await rateLimits.count('resendVerification', 'account', body.email);
    await requestVerification(services, body.email);
    return {
      message: 'If this address is waiting to be verified, a new link is on its way. Please check your email.',
    };
  });
}
