import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningProcess } from '../child-processes.ts';
import { scratchFolder } from '../scratch-folder.ts';
import type { XSession } from './x-session.ts';

const execute = promisify(execFile);

export type SelectionName = 'clipboard' | 'primary';

const folder = scratchFolder();
let files = 0;

/** What another program gets of a selection; undefined where there is none, or not in that format. */
export async function readSelection(
  session: XSession,
  selection: SelectionName,
  target = 'UTF8_STRING',
): Promise<Buffer | undefined> {
  try {
    const { stdout } = await execute('xclip', ['-o', '-selection', selection, '-t', target], {
      env: session.environment,
      encoding: 'buffer',
      maxBuffer: 256 * 1_024 * 1_024,
      timeout: 10_000,
    });
    return stdout;
  } catch {
    return undefined;
  }
}

/** Lets another program own a selection. Resolves once it does. */
export async function ownSelection(
  session: XSession,
  selection: SelectionName,
  content: Buffer | string,
  target = 'UTF8_STRING',
): Promise<RunningProcess> {
  const file = join(folder, String(files++));
  const data = Buffer.from(content);
  writeFileSync(file, data);
  const program = session.startProgram('xclip', '-quiet', '-selection', selection, '-t', target, '-i', file);
  await session.waitUntil(async () => (await readSelection(session, selection, target))?.equals(data));
  return program;
}

/** Leaves a selection without owner. */
export async function emptySelection(session: XSession, selection: SelectionName): Promise<void> {
  const program = await ownSelection(session, selection, 'about to go');
  program.signal('SIGTERM');
  await program.ended;
}
