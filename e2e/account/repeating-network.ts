import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { endAfterTests } from '../after-tests.ts';

/** A proxy to a server that sends changing requests twice, and loses every other response to them. */
export interface RepeatingNetwork {
  url: string;
  /** How often the client itself posted to each path. */
  posts(path: string): number;
}

/** Starts it, for the calling file's tests. Responses to other requests are passed on unchanged. */
export async function openRepeatingNetwork(target: string): Promise<RepeatingNetwork> {
  const posts: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    const send = () =>
      fetch(`${target}${url}`, {
        method,
        headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
          /^(authorization|content-type)$/.test(name) ? [[name, String(value)]] : [],
        ),
        ...(body === '' ? {} : { body }),
      });
    const answers = await Promise.all(method === 'POST' ? [send(), send()] : [send()]);
    const [answer] = answers;
    const answered = await answer!.text();
    if (method === 'POST') {
      posts.push(url);
      if (posts.filter((path) => path === url).length % 2 === 1) {
        request.socket.destroy();
        return;
      }
    }
    response.writeHead(answer!.status, { 'Content-Type': 'application/json' }).end(answered);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endAfterTests(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    posts: (path) => posts.filter((posted) => posted === path).length,
  };
}
