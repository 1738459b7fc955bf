// What the windows show is in no file, and is sent nowhere; and a killed shell leaves no process behind.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RunningProcess } from '../child-processes.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { CAN_TRACE, readTrace, traced } from '../system-calls.ts';
import { XSession } from '../x11/x-session.ts';
import { writeFixtureWindows } from './fixture-windows.ts';
import { chromiumProcesses } from './shell-session.ts';

const SAID = 'quokka zeppelin marzipan';
const PROGRAM = join(import.meta.dirname, 'shell-program.ts');

const x = await XSession.start();

function startShell(home: string, [program, args]: [string, string[]] = [process.execPath, []]): RunningProcess {
  const command = [...args, PROGRAM, home, writeFixtureWindows(), SAID];
  return RunningProcess.start(program, command, { env: { ...x.environment, TMPDIR: scratchFolder() } });
}

/** The files below a folder that contain what was said. Files come and go meanwhile. */
function revealingFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      try {
        const bytes = readFileSync(file);
        return bytes.includes('quokka') || bytes.includes(Buffer.from('quokka', 'utf16le'));
      } catch {
        return false;
      }
    });
}

describe('A shell', () => {
  test('writes none of what it shows to disk, and removes its files', async () => {
    const home = scratchFolder();
    const shell = startShell(home);
    await x.waitUntil(() => shell.stdout.includes('ready'));
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(chromiumProcesses(home)).not.toEqual([]);
    expect(revealingFiles(home)).toEqual([]);
    expect(revealingFiles(x.environment.HOME)).toEqual([]);

    shell.signal('SIGTERM');
    expect(await shell.ended).toMatchObject({ exitCode: 0 });
    await x.waitUntil(() => chromiumProcesses(home).length === 0);
    expect(readdirSync(join(home, 'browser'))).toEqual([]);
  });

  test('that is killed leaves no Chromium behind', async () => {
    const home = scratchFolder();
    const shell = startShell(home);
    await x.waitUntil(() => shell.stdout.includes('ready'));
    shell.signal('SIGKILL');
    await x.waitUntil(() => chromiumProcesses(home).length === 0);
  });

  test.skipIf(!CAN_TRACE)('connects only to itself, and writes only to its own folder (needs strace)', async () => {
    const home = scratchFolder();
    const trace = join(scratchFolder(), 'trace');
    const shell = startShell(home, traced([process.execPath], trace));
    await x.waitUntil(() => shell.stdout.includes('ready'));
    shell.signalGroup('SIGTERM');
    await shell.ended;
    const { connections, filesChanged } = readTrace(trace);
    expect([...new Set(connections)]).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
    const elsewhere = filesChanged.filter((file) => file.startsWith('/') && !/^\/(tmp|proc|dev)\//.test(file));
    expect(elsewhere).toEqual([]);
  });
});
