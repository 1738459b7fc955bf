import { spawnSync } from 'node:child_process';
import { vi } from 'vitest';
import type { RunningProcess } from '../child-processes.ts';

/** A recognizer with its model loaded uses more memory than this. */
const LOADED_KILOBYTES = 120_000;

interface RecognizerChild {
  pid: number;
  kilobytes: number;
}

/** The recognizer process started by the command line, found with `ps`. */
function recognizerOf(running: RunningProcess): RecognizerChild | undefined {
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,pgid=,rss=,args='], { encoding: 'utf8' });
  const line = stdout
    .split('\n')
    .find((line) => line.includes(` ${running.pid} `) && line.includes('recognizer-program'));
  const [, pid, pgid, kilobytes] = /^ *(\d+) +(\d+) +(\d+) /.exec(line ?? '') ?? [];
  return pgid === String(running.pid) ? { pid: Number(pid), kilobytes: Number(kilobytes) } : undefined;
}

/** Resolves with a recognizer process other than the previous one, once its model is loaded. */
export function untilLoaded(running: RunningProcess, before?: number): Promise<number> {
  return vi.waitUntil(
    () => {
      const recognizer = recognizerOf(running);
      if (recognizer === undefined || recognizer.pid === before) return undefined;
      return recognizer.kilobytes > LOADED_KILOBYTES ? recognizer.pid : undefined;
    },
    { timeout: 300_000, interval: 50 },
  );
}
