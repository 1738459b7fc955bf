import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Transaction } from '../database/database.ts';
import { grants, plans, purchases, subscriptions, users } from '../database/schema.ts';
import type { Services } from '../services.ts';

/** While the provider retries the payment (`past_due`), the plan stays. */
const STANDARD_STATUSES = ['active', 'trialing', 'past_due'];

type Plan = Omit<typeof plans.$inferSelect, 'userId' | 'priceId'>;

const LICENSE: Plan = { source: 'license', currentPeriodEnd: null, cancelAtPeriodEnd: false };

/**
 * Locks a user's row, under which the plan is written. Call it before changing the rows that the plan is derived from,
 * so that everyone who changes them waits in the same order.
 *
 * @returns whether there is such a user
 */
export async function lockUser(transaction: Transaction, userId: string): Promise<boolean> {
  const found = await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  return found.length > 0;
}

/**
 * Derives a user's plan again from subscriptions, purchases and grants, in the transaction that changed one of them. A
 * license takes precedence, since it lasts.
 */
export async function updatePlan(transaction: Transaction, services: Services, userId: string): Promise<void> {
  // Two of these at the same time would each miss what the other's transaction changed.
  if (!(await lockUser(transaction, userId))) return;
  const [before] = await transaction.select().from(plans).where(eq(plans.userId, userId));
  const plan = (await hasLicense(transaction, userId)) ? LICENSE : await planBySubscription(transaction, userId);
  if (plan === undefined) {
    await transaction.delete(plans).where(eq(plans.userId, userId));
  } else {
    const values = { ...plan, priceId: standardPriceId(services) };
    await transaction
      .insert(plans)
      .values({ ...values, userId })
      .onConflictDoUpdate({ target: plans.userId, set: values });
  }
  if (before?.source === plan?.source) return;
  await recordAuditEvent(transaction, services.clock, {
    actor: 'system',
    action: 'plan-changed',
    userId,
    subjectId: plan?.source ?? 'none',
  });
}

/** Returns the id that names a plan to the site, whatever was paid; empty if payments aren't configured. */
export function standardPriceId({ config }: Pick<Services, 'config'>): string {
  return config.payments?.standardPriceId ?? '';
}

async function hasLicense(transaction: Transaction, userId: string): Promise<boolean> {
  const paid = await transaction
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.status, 'paid')))
    .limit(1);
  if (paid.length > 0) return true;
  const granted = await transaction
    .select({ id: grants.id })
    .from(grants)
    .where(and(eq(grants.userId, userId), isNull(grants.revokedAt)))
    .limit(1);
  return granted.length > 0;
}

/** Of several subscriptions, the one that lasts longest counts. */
async function planBySubscription(transaction: Transaction, userId: string): Promise<Plan | undefined> {
  const [subscription] = await transaction
    .select({
      currentPeriodEnd: subscriptions.currentPeriodEnd,
      cancelAtPeriodEnd: subscriptions.cancelAtPeriodEnd,
    })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), inArray(subscriptions.status, STANDARD_STATUSES)))
    .orderBy(subscriptions.cancelAtPeriodEnd, desc(subscriptions.currentPeriodEnd))
    .limit(1);
  return subscription && { source: 'subscription', ...subscription };
}
