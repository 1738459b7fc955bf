// Writes the parts of documents that repeat code: the tables of docs/configuration.md, and the index of decisions.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisionIndexOf } from './decision-index.ts';
import { writeEnvironmentTables } from './environment-tables.ts';

const DOCS = join(import.meta.dirname, '..', 'docs');
const CONFIGURATION = join(DOCS, 'configuration.md');
const DECISIONS = join(DOCS, 'decisions');

writeFileSync(CONFIGURATION, writeEnvironmentTables(readFileSync(CONFIGURATION, 'utf8')));
writeFileSync(join(DECISIONS, 'README.md'), decisionIndexOf(DECISIONS));
