import { join } from 'node:path';
import { ROOT, RunningProcess } from './child-processes.ts';

/** The command line's script. */
export const MAIN = join(ROOT, 'apps', 'command-line', 'src', 'main.ts');

/** Where Node keeps compiled scripts: hundreds of starts then take a third less of the processor's time. */
const COMPILE_CACHE = join(ROOT, '.cache', 'compiled');

/** Starts the command line with just these variables. */
export function startCommandLine(
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd: string = ROOT,
): RunningProcess {
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment };
  return RunningProcess.start(process.execPath, [MAIN, ...args], { cwd, env });
}
