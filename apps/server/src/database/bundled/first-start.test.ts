import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startBundledDatabase } from './bundled-database.ts';
import { findPackageFolder, preparePrograms } from './postgres-programs.ts';
import { ask, scratchFolder } from './testing/data-folders.ts';
import { killOwners, OwnerProcess } from './testing/owner-process.ts';

const folder = scratchFolder();
/** Where PostgreSQL's user keeps the files that `initdb` made the first time. */
const made = join(folder, 'made');
let cases = 0;

beforeAll(async () => {
  // PostgreSQL's user starts programs in it.
  await chmod(folder, 0o755);
  await mkdir(made);
  await chmod(made, 0o777);
});

afterEach(killOwners);

/** Does what `initdb` does; after the first time by copying, which takes a tenth of the time. */
const INITDB = `case "$*" in
*sync-only*) exec "$real" "$@";;
esac
test -e '${made}/cluster' || { "$real" "$@" && cp -R "$2" '${made}/cluster' && rm -R "$2"; }
cp -R '${made}/cluster' "$2"`;

/** Waits at this point until it is stopped. */
const HALT = 'touch "$marks/halted"; exec sleep 1000';

interface Scripts {
  initdb?: string;
  postgres?: string;
  isDurable?: boolean;
  /** What a start that is stopped at this point leaves behind. */
  leaves?: string[];
}

const POINTS: [string, Scripts][] = [
  ['before the folder is created', { initdb: HALT }],
  ['while files are being created', { initdb: `mkdir "$2"; echo 18 > "$2/PG_VERSION"; ${HALT}` }],
  ['after all files are created', { initdb: `${INITDB}; ${HALT}` }],
  ['before the role is created', { postgres: `case "$1" in --single) ${HALT};; esac; exec "$real" "$@"` }],
  ['after the role is created', { postgres: `case "$1" in --single) "$real" "$@"; ${HALT};; esac; exec "$real" "$@"` }],
  ['before everything is on disk', { isDurable: true, initdb: `case "$*" in *sync-only*) ${HALT};; esac; ${INITDB}` }],
  [
    'before the server program runs',
    { postgres: `case "$1" in -D) ${HALT};; esac; exec "$real" "$@"`, leaves: ['cluster'] },
  ],
];

test.each(POINTS)('A first start that is killed %s does not hinder the next one', async (_, scripts) => {
  const { marks, dataDir, packageFolder } = await makeHome(scripts);
  const owner = OwnerProcess.start({ dataDir, packageFolder, isDurable: scripts.isDurable ?? false });
  const tooFar = owner.line(0).then((line) => Promise.reject(new Error(`It went on: ${line}`)));
  await Promise.race([untilHalted(marks), tooFar]);
  expect(await owner.kill()).toEqual([]);

  const { packageFolder: unhindered } = await makeHome({});
  const database = await startBundledDatabase({ dataDir, packageFolder: unhindered, isDurable: false });
  await ask(database.connection, 'CREATE TABLE numbers (number integer)');
  await database.stop();
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['cluster']);
});

test.each(POINTS)(
  'A first start that is asked to stop %s does so immediately and leaves nothing half-done',
  async (_, scripts) => {
    const { marks, dataDir, packageFolder } = await makeHome(scripts);
    const stopping = new AbortController();
    const options = { dataDir, packageFolder, isDurable: scripts.isDurable ?? false, stopping: stopping.signal };
    const started = startBundledDatabase(options);
    await Promise.race([untilHalted(marks), started]);
    const reason = new Error('told to end');
    stopping.abort(reason);
    await expect(started).rejects.toBe(reason);
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(scripts.leaves ?? []);
  },
);

/** Waits however long that takes on a busy machine. */
async function untilHalted(marks: string): Promise<void> {
  while (!(await readdir(marks)).includes('halted')) await pause(10);
}

/**
 * Makes a folder for one test, with a subfolder where programs of PostgreSQL's user leave marks, and a package folder
 * like npm's, whose programs stop at some point.
 */
async function makeHome({ initdb = INITDB, postgres = 'exec "$real" "$@"' }: Scripts) {
  cases += 1;
  const home = join(folder, `${cases}`);
  const marks = join(home, 'marks');
  await mkdir(marks, { recursive: true });
  await chmod(marks, 0o777);
  const programs = await preparePrograms(findPackageFolder());
  const packageFolder = join(home, 'package');
  const bin = join(packageFolder, 'native', 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(packageFolder, 'native', 'pg-symlinks.json'), '[]');
  for (const [name, script] of Object.entries({ initdb, postgres })) {
    const real = programs[name as 'initdb' | 'postgres'];
    await writeFile(join(bin, name), `#!/bin/sh\nmarks='${marks}'\nreal='${real}'\n${script}\n`, { mode: 0o755 });
  }
  return { marks, dataDir: join(home, 'data'), packageFolder };
}
