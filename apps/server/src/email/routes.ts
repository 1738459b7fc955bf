import * as calls from '@workspace/contract/email';
import type { FeatureContext } from '../http/feature.ts';
import { resendVerification } from './resend-verification.ts';
import { verifyEmail } from './verify-email.ts';

export async function serveEmail({ serveCall, services }: FeatureContext): Promise<void> {
  serveCall(calls.verifyEmail, async ({ input: { query }, request }) => {
    await verifyEmail(services, { ...query, address: request.ip });
    return { verified: true as const };
  });

  serveCall(calls.resendVerification, async ({ input: { body }, request }) => {
    await resendVerification(services, { ...body, address: request.ip });
    return {
      message: 'If this address waits for its verification, a new link is on its way. Please check your email.',
    };
  });
}
