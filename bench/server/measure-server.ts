import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallResult, type CallsOptions, measureCalls } from './measure-calls.ts';
import { type FloodResult, measureFlood } from './measure-flood.ts';
import { measureStart, type StartResult } from './measure-start.ts';
import { MANY_USERS } from './population.ts';
import { buildServer } from './product-server.ts';
import { type Memory, readMemory } from './resources.ts';
import { World } from './world.ts';

/** Number of users that make calls. The same in both worlds: simultaneous calls of one user are cheaper. */
const CALLERS = 512;
const FEW = { users: CALLERS, entriesEach: 10 };
const MANY = { users: MANY_USERS, entriesEach: 1_000 };

export interface ServerExtent extends Omit<CallsOptions, 'few' | 'many'> {
  idleSeconds: number;
  floodConnections: readonly number[];
  floodSeconds: number;
}

export interface ServerResult {
  starts: StartResult[];
  calls: CallResult[];
  flood: FloodResult;
  /** The server with many rows, at the end. */
  memory: Memory;
}

/** Runs the real server twice, with few rows and with many, and bare servers beside it. */
export async function measureServer(extent: ServerExtent): Promise<ServerResult> {
  const ends = new AsyncDisposableStack();
  try {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    ends.defer(() => rmSync(folder, { recursive: true, force: true }));
    buildServer();
    const starts = [
      await measureStart(join(folder, 'built'), 'built', extent.idleSeconds),
      await measureStart(join(folder, 'source'), 'source', extent.idleSeconds),
    ];
    const few = await World.create(join(folder, 'few'), FEW, CALLERS);
    ends.defer(() => few.end());
    const many = await World.create(join(folder, 'many'), MANY, CALLERS);
    ends.defer(() => many.end());
    const calls = await measureCalls({ ...extent, few, many });
    const flood = await measureFlood(many, { connections: extent.floodConnections, seconds: extent.floodSeconds });
    return { starts, calls, flood, memory: readMemory(many.server.pid) };
  } finally {
    await ends.disposeAsync();
  }
}
