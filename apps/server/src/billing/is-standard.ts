import { eq } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { plans } from '../database/schema.ts';

/** Whether a user is Standard now, according to the database. */
export async function isStandard(connection: Connection, userId: string): Promise<boolean> {
  const found = await connection.select({ source: plans.source }).from(plans).where(eq(plans.userId, userId));
  return found.length > 0;
}
