// Writes the tables of docs/configuration.md that are made from the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeEnvironmentTables } from './environment-tables.ts';

const file = join(import.meta.dirname, '..', 'docs', 'configuration.md');
writeFileSync(file, writeEnvironmentTables(readFileSync(file, 'utf8')));
