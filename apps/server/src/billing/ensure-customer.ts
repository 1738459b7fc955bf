import { and, eq, isNull } from 'drizzle-orm';
import { MINUTE_MS } from '../clock.ts';
import { users } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../services.ts';
import { askProvider, findAtProvider } from './payment-provider.ts';

/** Who pays. */
export interface Buyer {
  userId: string;
  email: string;
  customerId: string | null;
}

const ATTEMPT_MS = 10 * MINUTE_MS;
const PAGE = 100;

/**
 * Returns part of an idempotency key: attempts at the same thing within a few minutes are one. Not forever: the
 * provider repeats its answer to a key for a day, even if that was a failure.
 */
export function currentAttempt({ clock }: Pick<Services, 'clock'>): number {
  return Math.floor(clock.now().getTime() / ATTEMPT_MS);
}

/**
 * Finds the user's only customer at the provider, or creates it. One that was deleted there is created again. Throws as
 * `askProvider` does.
 *
 * @returns its id
 */
export async function ensureCustomer(services: Services, buyer: Buyer): Promise<string> {
  const { customerId } = buyer;
  if (customerId !== null && (await isThere(services, customerId))) return customerId;
  // Reuses one whose answer got lost, or that the server didn't store before it ended.
  const made = (await findLostCustomer(services, buyer)) ?? (await createCustomer(services, buyer));
  return storeCustomer(services, buyer, made);
}

async function isThere(services: Services, customerId: string): Promise<boolean> {
  const customer = await findAtProvider(services, (stripe) => stripe.customers.retrieve(customerId));
  return customer !== undefined && !customer.deleted;
}

async function findLostCustomer(services: Services, { userId, email }: Buyer): Promise<string | undefined> {
  const { data } = await askProvider(services, (stripe) => stripe.customers.list({ email, limit: PAGE }));
  return data.find(({ metadata: { userId: owner } }) => owner === userId)?.id;
}

async function createCustomer(services: Services, { userId, email, customerId }: Buyer): Promise<string> {
  const idempotencyKey = `customer-${userId}-${customerId ?? 'first'}-${currentAttempt(services)}`;
  const { id } = await askProvider(services, (stripe) =>
    stripe.customers.create({ email, metadata: { userId } }, { idempotencyKey }),
  );
  return id;
}

/** Of two simultaneous calls, the first stores its customer, and both continue with that one. */
async function storeCustomer(services: Services, { userId, customerId }: Buyer, made: string): Promise<string> {
  const { database } = services;
  const isAsBefore = customerId === null ? isNull(users.customerId) : eq(users.customerId, customerId);
  await database
    .update(users)
    .set({ customerId: made })
    .where(and(eq(users.id, userId), isAsBefore));
  const [user] = await database.select({ customerId: users.customerId }).from(users).where(eq(users.id, userId));
  if (user?.customerId != null) return user.customerId;
  // The account was deleted meanwhile, so its address is deleted there too.
  await findAtProvider(services, (stripe) => stripe.customers.del(made));
  throw new Failure('session-ended');
}
