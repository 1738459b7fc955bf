import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { descendantsOf } from '../server/resources.ts';

export interface IdleUse {
  /** Processor time over real time, on one core. */
  cpuShare: number;
  /** Private memory of the processes, plus their share of shared memory. */
  bytes: number;
}

/** Resolves with what the app uses while idle: its process and the ones it has started, except the browser's. */
export async function measureIdle(pid: number, seconds: number): Promise<IdleUse> {
  const processes = [pid, ...descendantsOf(pid).filter(isOurs)];
  const total = (of: (id: number) => number) => processes.reduce((sum, id) => sum + of(id), 0);
  const before = total(cpuSeconds);
  const startedAt = performance.now();
  await setTimeout(seconds * 1_000);
  const cpuShare = (total(cpuSeconds) - before) / ((performance.now() - startedAt) / 1_000);
  return { cpuShare, bytes: total(memoryBytes) };
}

/** Whether the process runs, and isn't one of the browser's. */
function isOurs(pid: number): boolean {
  try {
    return !readlinkSync(`/proc/${pid}/exe`).includes('chrom');
  } catch {
    return false;
  }
}

/** User and system time: fields 14 and 15 in proc_pid_stat(5). */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name in parentheses, which may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

function memoryBytes(pid: number): number {
  const [, kibibytes] = /^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kibibytes) * 1_024;
}
