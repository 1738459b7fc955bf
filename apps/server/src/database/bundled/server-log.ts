import { appendFileSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';

const MAX_BYTES = 10_000_000;

/**
 * Opens a file for PostgreSQL's log, which is small. A file that has grown large is replaced.
 *
 * @returns a function that appends a line, if it can
 */
export async function openServerLog(file: string): Promise<(line: string) => void> {
  const size = await stat(file).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size > MAX_BYTES) await rm(file);
  return (line) => {
    try {
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
    } catch {
      // A full disk is reported by whatever fails because of it.
    }
  };
}
