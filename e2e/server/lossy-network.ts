import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A proxy to a server that loses responses. */
export interface LossyNetwork {
  url: string;
  /** Method, path and idempotency key of each request, in order. */
  readonly requests: { method: string; path: string; key: string | undefined }[];
  close(): void;
}

/** Passes everything on, but loses the first response to each POST: it took effect, but the client can't know. */
export async function startLossyNetwork(target: string): Promise<LossyNetwork> {
  const requests: LossyNetwork['requests'] = [];
  const lost = new Set<string>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    requests.push({ method, path: url, key: headers['idempotency-key']?.toString() });
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        ['host', 'connection', 'content-length'].includes(name) ? [] : [[name, String(value)]],
      ),
      ...(method === 'POST' && { body }),
    });
    const answered = await answer.text();
    if (method === 'POST' && !lost.has(url)) {
      lost.add(url);
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answered);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
