import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process and its descendants, as reported by Linux (proc(5)). */
export interface Memory {
  /** Resident memory of the process itself. */
  ownBytes: number;
  /** Memory of its descendants, including each one's share of shared memory. */
  descendantsBytes: number;
}

export function readMemory(pid: number): Memory {
  const descendants = descendantsOf(pid).map((descendant) => {
    try {
      return bytesIn(`/proc/${descendant}/smaps_rollup`, 'Pss');
    } catch {
      // It has ended in the meantime, as PostgreSQL's processes do.
      return 0;
    }
  });
  return {
    ownBytes: bytesIn(`/proc/${pid}/status`, 'VmRSS'),
    descendantsBytes: descendants.reduce((sum, bytes) => sum + bytes, 0),
  };
}

/** Returns the ids of the processes that it started, and of those that they started. */
export function descendantsOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ id: Number(name), parentId: parentOf(name) }));
  const below = (id: number): number[] =>
    parents.filter(({ parentId }) => parentId === id).flatMap((child) => [child.id, ...below(child.id)]);
  return below(pid);
}

/** undefined if the process has ended in the meantime. */
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
