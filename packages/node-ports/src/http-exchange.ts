import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { Readable } from 'node:stream';
import { type HttpExchange, type HttpRequest, type HttpResponse, NetworkFailure } from '@workspace/speech/transport';
import { resetConnection } from './connection-agent.ts';
import { type MultipartBody as Body, multipartBody } from './multipart.ts';
import { networkFailure } from './network-failure.ts';

/** Bytes written to the connection at once, so that a large upload isn't encrypted as a whole ahead of the network. */
const PIECE_BYTES = 64 * 1024;

/** One request and its response, over a connection of an agent. Redirects are not followed. */
export class NodeHttpExchange implements HttpExchange {
  readonly response: Promise<HttpResponse>;
  readonly #answer = Promise.withResolvers<HttpResponse>();
  readonly #onSent: () => void;
  #outgoing: http.ClientRequest | undefined;
  #isSettled = false;

  constructor(request: HttpRequest, agent: http.Agent, onSent: () => void = () => {}) {
    this.#onSent = onSent;
    this.response = this.#answer.promise;
    // Callers that cancel may ignore the rejection.
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
    // The connection of a completed exchange may already be in use by another one.
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
      // The server may close an idle connection just as this request reuses it.
      if (!this.#isSettled && outgoing.reusedSocket && isDisconnection(error)) this.#send(request, body, agent);
      else this.#fail(error);
    });
    if (body === undefined) outgoing.end();
    else Readable.from(this.#inPieces(body.pieces)).pipe(outgoing);
  }

  /** Resumed for the next piece once the connection has room for it: by then, the previous ones are on their way. */
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

/** Joins the values of headers that occur more than once. */
export function joinedHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}

/** Decodes UTF-8 across chunk boundaries. */
async function* textOf(incoming: http.IncomingMessage): AsyncGenerator<string> {
  incoming.setEncoding('utf8');
  try {
    for await (const piece of incoming) yield String(piece);
  } catch (error) {
    throw networkFailure(error);
  }
}
