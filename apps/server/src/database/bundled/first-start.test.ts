import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startBundledDatabase } from './bundled-database.ts';
import { findPackageFolder, preparePrograms } from './postgres-programs.ts';
import { ask, scratchFolder } from './testing/data-folders.ts';
import { killOwners, OwnerProcess } from './testing/owner-process.ts';

const folder = scratchFolder();
let cases = 0;

beforeAll(async () => {
  // PostgreSQL's user starts programs in it.
  await chmod(folder, 0o755);
});

afterEach(killOwners);

/** Waits here until it is killed. */
const HALT = 'touch "$marks/halted"; exec sleep 1000';

interface Scripts {
  initdb?: string;
  postgres?: string;
  isDurable?: boolean;
}

const POINTS: [string, Scripts][] = [
  ['before the folder is made', { initdb: HALT }],
  ['while files are made', { initdb: `mkdir "$2"; echo 18 > "$2/PG_VERSION"; ${HALT}` }],
  ['when all files are made', { initdb: `case "$*" in *sync-only*) exec "$real" "$@";; esac; "$real" "$@"; ${HALT}` }],
  ['before the role is made', { postgres: `case "$1" in --single) ${HALT};; esac; exec "$real" "$@"` }],
  ['when the role is made', { postgres: `case "$1" in --single) "$real" "$@"; ${HALT};; esac; exec "$real" "$@"` }],
  ['before all is on disk', { isDurable: true, initdb: `case "$*" in *sync-only*) ${HALT};; esac; exec "$real" "$@"` }],
  ['before the first start', { postgres: `case "$1" in -D) ${HALT};; esac; exec "$real" "$@"` }],
];

test.each(POINTS)('A first start that is killed %s leaves nothing that hinders the next one', async (_, scripts) => {
  cases += 1;
  const { home, marks, dataDir } = await makeHome(`${cases}`);
  const packageFolder = await makePackage(home, marks, scripts);
  const owner = OwnerProcess.start({ dataDir, packageFolder, isDurable: scripts.isDurable ?? false });
  await vi.waitFor(async () => expect(await readdir(marks)).toEqual(['halted']), 20_000);
  expect(await owner.kill()).toEqual([]);

  const database = await startBundledDatabase({ dataDir, isDurable: false });
  await ask(database.connection, 'CREATE TABLE numbers (number integer)');
  await database.stop();
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['cluster']);
});

test('A first start that is told to end goes no further, and leaves nothing behind', async () => {
  const { home, marks, dataDir } = await makeHome('told');
  const untilGoOn = 'touch "$marks/halted"; until test -e "$marks/go-on"; do sleep 0.01; done';
  const packageFolder = await makePackage(home, marks, {
    initdb: `${untilGoOn}; exec "$real" "$@"`,
    postgres: 'touch "$marks/went-on"; exec "$real" "$@"',
  });
  const stopping = new AbortController();
  const started = startBundledDatabase({ dataDir, packageFolder, isDurable: false, stopping: stopping.signal });
  await vi.waitFor(async () => expect(await readdir(marks)).toEqual(['halted']), 20_000);
  const told = new Error('told to end');
  stopping.abort(told);
  await writeFile(join(marks, 'go-on'), '');
  await expect(started).rejects.toBe(told);
  expect(await readdir(marks)).not.toContain('went-on');
  expect(await readdir(join(dataDir, 'postgres'))).toEqual([]);
  await (await startBundledDatabase({ dataDir, isDurable: false })).stop();
});

/** A folder of a test's own, with one in which programs of PostgreSQL's user leave marks. */
async function makeHome(name: string) {
  const home = join(folder, name);
  const marks = join(home, 'marks');
  await mkdir(marks, { recursive: true });
  await chmod(marks, 0o777);
  return { home, marks, dataDir: join(home, 'data') };
}

/** A package folder like npm's, whose programs stop at some point. */
async function makePackage(home: string, marks: string, scripts: Scripts) {
  const programs = await preparePrograms(findPackageFolder());
  const packageFolder = join(home, 'package');
  const bin = join(packageFolder, 'native', 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(packageFolder, 'native', 'pg-symlinks.json'), '[]');
  for (const name of ['initdb', 'postgres'] as const) {
    const script = `#!/bin/sh\nmarks='${marks}'\nreal='${programs[name]}'\n${scripts[name] ?? 'exec "$real" "$@"'}\n`;
    await writeFile(join(bin, name), script, { mode: 0o755 });
  }
  return packageFolder;
}
