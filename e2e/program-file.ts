import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a shell script into a folder, creating the folder if needed. */
export function writeProgram(folder: string, name: string, commands: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${commands}\n`, { mode: 0o700 });
}
