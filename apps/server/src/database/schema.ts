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

// Times come from the server's clock, so no column defaults to the database's time.
const time = () => timestamp({ withTimezone: true, precision: 3 });
const bigintIdentity = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

/** An account. Until its address is verified it is only a registration: nobody can sign in to it. */
export const users = pgTable('users', {
  id: uuid().primaryKey(),
  /** As `emailSchema` returns it: in lower case. */
  email: text().notNull().unique(),
  emailVerifiedAt: time(),
  /** PHC string. null: signs in only with Google, or isn't verified yet. */
  passwordHash: text(),
  /** At the payment provider; at most one. */
  customerId: text().unique(),
  /** When the newest reported dictation began; days are counted in its time zone. */
  newestUsageAt: time(),
  usageTimezone: text(),
  /** The last day (in UTC) on which dictations were received, and how many new ones there were that day. */
  usageReceivedOn: date(),
  usageReceivedCount: integer().notNull().default(0),
  /**
   * Whether the hourly totals cover all dictations. null: some are older than those totals, and are added when the
   * totals are first read.
   */
  usageHoursComplete: boolean().default(true),
  createdAt: time().notNull(),
});

/**
 * An attempt to register an address. The confirmation link is mailed to the address and activates that attempt's
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

/**
 * An external account (OpenID Connect) that the user signs in with. Identified by issuer and subject, never by address.
 */
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

/** A signed-in browser or Mac. Its refresh token is derived from id and generation. Deleting its row ends it. */
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
    /** Counts the refresh tokens issued; only the last may be used. */
    generation: integer().notNull().default(0),
    /** When each of the last generations was used, newest first, in milliseconds since 1970. */
    rotationTimes: bigint({ mode: 'number' }).array().notNull().default(sql`'{}'`),
    createdAt: time().notNull(),
    lastUsedAt: time().notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
);

/** Browsers in which a user has signed in, by the hash of a cookie: a sign-in elsewhere is reported by email. */
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

/** Random single-use tokens. Using one deletes its row. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    /** SHA-256 of the token. */
    tokenHash: text().primaryKey(),
    purpose: text({ enum: ['setup', 'password-reset'] }).notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * The session in which a setup token was made, and with which it ends. null: another kind of token, or made by a
     * server of version 0.5.
     */
    sessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: time().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.sessionId), index().on(table.expiresAt)],
);

/**
 * Dictations, each counted once by its id. The totals below are kept in the same statement: by hour by a trigger,
 * whoever writes; by day and month by the report.
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

/**
 * Totals by the hour in which dictations began, except those of zero seconds. A trigger on the entries adds to them.
 */
export const usageHours = pgTable(
  'usage_hours',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Start of the hour, in UTC. */
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
    /** The provider's status, such as `active`. */
    status: text().notNull(),
    currentPeriodEnd: time(),
    cancelAtPeriodEnd: boolean().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.customerId)],
);

/** Paid licenses, as the provider last reported them. One without a user waits to be claimed through its address. */
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

/** Events from the payment provider, by its id. Their content isn't kept: the truth is read from the provider. */
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

/** Who did what with an account. Holds only ids, since it outlives the account. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigintIdentity(),
    at: time().notNull(),
    actor: text({ enum: ['user', 'support', 'system'] }).notNull(),
    /** The support operator. null: not support, or written by an earlier version. */
    operator: text(),
    action: text().notNull(),
    userId: uuid(),
    /** What it was done to, for example a session's id. */
    subjectId: text(),
  },
  (table) => [index().on(table.userId, table.at), index().on(table.at)],
);

/** Counters of attempts. Unlogged: they may be lost when the database crashes, and cost no flush. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** A keyed hash, never an address or name in the clear. */
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: time().notNull(),
  },
  (table) => [index().on(table.resetsAt)],
);
