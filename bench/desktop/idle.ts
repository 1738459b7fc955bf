import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

export interface IdleUse {
  /** Processor time over real time, of one core. */
  cpuShare: number;
  /** The memory that is the process's own, and its part of what it shares. */
  bytes: number;
}

/** What a process takes while nothing is asked of it. */
export async function measureIdle(pid: number, seconds: number): Promise<IdleUse> {
  const before = cpuSeconds(pid);
  const startedAt = performance.now();
  await setTimeout(seconds * 1_000);
  const cpuShare = (cpuSeconds(pid) - before) / ((performance.now() - startedAt) / 1_000);
  return { cpuShare, bytes: memoryBytes(pid) };
}

/** User and system time, after proc_pid_stat(5): its 14th and 15th field. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name in brackets, which may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

function memoryBytes(pid: number): number {
  const [, kibibytes] = /^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kibibytes) * 1_024;
}
