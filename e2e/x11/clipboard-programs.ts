import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RunningProcess } from '../child-processes.ts';
import type { XSession } from './x-session.ts';

const execute = promisify(execFile);

export type SelectionName = 'clipboard' | 'primary';

/** Targets that aren't formats of a selection's content. */
const NO_CONTENT = ['TARGETS', 'TIMESTAMP', 'MULTIPLE', 'SAVE_TARGETS', 'DELETE'];

/** Resolves with what another program gets from a selection; undefined if it has no owner, or not that format. */
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
      timeout: 300_000,
    });
    return stdout;
  } catch {
    return undefined;
  }
}

/** Resolves with what another program gets from a selection as text. */
export async function readText(session: XSession, selection: SelectionName): Promise<string | undefined> {
  return (await readSelection(session, selection))?.toString();
}

/** Resolves with the formats that a selection's owner offers; none without an owner. */
export async function readTargets(session: XSession, selection: SelectionName): Promise<string[]> {
  const targets = await readSelection(session, selection, 'TARGETS');
  return targets?.toString().trimEnd().split('\n') ?? [];
}

/** Resolves with a selection's whole content, in base64 by format name; empty without an owner. */
export async function readAll(session: XSession, selection: SelectionName): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  const targets = await readTargets(session, selection);
  for (const target of targets.filter((name) => !NO_CONTENT.includes(name)).toSorted()) {
    content[target] = (await readSelection(session, selection, target))?.toString('base64') ?? '';
  }
  return content;
}

/** Makes another program own a selection. Resolves once it does. */
export async function ownSelection(
  session: XSession,
  selection: SelectionName,
  content: Buffer | string,
  target = 'UTF8_STRING',
): Promise<RunningProcess> {
  const file = join(mkdtempSync(join(session.environment.HOME, 'copied-')), 'content');
  const data = Buffer.from(content);
  writeFileSync(file, data);
  const program = session.startProgram('xclip', '-quiet', '-selection', selection, '-t', target, '-i', file);
  await session.waitUntil(async () => (await readSelection(session, selection, target))?.equals(data));
  return program;
}

/** Leaves a selection without an owner. */
export async function emptySelection(session: XSession, selection: SelectionName): Promise<void> {
  const program = await ownSelection(session, selection, 'about to go');
  program.signal('SIGTERM');
  await program.ended;
}
