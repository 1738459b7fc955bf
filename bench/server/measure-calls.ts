import { median } from '../statistics.ts';
import type { BareAnswer } from './bare-server.ts';
import { type MeasuredCall, measuredCalls } from './calls.ts';
import { type LoadOptions, measureLoad, type Throughput } from './load.ts';
import { startBareServer } from './start-bare-server.ts';
import { TOKEN_CHECK, type World } from './world.ts';

/** The servers compared: ours with few rows and with many, bare ones without and with a token check. */
type Rival = 'few' | 'many' | 'bare' | 'bareWithToken';

export interface CallResult {
  name: string;
  /** Medians of the rounds. */
  throughput: Partial<Record<Rival, Throughput>>;
}

export interface CallsOptions {
  /** Reads are measured on both, everything else on `many` alone. */
  few: World;
  many: World;
  connections: number;
  rounds: number;
  roundSeconds: number;
  warmUpSeconds: number;
}

/** Measures every call separately. */
export async function measureCalls(options: CallsOptions): Promise<CallResult[]> {
  const { few, many, connections } = options;
  const calls = measuredCalls(connections);
  const answers = await sampleAnswers(calls, many);
  const ends = new AsyncDisposableStack();
  try {
    const startBare = async (tokenCheck?: Record<string, string>) => {
      const { url, end } = await startBareServer(answers, tokenCheck);
      ends.defer(end);
      return url;
    };
    const fewRows: Contender = { rival: 'few', url: few.server.url, world: few };
    const manyRows: Contender = { rival: 'many', url: many.server.url, world: many };
    const bare: Contender = { rival: 'bare', url: await startBare(), world: many };
    const bareWithToken: Contender = { rival: 'bareWithToken', url: await startBare(TOKEN_CHECK), world: many };
    const results: CallResult[] = [];
    for (const call of calls) {
      const contenders = call.isRead ? [fewRows, manyRows, bare, bareWithToken] : [manyRows, bare];
      results.push({ name: call.name, throughput: await takeTurns(call, options, contenders) });
    }
    return results;
  } finally {
    await ends.disposeAsync();
  }
}

/** `world` provides the callers, for a bare server too. */
interface Contender {
  rival: Rival;
  url: string;
  world: World;
}

/** Alternates short rounds, so that anything else the machine does affects all contenders. */
async function takeTurns(
  call: MeasuredCall,
  { connections, rounds, roundSeconds, warmUpSeconds }: CallsOptions,
  contenders: readonly Contender[],
): Promise<CallResult['throughput']> {
  const run = async ({ url, world }: Contender, seconds: LoadOptions['seconds']) =>
    measureLoad(url, await call.prepare(world), { connections, seconds });
  for (const contender of contenders) await run(contender, warmUpSeconds);
  const results = contenders.map(({ rival }) => ({ rival, measured: [] as Throughput[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      results[index]?.measured.push(await run(contender, roundSeconds));
    }
  }
  return Object.fromEntries(results.map(({ rival, measured }) => [rival, mediansOf(measured)]));
}

function mediansOf(measured: readonly Throughput[]): Throughput {
  return {
    perSecond: median(measured.map(({ perSecond }) => perSecond)),
    p99Ms: median(measured.map(({ p99Ms }) => p99Ms)),
  };
}

/** Records our server's answers, for the bare servers to repeat. */
async function sampleAnswers(calls: readonly MeasuredCall[], world: World): Promise<BareAnswer[]> {
  const answers = new Map<string, BareAnswer>();
  for (const { prepare } of calls) {
    const newVisitor = await prepare(world);
    const { method, path, headers, body } = newVisitor().next();
    const response = await fetch(`${world.server.url}${path}`, { method, headers, ...(body && { body }) });
    answers.set(`${method} ${path}`, { method, path, status: response.status, body: await response.json() });
  }
  return [...answers.values()];
}
