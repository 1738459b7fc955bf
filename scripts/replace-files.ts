import { globSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Moves a build into place, file by file with `last` at the end, then deletes what remains of the previous one. */
export function replaceFiles(folder: string, aside: string, last: string): void {
  const files = filesIn(aside);
  const isOld = (file: string) => !files.includes(file);
  const before = filesIn(folder).filter(isOld);
  for (const file of [...files.filter((file) => file !== last), last]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    renameSync(join(aside, file), join(folder, file));
  }
  for (const file of before) rmSync(join(folder, file), { force: true });
}

function filesIn(folder: string): string[] {
  const isFile = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() ?? false;
  return globSync('**/*', { cwd: folder }).filter(isFile);
}
