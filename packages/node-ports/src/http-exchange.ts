import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { Readable } from 'node:stream';
import { type HttpExchange, type HttpRequest, type HttpResponse, NetworkFailure } from '@workspace/speech/transport';
import { resetConnection } from './connection-agent.ts';
import { type MultipartBody as Body, multipartBody } from './multipart.ts';
import { networkFailure } from './network-failure.ts';

/** Bytes handed to the connection at once, so that a large upload isn't encrypted as a whole ahead of the network. */
const PIECE_BYTES = 64 * 1024;

/** One request and its response, over a connection of an agent. No redirect is followed. */
export class NodeHttpExchange implements HttpExchange {
  readonly response: Promise<HttpResponse>;
  readonly #answer = Promise.withResolvers<HttpResponse>();
  readonly #onSent: () => void;
  #outgoing: http.ClientRequest | undefined;
  #isSettled = false;

  constructor(request: HttpRequest, agent: http.Agent, onSent: () => void = () => {}) {
    this.#onSent = onSent;
    this.response = this.#answer.promise;
    // Who cancels need not look at the response any more.
    this.response.catch(() => {});
    try {
      this.#send(request, bodyOf(request), agent);
    } catch (error) {
      this.#fail(error);
    }
  }

  cancel(): void {
    this.#fail(new NetworkFailure('The request was cancelled.'));
    const outgoing = this.#outgoing;
    // The connection of a completed exchange may serve another one by now.
    if (outgoing === undefined || outgoing.destroyed) return;
    if (outgoing.socket) resetConnection(outgoing.socket);
    outgoing.destroy();
  }

  #send(request: HttpRequest, body: Body | undefined, agent: http.Agent): void {
    const bodyHeaders = body && { 'content-type': body.contentType, 'content-length': body.byteLength };
    const { method, url, headers } = request;
    const outgoing = http.request(url, { agent, method, headers: { ...headers, ...bodyHeaders } });
    this.#outgoing = outgoing;
    outgoing.on('response', (incoming) => {
      this.#isSettled = true;
      this.#answer.resolve({
        status: incoming.statusCode ?? 0,
        headers: joinedHeaders(incoming.headers),
        body: textOf(incoming),
      });
    });
    outgoing.on('error', (error) => {
      // The server may close an idle connection at the very moment at which it is taken for this request.
      if (!this.#isSettled && outgoing.reusedSocket && isDisconnection(error)) this.#send(request, body, agent);
      else this.#fail(error);
    });
    if (body === undefined) outgoing.end();
    else Readable.from(this.#inPieces(body.pieces)).pipe(outgoing);
  }

  /** The next piece is asked for once the connection has room for it: then those before it are on their way. */
  *#inPieces(chunks: Uint8Array[]): Generator<Uint8Array> {
    for (const chunk of chunks) {
      for (let start = 0; start < chunk.byteLength; start += PIECE_BYTES) {
        yield chunk.subarray(start, start + PIECE_BYTES);
        this.#onSent();
      }
    }
  }

  #fail(error: unknown): void {
    this.#isSettled = true;
    this.#answer.reject(networkFailure(error));
  }
}

function bodyOf({ form, json }: HttpRequest): Body | undefined {
  if (form) return multipartBody(form, randomUUID());
  if (json === undefined) return undefined;
  const bytes = Buffer.from(JSON.stringify(json));
  return { contentType: 'application/json', byteLength: bytes.byteLength, pieces: [bytes] };
}

function isDisconnection(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

/** Header values that came more than once become one. */
export function joinedHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}

/** Decodes UTF-8 across the borders of chunks. */
async function* textOf(incoming: http.IncomingMessage): AsyncGenerator<string> {
  incoming.setEncoding('utf8');
  try {
    for await (const piece of incoming) yield String(piece);
  } catch (error) {
    throw networkFailure(error);
  }
}
