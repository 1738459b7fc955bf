import { delimiter } from 'node:path';
import { RunningProcess } from './child-processes.ts';
import { ROOT } from './repository.ts';

/** Starts one of the repository's scripts with the system's npm and Node, as in a fresh clone. */
export function startNpm(args: readonly string[], environment: Record<string, string>): RunningProcess {
  const { PATH = '' } = process.env;
  const machinesOwn = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return RunningProcess.start('npm', args, {
    cwd: ROOT,
    env: { PATH: machinesOwn.join(delimiter), npm_config_update_notifier: 'false', ...environment },
  });
}
