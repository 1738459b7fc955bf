import { randomUUID } from 'node:crypto';
import { AccessTokens } from '../auth/access-tokens.ts';
import { startSession } from '../auth/sessions.ts';
import { users } from '../database/schema.ts';
import type { Services } from '../services.ts';

export interface TestUser {
  id: string;
  email: string;
  /** An access token of a new session. */
  token: string;
  sessionId: string;
  refreshToken: string;
}

/** Creates a user with a verified address and signs it in, using only the database. */
export async function createUser(
  { services }: { services: Pick<Services, 'clock' | 'config' | 'database' | 'keys'> },
  { email = `${randomUUID()}@example.com`, kind = 'browser' }: { email?: string; kind?: 'browser' | 'device' } = {},
): Promise<TestUser> {
  const { clock, config, database, keys } = services;
  const id = randomUUID();
  await database.insert(users).values({ id, email, emailVerifiedAt: clock.now(), createdAt: clock.now() });
  const session = await startSession(database, services, { userId: id, kind, name: 'A test' });
  const tokens = new AccessTokens({ keys, clock, publicApiUrl: config.publicApiUrl });
  return { id, email, token: await tokens.issue(session), ...session };
}
