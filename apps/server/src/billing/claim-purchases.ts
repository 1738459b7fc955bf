import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../database/database.ts';
import { purchases } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { lockAddress } from './lock-address.ts';
import { updatePlan } from './update-plan.ts';

/** Gives a user what was paid for their address before the account existed. Call it once the address is verified. */
export async function claimPurchases(
  transaction: Transaction,
  services: Services,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  await lockAddress(transaction, email);
  const claimed = await transaction
    .update(purchases)
    .set({ userId, email: null })
    .where(and(eq(purchases.email, email), isNull(purchases.userId)))
    .returning({ id: purchases.id });
  if (claimed.length > 0) await updatePlan(transaction, services, userId);
}
