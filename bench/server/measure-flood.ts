import { join } from 'node:path';
import { Program } from '../desktop/programs.ts';
import { probe } from './probe.ts';
import type { World } from './world.ts';

const PROGRAM = join(import.meta.dirname, 'login-flood.ts');
const PATHS = ['/auth/me', '/usage'];

/** How long the slowest of a hundred reads waited, by path, in milliseconds. */
type ReadWaits = Record<string, number>;

export interface FloodResult {
  idle: ReadWaits;
  floods: { connections: number; waits: ReadWaits }[];
}

/** Reads now and then while nothing else happens, and while many sign in at once. */
export async function measureFlood(
  world: World,
  { connections, seconds }: { connections: readonly number[]; seconds: number },
): Promise<FloodResult> {
  const { url } = world.server;
  const [token = ''] = await world.issueTokens();
  const read = () => probe(url, { paths: PATHS, token, seconds });
  await read();
  const idle = await read();
  const floods: FloodResult['floods'] = [];
  for (const count of connections) {
    const flood = Program.start(process.execPath, [PROGRAM], { SERVER_URL: url, CONNECTIONS: String(count) });
    await flood.line(/is ready/);
    floods.push({ connections: count, waits: await read() });
    await flood.end();
  }
  return { idle, floods };
}
