import * as auth from '@workspace/contract/auth';
import type { FeatureContext } from '../http/feature.ts';
import { clearCookie, readCookie, setCookie } from './cookies.ts';
import { endOwnSession } from './end-own-session.ts';
import { listSessions } from './list-sessions.ts';
import { refreshSession } from './refresh-session.ts';
import type { LiveSession } from './sessions.ts';
import { exchangeSetupToken, generateSetupToken } from './setup-tokens.ts';
import { signBrowserOut } from './sign-browser-out.ts';

export async function serveSessions({ serveCall, services, tokens }: FeatureContext): Promise<void> {
  const { config, rateLimits } = services;
  const deviceTokens = async (session: LiveSession) => ({
    token: await tokens.issue(session),
    refreshToken: session.refreshToken,
  });

  // A refusal never clears the cookie: by the time it arrives, another tab may have got a better one.
  serveCall(auth.refresh, async ({ request, reply }) => {
    const refreshToken = readCookie(request, 'refreshToken');
    const session = await refreshSession(services, { kind: 'browser', refreshToken, address: request.ip });
    setCookie(reply, config, 'refreshToken', session.refreshToken);
    return { token: await tokens.issue(session) };
  });

  serveCall(auth.logout, async ({ request, reply }) => {
    // Before anything can fail: when a user signs out, the browser forgets the session in any case.
    clearCookie(reply, config, 'refreshToken');
    clearCookie(reply, config, 'google');
    await signBrowserOut(services, readCookie(request, 'refreshToken'));
    return { signedOut: true } as const;
  });

  serveCall(auth.getMe, async ({ caller: { userId, email, createdAt, subscription } }) => ({
    id: userId,
    email,
    createdAt: createdAt.toISOString(),
    subscription,
  }));

  serveCall(auth.listSessions, ({ caller }) => listSessions(services, caller));

  serveCall(auth.endSession, async ({ caller: { userId }, input: { params } }) => {
    await endOwnSession(services, { userId, sessionId: params.id });
    return { id: params.id };
  });

  serveCall(auth.generateSetupToken, async ({ caller }) => {
    await rateLimits.count('generateSetupToken', 'account', caller.userId);
    return { token: await generateSetupToken(services, caller) };
  });

  serveCall(auth.exchangeSetupToken, async ({ input: { body }, request }) => {
    await rateLimits.count('exchangeSetupToken', 'address', request.ip);
    return deviceTokens(await exchangeSetupToken(services, body));
  });

  serveCall(auth.refreshDevice, async ({ input: { body }, request }) => {
    const { refreshToken } = body;
    return deviceTokens(await refreshSession(services, { kind: 'device', refreshToken, address: request.ip }));
  });
}
