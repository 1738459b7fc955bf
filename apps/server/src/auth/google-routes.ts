import { authorizeWithGoogle, finishGoogleSignIn, linkGoogle as linkGoogleCall } from '@workspace/contract/auth';
import type { FeatureContext } from '../http/feature.ts';
import { linkGoogle } from './link-google.ts';
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

  serveCall(linkGoogleCall, async ({ input: { body }, request }) => {
    await rateLimits.count('linkGoogle', 'address', request.ip);
    await linkGoogle(services, body.token);
    return { linked: true as const };
  });
}
