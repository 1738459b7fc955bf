import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAfterTests } from './after-tests.ts';

/** Creates a folder that is removed after the calling file's tests. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-'));
  removeAfterTests(folder);
  return folder;
}
