/** How the server handles a request: it responds, fails at network level, or responds later. */
export type Step = Response | 'lost' | Promise<Response>;

/** Fake server that handles each request with the next step of its script. */
export class FakeServer {
  readonly requests: { method: string; path: string; headers: Headers; body: string | undefined; init: RequestInit }[] =
    [];
  readonly #steps: Step[];

  constructor(...steps: Step[]) {
    this.#steps = steps;
  }

  readonly fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(String(address));
    this.requests.push({
      method: init.method ?? 'GET',
      path: pathname + search,
      headers: new Headers(init.headers),
      body: init.body?.toString(),
      init,
    });
    const step = this.#steps.shift();
    if (step === undefined) throw new Error(`Unexpected request: ${init.method} ${pathname}.`);
    if (step === 'lost') throw new TypeError('Failed to fetch');
    return await untilAborted(step, init.signal);
  };

  get paths(): string[] {
    return this.requests.map(({ method, path }) => `${method} ${path}`);
  }
}

export function succeed(data: unknown, status = 200): Response {
  return Response.json({ data }, { status });
}

export function fail(status: number, ...errors: string[]): Response {
  return Response.json({ errors }, { status });
}

function untilAborted(step: Response | Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
    Promise.resolve(step).then(resolve, reject);
  });
}
