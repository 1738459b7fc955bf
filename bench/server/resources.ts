import { readdirSync, readFileSync } from 'node:fs';

/** The memory that a process and those it started take, as Linux reports it (proc(5)). */
export interface Memory {
  /** Resident, of the process itself. */
  ownBytes: number;
  /** Of its descendants, each with its part of what they share. */
  descendantsBytes: number;
}

export function readMemory(pid: number): Memory {
  const descendants = descendantsOf(pid).map((descendant) => {
    try {
      return bytesIn(`/proc/${descendant}/smaps_rollup`, 'Pss');
    } catch {
      // It has ended meanwhile, as PostgreSQL's processes do.
      return 0;
    }
  });
  return {
    ownBytes: bytesIn(`/proc/${pid}/status`, 'VmRSS'),
    descendantsBytes: descendants.reduce((sum, bytes) => sum + bytes, 0),
  };
}

/** The processes that it started, and those that they started. */
export function descendantsOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ id: Number(name), parentId: parentOf(name) }));
  const below = (id: number): number[] =>
    parents.filter(({ parentId }) => parentId === id).flatMap((child) => [child.id, ...below(child.id)]);
  return below(pid);
}

/** undefined if it has ended meanwhile. */
function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

function bytesIn(file: string, name: string): number {
  const [, kibibytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(file, 'utf8')) ?? [];
  return Number(kibibytes) * 1_024;
}
