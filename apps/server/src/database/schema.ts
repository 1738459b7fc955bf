import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  char,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

// Times come from the server's clock, so no column has a default of the database's.
const time = () => timestamp({ withTimezone: true, precision: 3 });
const bigintIdentity = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

/** An account. Until its address is verified it is only a registration: nobody can sign in to it. */
export const users = pgTable('users', {
  id: uuid().primaryKey(),
  /** As `emailSchema` gives it: in lower case. */
  email: text().notNull().unique(),
  emailVerifiedAt: time(),
  /** PHC string. null: signs in by Google alone, or isn't verified yet. */
  passwordHash: text(),
  /** At the payment provider; at most one. */
  customerId: text().unique(),
  /** Of the newest dictation that was reported; days are counted in its zone. */
  newestUsageAt: time(),
  usageTimezone: text(),
  /** The last day (in UTC) on which dictations were received, and how many new ones that day. */
  usageReceivedOn: date(),
  usageReceivedCount: integer().notNull().default(0),
  /** Whether the totals by hour hold all dictations. null: some are older than those totals, and are added when they are first read. */
  usageHoursComplete: boolean().default(true),
  createdAt: time().notNull(),
});

/**
 * An attempt to register an address. The link that confirms it is mailed to the address and activates that attempt's
 * password or identity: so only a password that the mailbox's owner has confirmed ever opens the account.
 */
export const registrations = pgTable(
  'registrations',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    passwordHash: text(),
    issuer: text(),
    subject: text(),
    createdAt: time().notNull(),
    expiresAt: time().notNull(),
    confirmedAt: time(),
  },
  (table) => [index().on(table.userId, table.createdAt), index().on(table.expiresAt)],
);

/** An account elsewhere (OpenID Connect) with which the user signs in. Known by issuer and subject, never by address. */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index().on(table.userId)],
);

/** A browser or a Mac that is signed in. Its refresh token is derived from id and generation. It ends with its row. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['browser', 'device'] }).notNull(),
    name: text().notNull(),
    platform: text(),
    appVersion: text(),
    /** Counts the refresh tokens given; only the last may be used. */
    generation: integer().notNull().default(0),
    /** When each of the last generations was used, the newest first, in milliseconds since 1970. */
    rotationTimes: bigint({ mode: 'number' }).array().notNull().default(sql`'{}'`),
    createdAt: time().notNull(),
    lastUsedAt: time().notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
);

/** Browsers in which a user has signed in, by the hash of a cookie: a sign-in elsewhere is reported by mail. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    browserHash: text().notNull(),
    lastSeenAt: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.browserHash] }), index().on(table.lastSeenAt)],
);

/** Random tokens that work once. Using one deletes its row. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    /** SHA-256 of the token. */
    tokenHash: text().primaryKey(),
    purpose: text({ enum: ['setup', 'password-reset'] }).notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In which a setup token was made: it ends with that. null: not one of those, or made by a server of version 0.5. */
    sessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: time().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.sessionId), index().on(table.expiresAt)],
);

/**
 * Dictations, each counted once by its id. The totals below are kept in the same statement: by hour by a trigger, whoever writes, by
 * day and month by the report.
 */
export const usageEntries = pgTable(
  'usage_entries',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    startedAt: time().notNull(),
    seconds: integer().notNull(),
    timezone: text().notNull(),
  },
  (table) => [index().on(table.userId, table.startedAt, table.seconds), check('seconds', sql`${table.seconds} >= 0`)],
);

/** By the hour in which dictations began, of those that took any seconds. A trigger on the entries adds to it. */
export const usageHours = pgTable(
  'usage_hours',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its first moment, in UTC. */
    hour: time().notNull(),
    /** When the first of its dictations began. */
    firstAt: time().notNull(),
    seconds: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hour] })],
);

export const usageDays = pgTable(
  'usage_days',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    seconds: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

export const usageMonths = pgTable(
  'usage_months',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `YYYY-MM` */
    month: char({ length: 7 }).notNull(),
    seconds: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.month] })],
);

/** Why a user is Standard. Derived from the three tables below whenever they change; no row: Beta Tester. */
export const plans = pgTable('plans', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  source: text({ enum: ['subscription', 'license'] }).notNull(),
  priceId: text().notNull(),
  currentPeriodEnd: time(),
  cancelAtPeriodEnd: boolean().notNull(),
});

/** Subscriptions to our price, as the provider last reported them. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    /** The provider's id. */
    id: text().primaryKey(),
    customerId: text().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    priceId: text().notNull(),
    /** The provider's word, such as `active`. */
    status: text().notNull(),
    currentPeriodEnd: time(),
    cancelAtPeriodEnd: boolean().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.customerId)],
);

/** Licenses that were paid, as the provider last reported them. One without a user waits to be claimed by its address. */
export const purchases = pgTable(
  'purchases',
  {
    /** The provider's id of the checkout session. */
    id: text().primaryKey(),
    paymentIntentId: text().unique(),
    customerId: text(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Kept only until a user is known. */
    email: text(),
    status: text({ enum: ['paid', 'refunded', 'disputed'] }).notNull(),
    /** In the currency's smallest unit. */
    amount: integer(),
    currency: text(),
    paidAt: time().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.email), index().on(table.customerId)],
);

/** Licenses that support gave away. */
export const grants = pgTable(
  'grants',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    grantedAt: time().notNull(),
    revokedAt: time(),
  },
  (table) => [index().on(table.userId)],
);

/** Notices of the payment provider, by its id. What they say is not kept: the truth is read from the provider. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** What the event is about. */
    objectId: text(),
    paymentIntentId: text(),
    receivedAt: time().notNull(),
    processedAt: time(),
  },
  (table) => [index().on(table.processedAt, table.receivedAt)],
);

/** What visitors did on the site. */
export const trackingEvents = pgTable(
  'tracking_events',
  {
    id: bigintIdentity(),
    sessionId: text().notNull(),
    event: text().notNull(),
    utmSource: text(),
    utmMedium: text(),
    utmCampaign: text(),
    utmTerm: text(),
    utmContent: text(),
    metadata: jsonb(),
    receivedAt: time().notNull(),
  },
  (table) => [index().on(table.receivedAt)],
);

/** Who did what with an account. Ids alone: it outlives the account. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigintIdentity(),
    at: time().notNull(),
    /** `user`, `support` or `system`. */
    actor: text({ enum: ['user', 'support', 'system'] }).notNull(),
    /** The support operator. null: not support, or a version before this one. */
    operator: text(),
    action: text().notNull(),
    userId: uuid(),
    /** What it was done to, such as a session's id. */
    subjectId: text(),
  },
  (table) => [index().on(table.userId, table.at), index().on(table.at)],
);

/** Counters of attempts. Unlogged: they may be lost when the database crashes, and cost no flush. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** Never an address or name in clear: a keyed hash. */
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: time().notNull(),
  },
  (table) => [index().on(table.resetsAt)],
);
