import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../database/database.ts';
import { grants } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { lockUser, updatePlan } from './update-plan.ts';

/** Takes back what support gave; what was paid for stays. Returns false where there is nothing to take back. */
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
