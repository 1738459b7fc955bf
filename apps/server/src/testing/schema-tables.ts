import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from '../database/schema.ts';

/** Every table of the schema. */
export const TABLES: readonly PgTable[] = Object.values(schema).filter((value) => is(value, PgTable));
