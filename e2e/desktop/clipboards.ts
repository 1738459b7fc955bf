import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { XSession } from '../x11/x-session.ts';

const execute = promisify(execFile);

export type Selection = 'clipboard' | 'primary';

/** Names that a clipboard's owner answers to about the content, not with it. */
const NO_CONTENT = ['TARGETS', 'TIMESTAMP', 'MULTIPLE', 'SAVE_TARGETS', 'DELETE'];

/** Has a program of its own put something on the clipboard. Returns what takes it away again. */
export async function copy(
  x: XSession,
  selection: Selection,
  type: string,
  content: Buffer | string,
): Promise<() => Promise<void>> {
  const file = join(mkdtempSync(join(x.environment.HOME, 'copied-')), 'content');
  writeFileSync(file, content);
  const owner = x.startProgram('xclip', '-quiet', '-selection', selection, '-t', type, '-i', file);
  const expected = Buffer.from(content);
  await x.waitUntil(async () => (await read(x, selection, type))?.equals(expected));
  return async () => {
    owner.signal('SIGTERM');
    await owner.ended;
  };
}

/** All that is on the clipboard, by the names of the formats: nothing where nothing is. */
export async function contentOf(x: XSession, selection: Selection): Promise<Record<string, string>> {
  const targets = await read(x, selection, 'TARGETS');
  if (targets === undefined) return {};
  const types = targets.toString().trim().split('\n');
  const content: Record<string, string> = {};
  for (const type of types.filter((name) => !NO_CONTENT.includes(name)).toSorted()) {
    content[type] = (await read(x, selection, type))?.toString('base64') ?? '';
  }
  return content;
}

/** What is on the clipboard as text. */
export async function textOf(x: XSession, selection: Selection = 'clipboard'): Promise<string | undefined> {
  return (await read(x, selection, 'UTF8_STRING'))?.toString();
}

async function read(x: XSession, selection: Selection, type: string): Promise<Buffer | undefined> {
  try {
    const options = { env: x.environment, encoding: 'buffer', maxBuffer: 1e8 } as const;
    return (await execute('xclip', ['-selection', selection, '-t', type, '-o'], options)).stdout;
  } catch {
    return undefined;
  }
}
