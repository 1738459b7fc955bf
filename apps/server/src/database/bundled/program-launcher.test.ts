import { chmod, chown, mkdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBundledDatabase } from './bundled-database.ts';
import { BundledDatabaseError } from './bundled-database-error.ts';
import { findPackageFolder, preparePrograms } from './postgres-programs.ts';
import { ProgramLauncher } from './program-launcher.ts';
import { ask, copyFolder, postmasterOf, runProgram, scratchFolder } from './testing/data-folders.ts';
import { OwnerProcess } from './testing/owner-process.ts';

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
/** The rights of a process that matter here. */
const RIGHTS = /^(Uid|Gid|Groups|CapEff|NoNewPrivs):[ \t]*(.*?)[ \t]*$/gm;

const folder = scratchFolder();

async function rightsOf(launcher: ProgramLauncher): Promise<Record<string, string>> {
  const { stdout } = await launcher.run('cat', ['/proc/self/status']);
  return Object.fromEntries([...stdout.matchAll(RIGHTS)].map(([, name, value]) => [name, value]));
}

describe.runIf(IS_ROOT)('As root', () => {
  test('Programs run as another user, without root privileges if none are needed', async () => {
    const launcher = await ProgramLauncher.find(NOBODY, '/bin/sh', '/');
    const ids = '65534\t65534\t65534\t65534';
    const rights = { Uid: ids, Gid: ids, Groups: '', CapEff: '0000000000000000', NoNewPrivs: '1' };
    expect(await rightsOf(launcher)).toEqual(rights);
  });

  test('Programs get only the privilege to enter folders if a folder is closed to their user', async () => {
    const closed = join(folder, 'closed');
    await mkdir(join(closed, 'data'), { recursive: true, mode: 0o700 });
    const launcher = await ProgramLauncher.find(NOBODY, '/bin/sh', join(closed, 'data'));
    expect(await rightsOf(launcher)).toMatchObject({ CapEff: expect.stringMatching(/^0{15}[24]$/), NoNewPrivs: '1' });
  });

  test('A program that cannot be started is reported', async () => {
    const program = join(folder, 'missing');
    await expect(ProgramLauncher.find(NOBODY, program, '/')).rejects.toThrow(BundledDatabaseError);
  });

  test('The database starts even if only root may enter its folders and the library links are missing', async () => {
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    const packageFolder = join(home, 'package');
    // What `npm ci --ignore-scripts` leaves.
    await copyPackageWithoutLinks(packageFolder);
    const dataDir = join(home, 'data');
    const database = await startBundledDatabase({ dataDir, packageFolder, isDurable: false });
    expect(await ask(database.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.stop();
  });

  test('An ordinary user’s data folder stays theirs, and works for them and for root in turn', async ({ skip }) => {
    // Users other than root do so anyway.
    const asDaemon = ['setpriv', '--reuid=1', '--regid=1', '--clear-groups'];
    const program = join(import.meta.dirname, 'testing', 'owner-program.ts');
    const canEnter = await runProgram(asDaemon[0]!, [...asDaemon.slice(1), 'test', '-r', program]).then(
      () => true,
      () => false,
    );
    skip(!canEnter, 'The clone is in a folder that only root may enter.');
    await chmod(folder, 0o755);
    const dataDir = join(folder, 'ordinary');
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, 1, 1);
    for (const command of [asDaemon, [], asDaemon]) {
      const owner = OwnerProcess.start({ dataDir, isDurable: false }, 'serve', command);
      expect(await owner.line(0)).toBe('ready');
      const { stdout } = await runProgram('stat', ['-c', '%u', `/proc/${await postmasterOf(dataDir)}`]);
      expect(stdout.trim()).toBe('1');
      await owner.kill();
    }
  });
});

describe('Library links', () => {
  test('are created if npm left them out', async () => {
    const packageFolder = join(folder, 'without-links');
    await copyPackageWithoutLinks(packageFolder);
    await preparePrograms(packageFolder);
    const lib = join(packageFolder, 'native', 'lib');
    expect(await readlink(join(lib, 'libpq.so.5'))).toBe('libpq.so.5.18');
    await preparePrograms(packageFolder);
  });

  test.skipIf(IS_ROOT)('cause an error that says what to do if the folder is read-only', async () => {
    const packageFolder = join(folder, 'read-only');
    await copyPackageWithoutLinks(packageFolder);
    const lib = join(packageFolder, 'native', 'lib');
    await chmod(lib, 0o500);
    // Otherwise it couldn't be removed.
    onTestFinished(() => chmod(lib, 0o700));
    await expect(preparePrograms(packageFolder)).rejects.toThrow(/\(EACCES\)\. Run 'npm rebuild'/);
  });
});

async function copyPackageWithoutLinks(to: string): Promise<void> {
  await copyFolder(findPackageFolder(), to);
  await runProgram('find', [to, '-type', 'l', '-delete']);
}
