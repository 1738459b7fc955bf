import { sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';

/** Returns the tables, of all schemas, in which a row has the text in any column, ignoring case. */
export async function findInTables(database: Database, text: string): Promise<string[]> {
  const tables = await database.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by name`);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const hits = await database.execute(
      sql`select 1 from ${sql.raw(name)} as held where position(lower(${text}) in lower(held::text)) > 0 limit 1`,
    );
    if (hits.rows.length > 0) found.push(name);
  }
  return found;
}
