import { randomUUID } from 'node:crypto';
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Connection } from '../../database/database.ts';
import { sessions } from '../../database/schema.ts';
import { TABLES } from '../../testing/schema-tables.ts';

/** A stored value about a user. */
export interface HeldValue {
  /** For example `sessions.name`. */
  column: string;
  /** As in JSON. */
  value: unknown;
}

/** Returns every table whose rows belong to a user. */
export function tablesOfUsers(): PgTable[] {
  return TABLES.filter((table) => 'userId' in getTableColumns(table));
}

/**
 * Writes one row about a user into each of these tables, and fills every column with a value found nowhere else if its
 * type allows that.
 */
export async function fillTables(connection: Connection, userId: string, seed: number): Promise<HeldValue[]> {
  const held: HeldValue[] = [];
  let sessionId: unknown;
  for (const table of tablesOfUsers()) {
    const row = Object.entries(getTableColumns(table)).flatMap(([name, column], index) =>
      isGenerated(column) ? [] : [[name, { userId, sessionId }[name] ?? valueFor(column, seed + held.length + index)]],
    );
    const [written] = await connection.insert(table).values(Object.fromEntries(row)).returning();
    if (table === sessions) sessionId = written?.['id'];
    for (const [name, value] of Object.entries(written ?? {})) {
      held.push({
        column: `${getTableName(table)}.${name}`,
        value: value instanceof Date ? value.toISOString() : value,
      });
    }
  }
  return held;
}

function isGenerated(column: PgColumn): boolean {
  return column.generatedIdentity !== undefined;
}

function valueFor(column: PgColumn, number: number): unknown {
  if (column.enumValues !== undefined && column.enumValues.length > 0) return column.enumValues[0];
  switch (column.columnType) {
    case 'PgUUID':
      return randomUUID();
    case 'PgText':
      return `text ${number}`;
    case 'PgChar':
      return `${2_000 + (number % 7_000)}-02`;
    case 'PgDateString':
      return `${2_000 + (number % 7_000)}-03-04`;
    case 'PgTimestamp':
      return new Date(Date.UTC(2026, 0, 1) + number * 1_000);
    case 'PgInteger':
    case 'PgBigInt53':
      return number;
    case 'PgBoolean':
      return true;
    case 'PgArray':
      return [number];
    default:
      throw new Error(`${column.name}: no value for a column of type ${column.columnType}`);
  }
}
