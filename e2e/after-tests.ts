// What the tests of a file have begun ends here, in one place: an `afterAll` that is registered within a test or within
// another hook never runs, and none runs after one that has failed, or where the file could not be loaded.
import { rmSync } from 'node:fs';
import { afterAll } from 'vitest';

type Ending = () => Promise<unknown> | unknown;

interface Program {
  kill(): void;
  /** Settles once it has ended. */
  readonly ended: Promise<unknown>;
}

const TIMEOUT_MS = 60_000;

const endings: Ending[] = [];
const programs = new Set<Program>();
const folders: string[] = [];

/** Has this done after the tests of the file, however they end: what was asked for last comes first. */
export function endAfterTests(ending: Ending): void {
  endings.push(ending);
}

/** Has a program killed that has not ended by itself. Returns how to forget it again. */
export function killAfterTests(program: Program): () => void {
  programs.add(program);
  return () => programs.delete(program);
}

/** Has a folder removed, after all programs that may write to it have ended. */
export function removeAfterTests(folder: string): void {
  folders.push(folder);
}

afterAll(async () => {
  const failures: unknown[] = [];
  for (const end of endings.splice(0).toReversed()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  const left = [...programs];
  killPrograms();
  await Promise.allSettled(left.map(({ ended }) => ended));
  removeFolders();
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be ended after the tests.');
}, TIMEOUT_MS);

// Vitest ends its workers by this signal, also those whose file could not be loaded.
process.once('SIGTERM', () => process.exit());
process.on('exit', () => {
  killPrograms();
  removeFolders();
});

function killPrograms(): void {
  for (const program of programs) program.kill();
}

/** Again and again where a program that is being killed writes to it still. */
function removeFolders(): void {
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}
