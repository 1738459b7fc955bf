import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { randomId } from '../../random-id.ts';
import type { Account } from '../account.ts';
import { ApiError, invalid, ownFault } from '../api-error.ts';
import type { Outage } from '../outage.ts';
import { API_VERSION } from '../resources/event.ts';
import { authorize } from './authorize.ts';
import { expand } from './expand.ts';
import type { Answer, Idempotency } from './idempotency.ts';
import { expansionOf, parametersOf, parseForm, readParameters } from './parameters.ts';

/** A validated request. `id` comes from its path. */
interface Call<Parameters> {
  id: string;
  params: Parameters;
}

type Run<Shape extends z.ZodRawShape> = (call: Call<z.output<ReturnType<typeof parametersOf<Shape>>>>) => object;
type Method = 'GET' | 'POST' | 'DELETE';

/** The provider's HTTP layer, to which its calls are added one by one. */
export class Api {
  readonly account: Account;
  readonly #app: FastifyInstance;
  readonly #outage: Outage;
  readonly #idempotency: Idempotency;

  constructor(app: FastifyInstance, account: Account, outage: Outage, idempotency: Idempotency) {
    this.account = account;
    this.#app = app;
    this.#outage = outage;
    this.#idempotency = idempotency;
    takeFormsOnly(app);
    app.setErrorHandler((error: FastifyError, request, reply) => this.#refuse(request, reply, error));
    app.all('/v1/*', (request) => {
      const path = request.url.split('?')[0];
      throw new ApiError(
        404,
        'invalid_request_error',
        `Unrecognized request URL (${request.method}: ${path}). If it exists at the real provider, the sandbox does not speak it.`,
      );
    });
  }

  get<Shape extends z.ZodRawShape>(path: string, shape: Shape, run: Run<Shape>): void {
    this.#add('GET', path, shape, run);
  }

  post<Shape extends z.ZodRawShape>(path: string, shape: Shape, run: Run<Shape>): void {
    this.#add('POST', path, shape, run);
  }

  delete<Shape extends z.ZodRawShape>(path: string, shape: Shape, run: Run<Shape>): void {
    this.#add('DELETE', path, shape, run);
  }

  #add<Shape extends z.ZodRawShape>(method: Method, path: string, shape: Shape, run: Run<Shape>): void {
    const schema = parametersOf(shape);
    this.#app.route<{ Params: { id?: string } }>({
      method,
      url: `/v1/${path}`,
      handler: async (request, reply) => {
        const outage = this.#outage.strike();
        if (outage === 'refuse') return breakOff(request, reply);
        if (outage === 'slow') await this.#outage.pass();
        if (outage === '500') throw ownFault('The sandbox was told to fail.');
        const answer = this.#answer(request, () => {
          const params = readParameters(schema, parseForm(formOf(request)));
          const { id = '' } = request.params;
          return () => expand(this.account, run({ id, params }), expansionOf(params));
        });
        if (outage === 'lost-answer') return breakOff(request, reply);
        return reply.status(answer.status).headers(headersOf(request, answer)).send(answer.body);
      },
    });
  }

  /** Executes a request, or replays its response. Like the real API, forgets requests with invalid parameters. */
  #answer(request: FastifyRequest, check: () => () => object): Answer {
    authorize(request.headers.authorization, this.account.options.secretKey);
    refuseOtherVersions(request.headers['stripe-version']);
    const key = request.method === 'POST' ? request.headers['idempotency-key']?.toString() : undefined;
    const fingerprint = JSON.stringify([request.method, request.url, formOf(request)]);
    const known = key === undefined ? undefined : this.#idempotency.recall(key, fingerprint);
    if (known !== undefined) return known;

    const run = check();
    const requestId = randomId('req');
    const caused = { id: requestId, idempotency_key: key ?? null };
    const answer = this.account.during(caused, () => outcome(requestId, run));
    if (key !== undefined) this.#idempotency.remember(key, fingerprint, answer);
    return answer;
  }

  #refuse(request: FastifyRequest, reply: FastifyReply, error: FastifyError | ApiError): FastifyReply {
    const refusal = error instanceof ApiError ? error : fromFastify(error);
    const answer = { status: refusal.status, body: bodyOf(refusal), requestId: randomId('req') };
    return reply.status(answer.status).headers(headersOf(request, answer)).send(answer.body);
  }
}

function outcome(requestId: string, run: () => object): Answer {
  try {
    return { status: 200, body: run(), requestId };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, body: bodyOf(error), requestId };
  }
}

function bodyOf({ type, code, message, param }: ApiError) {
  return { error: { type, code, message, param } };
}

function headersOf(request: FastifyRequest, { requestId }: Answer): Record<string, string> {
  const key = request.headers['idempotency-key']?.toString();
  return {
    'request-id': requestId,
    'stripe-version': API_VERSION,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  };
}

function takeFormsOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
    done(
      body.length === 0
        ? null
        : invalid('Invalid request (check that your POST content type is application/x-www-form-urlencoded).'),
      '',
    ),
  );
}

/** The raw parameters. */
function formOf(request: FastifyRequest): string {
  if (request.method === 'POST') return typeof request.body === 'string' ? request.body : '';
  const start = request.url.indexOf('?');
  return start === -1 ? '' : request.url.slice(start + 1);
}

function refuseOtherVersions(version: string | string[] | undefined): void {
  if (version !== undefined && version !== API_VERSION) {
    throw invalid(`Invalid Stripe API version: ${version}. The sandbox speaks ${API_VERSION} only.`);
  }
}

function fromFastify(error: FastifyError): ApiError {
  const { statusCode = 500 } = error;
  return statusCode < 500 ? new ApiError(statusCode, 'invalid_request_error', error.message) : ownFault(error.message);
}

function breakOff(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
