import { measureIdle } from '../desktop/idle.ts';
import { type Form, ProductServer } from './product-server.ts';
import { descendantsOf, type Memory, readMemory } from './resources.ts';

export interface StartResult {
  form: Form;
  /** Time until ready: the very first time, and with an existing database. */
  firstBootMs: number;
  bootMs: number;
  /** Time of the first call, which queries the database. */
  firstAnswerMs: number;
  memory: Memory;
  /** Processor time over real time, on one core. */
  cpuShare: number;
  databaseCpuShare: number;
}

/** Starts a server twice on a new folder, then leaves it idle. */
export async function measureStart(dataDir: string, form: Form, idleSeconds: number): Promise<StartResult> {
  const first = await ProductServer.start(dataDir, form);
  await first.end();
  const server = await ProductServer.start(dataDir, form);
  const askedAt = performance.now();
  await (await fetch(`${server.url}/readyz`)).text();
  const firstAnswerMs = performance.now() - askedAt;
  const [own, ...database] = await Promise.all(
    [server.pid, ...descendantsOf(server.pid)].map((pid) => measureIdle(pid, idleSeconds)),
  );
  const memory = readMemory(server.pid);
  await server.end();
  return {
    form,
    firstBootMs: first.bootMs,
    bootMs: server.bootMs,
    firstAnswerMs,
    memory,
    cpuShare: own?.cpuShare ?? Number.NaN,
    databaseCpuShare: database.reduce((sum, { cpuShare }) => sum + cpuShare, 0),
  };
}
