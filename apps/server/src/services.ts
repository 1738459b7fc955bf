import type { FastifyBaseLogger } from 'fastify';
import type Stripe from 'stripe';
import type { PasswordHashing } from './auth/password-hashing.ts';
import type { Clock } from './clock.ts';
import type { ServerConfig } from './config.ts';
import type { ConnectionCounts, Database } from './database/database.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Keys } from './secrets/keys.ts';

/** The services that every feature uses, created once (`createServices`). */
export interface Services {
  config: ServerConfig;
  clock: Clock;
  database: Database;
  /** The database's connections. */
  pool: ConnectionCounts;
  jobs: Jobs;
  keys: Keys;
  passwords: PasswordHashing;
  rateLimits: RateLimits;
  mailer: Mailer;
  /** undefined if payments aren't configured. */
  payments: Stripe | undefined;
  log: FastifyBaseLogger;
}
