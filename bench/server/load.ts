import autocannon from 'autocannon';
import { percentile } from '../statistics.ts';

export interface Request {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The requests of one connection, each sent after the previous answer. */
export interface Visitor {
  next(): Request;
  /** Called with the headers of each answer, by their names as received. */
  receive?(headers: Readonly<Record<string, string | string[] | undefined>>): void;
}

export interface Throughput {
  perSecond: number;
  p99Ms: number;
}

export interface LoadOptions {
  connections: number;
  seconds: number;
}

/** A round ends within this time of its planned end. */
const SAMPLE_MS = 50;

/**
 * Sends requests as fast as the answers arrive.
 *
 * @throws Error if an answer isn't a success: figures for refusals mean nothing
 */
export async function measureLoad(
  url: string,
  newVisitor: () => Visitor,
  { connections, seconds }: LoadOptions,
): Promise<Throughput> {
  const waits: number[] = [];
  const startedAt = performance.now();
  let endedAt = startedAt;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        connections,
        duration: seconds,
        sampleInt: SAMPLE_MS,
        setupClient: (client) => send(client, newVisitor()),
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    );
    // autocannon's own figures are in whole milliseconds.
    instance.on('response', (_client, _status, _bytes, waitMs) => {
      waits.push(waitMs);
      endedAt = performance.now();
    });
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers of ${waits.length} were refusals, ${result.errors} did not come.`);
  }
  return { perSecond: waits.length / ((endedAt - startedAt) / 1_000), p99Ms: percentile(waits, 99) };
}

/** Makes a connection of the load generator send a visitor's requests. */
export function send(client: autocannon.Client, visitor: Visitor): void {
  client.setRequests([
    {
      setupRequest: (defaults) => ({ ...defaults, ...visitor.next() }),
      onResponse: (_status, _body, _context, headers) => visitor.receive?.(headers ?? {}),
    },
  ]);
}
