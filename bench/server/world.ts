import { AccessTokens } from '@workspace/server/auth/access-tokens';
import { PasswordHashing } from '@workspace/server/auth/password-hashing';
import { type LiveSession, startSession } from '@workspace/server/auth/sessions';
import { systemClock } from '@workspace/server/clock';
import type { DatabaseHandle } from '@workspace/server/database/database';
import { users } from '@workspace/server/database/schema';
import { Keys } from '@workspace/server/secrets/keys';
import { PASSWORD, type Population, populate } from './population.ts';
import { CONFIG, ProductServer } from './product-server.ts';

const keys = new Keys(CONFIG.secrets);
const tokens = new AccessTokens({ keys, clock: systemClock, publicApiUrl: CONFIG.publicApiUrl });

/** A server with users who have dictated. */
export class World {
  readonly server: ProductServer;
  readonly #handle: DatabaseHandle;
  /** The users that make calls. */
  readonly #userIds: readonly string[];

  private constructor(server: ProductServer, handle: DatabaseHandle, userIds: readonly string[]) {
    this.server = server;
    this.#handle = handle;
    this.#userIds = userIds;
  }

  /** Starts a server on a new folder; the given number of its users will make calls. */
  static async create(dataDir: string, population: Population, callers: number): Promise<World> {
    await fill(dataDir, population);
    const server = await ProductServer.start(dataDir);
    const handle = await server.openDatabase();
    const rows = await handle.database.select({ id: users.id }).from(users).limit(callers);
    return new World(
      server,
      handle,
      rows.map(({ id }) => id),
    );
  }

  /** Starts new sessions, spread over the callers. */
  startSessions(count: number): Promise<LiveSession[]> {
    const { database } = this.#handle;
    const ids = Array.from({ length: count }, (_, index) => this.#userIds[index % this.#userIds.length] ?? '');
    const session = { kind: 'browser', name: 'A browser' } as const;
    return Promise.all(
      ids.map((userId) => startSession(database, { clock: systemClock, keys }, { userId, ...session })),
    );
  }

  /** Issues new access tokens, one for each caller. */
  async issueTokens(): Promise<string[]> {
    const sessions = await this.startSessions(this.#userIds.length);
    return Promise.all(sessions.map((session) => tokens.issue(session)));
  }

  async end(): Promise<void> {
    await this.#handle.close();
    await this.server.end();
  }
}

/**
 * Fills the database using a separate server: when that ends, everything is flushed to disk, which would otherwise go
 * on during the measurements.
 */
async function fill(dataDir: string, population: Population): Promise<void> {
  const server = await ProductServer.start(dataDir);
  const handle = await server.openDatabase();
  await populate(handle, population, await new PasswordHashing().hash(PASSWORD));
  await handle.close();
  await server.end();
}

/** What a bare server needs to verify our access tokens. */
export const TOKEN_CHECK = {
  TOKEN_KEY: Buffer.from(keys.current('access-token')).toString('base64'),
  TOKEN_ISSUER: CONFIG.publicApiUrl,
};
