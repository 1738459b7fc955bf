import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startBundledDatabase } from './bundled-database.ts';
import { BundledDatabaseError } from './bundled-database-error.ts';
import { clusterOf, copyFolder, scratchFolder } from './testing/data-folders.ts';

const folder = scratchFolder();
let pristine: string;

beforeAll(async () => {
  pristine = join(folder, 'pristine');
  await (await startBundledDatabase({ dataDir: pristine, isDurable: false })).stop();
});

async function failureOf(dataDir: string): Promise<string> {
  const error = await startBundledDatabase({ dataDir, isDurable: false }).catch((error: unknown) => error);
  if (!(error instanceof BundledDatabaseError)) throw error;
  expect(error.message).not.toContain('\n');
  expect(error.message).toContain(dataDir);
  return error.message;
}

const DAMAGES: [string, (cluster: string) => Promise<void>, RegExp][] = [
  [
    'was made by another version of PostgreSQL',
    (cluster) => writeFile(join(cluster, 'PG_VERSION'), '17\n'),
    /database files are incompatible with server\. Another version of PostgreSQL made it: .*pg_dump/,
  ],
  [
    'has a garbled version',
    (cluster) => writeFile(join(cluster, 'PG_VERSION'), '\0\0'),
    /is not a valid data directory\. Restore the folder from a backup, or move it away/,
  ],
  [
    'lost its control file',
    (cluster) => rm(join(cluster, 'global', 'pg_control')),
    /pg_control.*Restore the folder from a backup/,
  ],
  [
    'lost its write-ahead log',
    async (cluster) => {
      await rm(join(cluster, 'pg_wal'), { recursive: true });
    },
    /pg_wal.*Restore the folder from a backup/,
  ],
  ['is readable by others', (cluster) => chmod(cluster, 0o755), /has invalid permissions\. Give the folder/],
  [
    'is empty',
    async (cluster) => {
      await rm(cluster, { recursive: true });
      await mkdir(cluster);
    },
    /Restore the folder from a backup|Give the folder/,
  ],
];

test.each(DAMAGES)('A folder that %s is reported in one line that says what to do', async (name, damage, line) => {
  const dataDir = join(folder, name.replaceAll(' ', '-'));
  await copyFolder(pristine, dataDir);
  await damage(clusterOf(dataDir));
  expect(await failureOf(dataDir)).toMatch(line);
  // And again: the first failure left nothing behind that hides it, such as a claim.
  expect(await failureOf(dataDir)).toMatch(line);
});

test('A DATA_DIR that is a file is reported', async () => {
  const dataDir = join(folder, 'file');
  await writeFile(dataDir, 'text');
  expect(await failureOf(dataDir)).toMatch(/Choose a folder for DATA_DIR\.$/);
  expect(await readFile(dataDir, 'utf8')).toBe('text');
});

test.skipIf(process.getuid?.() === 0)('A read-only folder is reported', async () => {
  const dataDir = join(folder, 'read-only');
  await mkdir(dataDir, { mode: 0o500 });
  expect(await failureOf(dataDir)).toMatch(/EACCES.*Give the folder/);
});
