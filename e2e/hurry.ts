import { constants, getPriority, setPriority } from 'node:os';
import { endAfterTests } from './after-tests.ts';

/**
 * Has this process, and all that it starts from now on, come before other programs until after the tests of the file: for
 * what must happen within milliseconds on a machine that has much else to do. Without the right to it nothing changes.
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
