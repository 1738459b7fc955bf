import { eq } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { plans } from '../database/schema.ts';

const NAMES = {
  subscription: 'Standard, by a subscription',
  license: 'Standard, by a license',
} as const;

/** Returns a user's plan in words. */
export async function readPlan(connection: Connection, userId: string): Promise<string> {
  const [plan] = await connection.select({ source: plans.source }).from(plans).where(eq(plans.userId, userId));
  return plan === undefined ? 'Beta Tester' : NAMES[plan.source];
}
