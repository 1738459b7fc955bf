import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a program of the shell into a folder, which is made where there is none. */
export function writeProgram(folder: string, name: string, commands: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${commands}\n`, { mode: 0o700 });
}
