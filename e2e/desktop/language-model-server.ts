import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endAfterTests } from '../after-tests.ts';

/** How a request is answered. */
type Deal = (response: ServerResponse) => void;

/** A server that offers only chat completions, and answers each request as the test says. */
export class LanguageModelServer {
  readonly baseUrl: string;
  /** The requests it received, oldest first: instructions and their input. */
  readonly questions: { instructions: string; input: string }[] = [];
  deal: Deal = answerWith('');

  private constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  static async start(): Promise<LanguageModelServer> {
    const http = createServer((request, response) => void server.#take(request, response));
    http.listen(0, 'localhost');
    await once(http, 'listening');
    endAfterTests(() => {
      http.close();
      http.closeAllConnections();
    });
    const server = new LanguageModelServer(`http://localhost:${(http.address() as AddressInfo).port}/v1`);
    return server;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const piece of request) body += piece;
    if (request.url !== '/v1/chat/completions') {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"Not found"}}');
      return;
    }
    const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
    const textOf = (isMeant: (role: string) => boolean) =>
      messages
        .filter(({ role }) => isMeant(role))
        .map(({ content }) => content)
        .join('\n');
    this.questions.push({
      instructions: textOf((role) => role !== 'user'),
      input: textOf((role) => role === 'user'),
    });
    this.deal(response);
  }
}

/** Streams a text word by word. */
export function answerWith(text: string): Deal {
  return (response) => {
    begin(response, text);
    send(response, { delta: {}, finish_reason: 'stop' });
    response.end('data: [DONE]\n\n');
  };
}

/** Breaks off after a text. */
export function cutAfter(text: string): Deal {
  return (response) => {
    begin(response, text);
    setImmediate(() => response.destroy());
  };
}

export function refuseWith(status: number, headers: Record<string, string> = {}): Deal {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end('{"error":{"message":"No"}}');
  };
}

function begin(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const content of text.match(/\s*\S+|\s+/g) ?? []) send(response, { delta: { content }, finish_reason: null });
}

function send(response: ServerResponse, choice: object): void {
  response.write(
    `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })}\n\n`,
  );
}
