// Everything that a file's tests have started is ended here, in one place: an `afterAll` registered within a test or another
// hook never runs, and none runs after one that failed, or if the file could not be loaded.
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

/** Registers work for after the file's tests, however they end. Runs in reverse order of registration. */
export function endAfterTests(ending: Ending): void {
  endings.push(ending);
}

/** Kills a program after the tests, unless it has exited. Returns a function that cancels this. */
export function killAfterTests(program: Program): () => void {
  programs.add(program);
  return () => programs.delete(program);
}

/** Removes a folder after the tests, once all programs that may write to it have ended. */
export function removeAfterTests(folder: string): void {
  folders.push(folder);
}

/** Runs everything registered. Rejects with all failures. */
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
  if (failures.length > 0) throw new AggregateError(failures, 'Some of the clean-up after the tests failed.');
}

// Vitest ends its workers with this signal, including those whose file could not be loaded.
process.once('SIGTERM', () => process.exit());
process.on('exit', () => {
  killPrograms();
  removeFolders();
});

function killPrograms(): void {
  for (const program of programs) program.kill();
}

/** Retries, since a program that is being killed may still write to it. */
function removeFolders(): void {
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}
