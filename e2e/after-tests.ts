// What the tests of a file have begun is ended here, in one place: an `afterAll` that is registered within a test or within
// another hook never runs, and none runs after one that has failed, or where the file could not be loaded.
import { rmSync } from 'node:fs';

type Ending = () => Promise<unknown> | unknown;

interface Program {
  kill(): void;
  /** Settles once it has ended. */
  readonly ended: Promise<unknown>;
}

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

/** Ends all of it. Rejects with what could not be ended. */
export async function endAll(): Promise<void> {
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
}

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
