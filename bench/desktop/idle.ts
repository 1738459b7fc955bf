import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { descendantsOf } from '../server/resources.ts';

export interface IdleUse {
  /** Processor time over real time, of one core. */
  cpuShare: number;
  /** The memory that is the processes' own, and their part of what they share. */
  bytes: number;
}

/** What the app uses while it is idle: its process and those that it has started, but for the browser's. */
export async function measureIdle(pid: number, seconds: number): Promise<IdleUse> {
  const processes = [pid, ...descendantsOf(pid).filter(isOurs)];
  const total = (of: (id: number) => number) => processes.reduce((sum, id) => sum + of(id), 0);
  const before = total(cpuSeconds);
  const startedAt = performance.now();
  await setTimeout(seconds * 1_000);
  const cpuShare = (total(cpuSeconds) - before) / ((performance.now() - startedAt) / 1_000);
  return { cpuShare, bytes: total(memoryBytes) };
}

/** Whether it runs, and is none of the browser's. */
function isOurs(pid: number): boolean {
  try {
    return !readlinkSync(`/proc/${pid}/exe`).includes('chrom');
  } catch {
    return false;
  }
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
