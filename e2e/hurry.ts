import { constants, getPriority, setPriority } from 'node:os';
import { endAfterTests } from './after-tests.ts';

/**
 * Raises the priority of this process, and of everything it starts from now on, until after the file's tests: for what must
 * happen within milliseconds on a busy machine. Without the permission nothing changes.
 */
export function hurry(): void {
  const usual = getPriority();
  try {
    setPriority(constants.priority.PRIORITY_HIGH);
  } catch {
    return;
  }
  endAfterTests(() => setPriority(usual));
}
