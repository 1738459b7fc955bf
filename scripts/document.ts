// Writes the tables of docs/operations.md that are made from the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeEnvironmentTables } from './environment-tables.ts';

const file = join(import.meta.dirname, '..', 'docs', 'operations.md');
writeFileSync(file, writeEnvironmentTables(readFileSync(file, 'utf8')));
