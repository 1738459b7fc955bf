import type { SessionKind } from '@workspace/contract/call';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import { type LiveSession, readRefreshToken, rotateSession } from './sessions.ts';

export interface Refresh {
  kind: SessionKind;
  /** As received; undefined if none was. */
  refreshToken: string | undefined;
  /** The client's network address. */
  address: string;
}

const CALL_OF = { browser: 'refresh', device: 'refreshDevice' } as const;

/**
 * Continues a session. Attempts are counted by session, and by address only if the token isn't ours: a limit that
 * others could exhaust for everybody behind an address would sign them all out.
 *
 * @throws Failure `session-ended`, `too-many-requests`
 */
export async function refreshSession(
  services: Services,
  { kind, refreshToken, address }: Refresh,
): Promise<LiveSession> {
  const { keys, rateLimits } = services;
  const claim = refreshToken === undefined ? undefined : readRefreshToken(keys, refreshToken);
  if (claim === undefined) {
    await rateLimits.count(CALL_OF[kind], 'address', address);
    throw new Failure('session-ended');
  }
  await rateLimits.count(CALL_OF[kind], 'session', claim.sessionId);
  return rotateSession(services, claim, kind);
}
