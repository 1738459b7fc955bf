import { authorizeWithGoogle, finishGoogleSignIn } from '@workspace/contract/auth';
import type { FeatureContext } from '../http/feature.ts';
import { createGoogleSignIn } from './sign-in-with-google.ts';

export async function serveGoogleSignIn({ serveCall, services, tokens }: FeatureContext): Promise<void> {
  const { rateLimits } = services;
  const google = createGoogleSignIn(services, tokens);

  serveCall(authorizeWithGoogle, async ({ request, reply }) => {
    await rateLimits.count('authorizeWithGoogle', 'address', request.ip);
    return reply.redirect(await google.begin({ request, reply }), 302);
  });

  serveCall(finishGoogleSignIn, async ({ input: { body }, request, reply }) => {
    await rateLimits.count('finishGoogleSignIn', 'address', request.ip);
    return google.finish(body, { request, reply });
  });
}
