import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { InvalidInput, parseInput } from '../parse-input.ts';
import { parseForm } from './api/parameters.ts';
import { ApiError } from './api-error.ts';
import type { PaymentsControl } from './control.ts';

const sessionId = z.string();
const subscription = z.string();
const optional = z.string().optional();
const charge = { charge: optional, paymentIntent: optional };
const renewal = z.strictObject({ subscription, outcome: z.enum(['paid', 'declined']).optional() });
/** Forms send numbers as strings. */
const count = z.coerce.number().int().positive().optional();

interface Action {
  path: string;
  run(control: PaymentsControl, body: unknown): unknown;
}

function action<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  run: (control: PaymentsControl, request: z.output<Schema>) => unknown,
): Action {
  return { path, run: (control, body) => run(control, parseInput(schema, body)) };
}

const ACTIONS: readonly Action[] = [
  action(
    'follow-link',
    z.strictObject({
      link: z.enum(['standard', 'other']).optional(),
      client_reference_id: optional,
      prefilled_email: optional,
      locked_prefilled_email: optional,
    }),
    (control, request) => control.followLink(request),
  ),
  action(
    'pay',
    z.strictObject({
      sessionId,
      email: optional,
      name: optional,
      outcome: z.enum(['paid', 'declined', 'delayed']).optional(),
    }),
    (control, request) => control.pay(request),
  ),
  action('settle', z.strictObject({ sessionId, outcome: z.enum(['succeeded', 'failed']) }), (control, request) =>
    control.settle(request),
  ),
  action('expire', z.strictObject({ sessionId }), (control, request) => control.expire(request)),
  action('refund', z.strictObject({ ...charge, amount: count }), (control, request) => control.refund(request)),
  action('dispute', z.strictObject({ ...charge, reason: optional }), (control, request) => control.dispute(request)),
  action(
    'close-dispute',
    z.strictObject({ dispute: z.string(), outcome: z.enum(['won', 'lost']) }),
    (control, request) => control.closeDispute(request),
  ),
  action(
    'cancel',
    z.strictObject({ subscription, when: z.enum(['now', 'period-end']).optional() }),
    (control, request) => control.cancel(request),
  ),
  action('resume', z.strictObject({ subscription }), (control, request) => control.resume(request)),
  action('end-period', renewal, (control, request) => control.endPeriod(request)),
  action('retry-payment', renewal, (control, request) => control.retryPayment(request)),
  action('stop-retrying', z.strictObject({ subscription, end: z.enum(['canceled', 'unpaid']) }), (control, request) =>
    control.stopRetrying(request),
  ),
  action('webhooks/url', z.strictObject({ url: optional }), (control, request) => control.setWebhookUrl(request)),
  action(
    'webhooks/mode',
    z.strictObject({ mode: z.enum(['normal', 'double', 'reverse', 'hold']) }),
    (control, request) => control.setWebhookMode(request),
  ),
  action('webhooks/flush', z.strictObject({ reverse: z.boolean().optional() }), (control, request) =>
    control.flushWebhooks(request),
  ),
  action(
    'webhooks/redeliver',
    z.strictObject({ event: z.string(), times: count, signature: z.enum(['right', 'wrong', 'old']).optional() }),
    (control, request) => control.redeliver(request),
  ),
  action(
    'webhooks/send',
    z.strictObject({ type: z.string(), object: z.record(z.string(), z.unknown()) }),
    (control, request) => control.sendEvent(request),
  ),
  action(
    'outage',
    z.strictObject({ mode: z.enum(['off', 'refuse', '500', 'slow', 'lost-answer']), times: count, delayMs: count }),
    (control, request) => control.setOutage(request),
  ),
  action('reset', z.strictObject({}), (control) => control.reset()),
];

/**
 * Adds the control calls under `/payments/control`. They take and return JSON; a form, as the operator's page sends it,
 * is answered with a redirect to that page.
 */
export async function addControl(app: FastifyInstance, control: PaymentsControl): Promise<void> {
  await app.register(formbody, { parser: parseForm });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ApiError) return reply.status(error.status).send({ errors: [error.message] });
    if (error instanceof InvalidInput) return reply.status(400).send({ errors: error.errors });
    throw error;
  });
  app.get('/payments/control/state', async () => control.state());
  for (const { path, run } of ACTIONS) {
    app.post(`/payments/control/${path}`, async (request, reply) => {
      const answer = await run(control, request.body ?? {});
      if (isForm(request.headers['content-type'])) return reply.redirect('/payments', 303);
      return answer === undefined ? reply.status(204).send() : answer;
    });
  }
}

function isForm(contentType: string | undefined): boolean {
  return contentType?.startsWith('application/x-www-form-urlencoded') ?? false;
}
