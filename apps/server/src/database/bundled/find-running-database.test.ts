import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBundledDatabase } from './bundled-database.ts';
import { findRunningDatabase } from './find-running-database.ts';
import { ask, clusterOf, scratchFolder } from './testing/data-folders.ts';

const folder = scratchFolder();

describe('The running database of a data folder', () => {
  test.for(['short', 'a-path-too-long-for-a-socket-'.repeat(5)])('is found only while it runs: %s', async (name) => {
    const dataDir = join(folder, name);
    expect(await findRunningDatabase(dataDir)).toBeUndefined();
    const database = await startBundledDatabase({ dataDir, isDurable: false });
    onTestFinished(() => database.stop());
    const lock = join(clusterOf(dataDir), 'postmaster.pid');
    await copyFile(lock, join(folder, 'lock'));

    const found = await findRunningDatabase(dataDir);

    expect(found).toEqual(database.connection);
    expect(await ask(found ?? {}, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await database.stop();
    expect(await findRunningDatabase(dataDir)).toBeUndefined();
    // As after a power failure.
    await copyFile(join(folder, 'lock'), lock);
    expect(await findRunningDatabase(dataDir)).toBeUndefined();
    await rm(lock);
  });
});
