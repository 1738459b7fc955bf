import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Makes a new folder, which is removed after the tests of the file that asks for it. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
