import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../database/database.ts';
import { grants } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { lockUser, updatePlan } from './update-plan.ts';

/** Gives a user a license as a gift. Returns false if the user already has one from support, or doesn't exist. */
export async function grantLicense(transaction: Transaction, services: Services, userId: string): Promise<boolean> {
  // Under the lock, two simultaneous calls give one license.
  if (!(await lockUser(transaction, userId))) return false;
  const granted = await transaction
    .select({ id: grants.id })
    .from(grants)
    .where(and(eq(grants.userId, userId), isNull(grants.revokedAt)));
  if (granted.length > 0) return false;
  await transaction.insert(grants).values({ id: randomUUID(), userId, grantedAt: services.clock.now() });
  await updatePlan(transaction, services, userId);
  return true;
}

/** Takes back what support gave; what was paid for stays. Returns false if there is nothing to take back. */
export async function revokeLicense(transaction: Transaction, services: Services, userId: string): Promise<boolean> {
  await lockUser(transaction, userId);
  const revoked = await transaction
    .update(grants)
    .set({ revokedAt: services.clock.now() })
    .where(and(eq(grants.userId, userId), isNull(grants.revokedAt)))
    .returning({ id: grants.id });
  if (revoked.length === 0) return false;
  await updatePlan(transaction, services, userId);
  return true;
}
