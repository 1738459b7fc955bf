import type { FastifyBaseLogger } from 'fastify';
import { PasswordHashing } from './auth/password-hashing.ts';
import { createPaymentProvider } from './billing/payment-provider.ts';
import { type Clock, systemClock } from './clock.ts';
import type { ServerConfig } from './config.ts';
import type { DatabaseHandle, DatabaseLocation } from './database/database.ts';
import { RateLimits } from './http/rate-limits.ts';
import { Jobs } from './jobs/jobs.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { Keys } from './secrets/keys.ts';
import type { Services } from './services.ts';

export interface ServicesOptions {
  config: ServerConfig;
  location: DatabaseLocation;
  handle: DatabaseHandle;
  log: FastifyBaseLogger;
  /** The system's by default. */
  clock?: Clock;
  mailer?: Mailer;
  /** Whether to only enqueue jobs, into queues that a server has created. */
  isGuest?: boolean;
}

/** Creates the services that every feature uses. Doesn't contact anything outside. */
export function createServices({
  config,
  location,
  handle: { database, pool },
  log,
  clock = systemClock,
  mailer = createMailer(config),
  isGuest = false,
}: ServicesOptions): Services {
  const keys = new Keys(config.secrets);
  return {
    config,
    clock,
    database,
    pool,
    jobs: new Jobs(location, log, { isGuest }),
    keys,
    passwords: new PasswordHashing(),
    rateLimits: new RateLimits({ database, clock, keys }),
    mailer,
    payments: config.payments && createPaymentProvider(config.payments),
    log,
  };
}
