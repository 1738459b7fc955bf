import * as calls from '@workspace/contract/auth';
import type { FeatureContext } from '../http/feature.ts';
import { untilGone } from '../http/until-gone.ts';
import { register } from './register.ts';
import { resetPassword } from './reset-password.ts';
import { createSignInWithPassword } from './sign-in-with-password.ts';

export async function servePasswordSignIn({ serveCall, services, tokens }: FeatureContext): Promise<void> {
  const { passwords, rateLimits } = services;
  const signInWithPassword = createSignInWithPassword(services, tokens);

  serveCall(calls.register, async ({ input: { body }, request, reply }) => {
    await passwords.admit(async () => {
      await rateLimits.count('register', 'address', request.ip);
      await rateLimits.count('register', 'account', body.email);
      await register(services, body);
    }, untilGone(reply));
    return {
      message:
        "Please check your email for a verification link. You'll need to verify your email address before you can log in.",
    };
  });

  serveCall(calls.login, async ({ input: { body }, request, reply }) => ({
    token: await signInWithPassword({ ...body, request, reply }),
  }));

  serveCall(calls.resetPassword, async ({ input: { body }, request, reply }) => {
    await passwords.admit(async () => {
      await rateLimits.count('resetPassword', 'address', request.ip);
      await resetPassword(services, body);
    }, untilGone(reply));
    return { reset: true as const };
  });
}
