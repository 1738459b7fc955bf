import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAfterTests } from './after-tests.ts';

/** Makes a new folder, which is removed after the tests of the file that asks for it. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-'));
  removeAfterTests(folder);
  return folder;
}
