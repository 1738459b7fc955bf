import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder that is removed after the test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'recording-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Saves a file for the duration of the test, and returns its path. */
export function saveFile(bytes: Uint8Array, name = 'recording.wav'): string {
  const path = join(makeFolder(), name);
  writeFileSync(path, bytes);
  return path;
}
