import { join } from 'node:path';
import { RunningProcess } from './child-processes.ts';
import { COMPILE_CACHE, ROOT } from './repository.ts';

/** The command line's script. */
export const MAIN = join(ROOT, 'apps', 'command-line', 'src', 'main.ts');

/** Starts the command line with only these variables. */
export function startCommandLine(
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd: string = ROOT,
): RunningProcess {
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment };
  return RunningProcess.start(process.execPath, [MAIN, ...args], { cwd, env });
}
