import { join } from 'node:path';
import { Program } from '../desktop/programs.ts';
import { probe } from './probe.ts';
import { startBareServer } from './start-bare-server.ts';
import { TOKEN_CHECK, type World } from './world.ts';

const PROGRAM = join(import.meta.dirname, 'login-flood.ts');
const PATHS = ['/auth/me', '/usage'];

/** 99th percentile of the reads' waits by path, in milliseconds. */
type ReadWaits = Record<string, number>;

/** Waits for our server, and for a bare one beside it, which shows the cost of the busy cores alone. */
interface Waits {
  ours: ReadWaits;
  bare: ReadWaits;
}

export interface FloodResult {
  idle: Waits;
  floods: { connections: number; waits: Waits }[];
}

/** Reads now and then while nothing else happens, and while many sign in at once; each after a warm-up. */
export async function measureFlood(
  world: World,
  { connections, seconds }: { connections: readonly number[]; seconds: number },
): Promise<FloodResult> {
  const { url } = world.server;
  const [token = ''] = await world.issueTokens();
  const bare = await startBareServer(
    PATHS.map((path) => ({ method: 'GET', path, status: 200, body: {} })),
    TOKEN_CHECK,
  );
  const readFrom = (server: string) => probe(server, { paths: PATHS, token, seconds });
  const read = async (): Promise<Waits> => ({ ours: await readFrom(url), bare: await readFrom(bare.url) });
  await read();
  const idle = await read();
  const floods: FloodResult['floods'] = [];
  for (const count of connections) {
    const flood = Program.start(process.execPath, [PROGRAM], { SERVER_URL: url, CONNECTIONS: String(count) });
    await flood.line(/is ready/);
    await readFrom(url);
    floods.push({ connections: count, waits: await read() });
    await flood.end();
  }
  await bare.end();
  return { idle, floods };
}
