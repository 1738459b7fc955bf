import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPortalSession } from '@workspace/contract/billing';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Failure } from '../failure.ts';
import { logOptions } from '../http/log.ts';
import { startTestServer } from '../testing/test-server.ts';
import { createUser } from '../testing/test-users.ts';
import { askProvider, createPaymentProvider, findAtProvider, PaymentProviderError } from './payment-provider.ts';
import { NOWHERE, PAYMENTS } from './testing/payments-config.ts';

const QUOTING = 'No such key or address: sk_test_secret, buyer@example.com';

let provider: Server;
let apiBase: string;
let requests = 0;
let answer = { status: 200, body: {} };
beforeAll(async () => {
  provider = createServer((_request, response) => {
    requests += 1;
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  apiBase = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => {
  provider.close();
  provider.closeAllConnections();
});
afterEach(() => {
  requests = 0;
});

function ask(base = apiBase) {
  const payments = createPaymentProvider({ ...PAYMENTS, apiBase: base });
  return askProvider({ payments }, (stripe) => stripe.customers.retrieve('cus_1')).catch((error: unknown) => error);
}

function refuse(status: number, code?: string) {
  answer = { status, body: { error: { type: 'invalid_request_error', code, message: QUOTING } } };
}

test.each([401, 403, 429, 500, 503])('a %i response means that payments are unavailable', async (status) => {
  refuse(status);
  const error = await ask();
  expect(error).toBeInstanceOf(Failure);
  expect(error).toMatchObject({ code: 'payments-unavailable', cause: expect.any(PaymentProviderError) });
});

test('a provider that is unreachable or not set up means that payments are unavailable', async () => {
  expect(await ask(NOWHERE)).toMatchObject({ code: 'payments-unavailable' });
  const unset = askProvider({ payments: undefined }, async () => 1);
  await expect(unset).rejects.toMatchObject({ code: 'payments-unavailable' });
});

test('failed requests are retried, but rejected ones are not', async () => {
  refuse(500);
  await ask();
  expect(requests).toBe(3);
  refuse(400, 'parameter_unknown');
  await ask();
  expect(requests).toBe(4);
});

test('a rejected request is our fault, and reported without the provider’s message, which quotes values', async () => {
  refuse(400, 'parameter_unknown');
  const error = await ask();
  expect(error).toBeInstanceOf(PaymentProviderError);
  expect(String(error)).toContain('parameter_unknown 400');
  expect(JSON.stringify(error) + String(error)).not.toMatch(/sk_test|example\.com/);
});

test('a missing object is undefined with findAtProvider, and an error otherwise', async () => {
  refuse(404, 'resource_missing');
  const payments = createPaymentProvider({ ...PAYMENTS, apiBase });
  expect(await findAtProvider({ payments }, (stripe) => stripe.customers.retrieve('cus_1'))).toBeUndefined();
  expect(await ask()).toBeInstanceOf(PaymentProviderError);
});

test('the log reports a provider failure without keys, addresses or the provider’s message', async () => {
  refuse(401);
  const lines: string[] = [];
  const log = pino(logOptions('info'), { write: (line) => void lines.push(line) });
  const server = await startTestServer({ config: { payments: { ...PAYMENTS, apiBase } }, services: { log } });
  const user = await createUser(server);
  expect(await server.call(createPortalSession, {}, user)).toMatchObject({ status: 503 });
  const logged = lines.join('');
  expect(logged).toContain('PaymentProviderError');
  for (const secret of [PAYMENTS.secretKey, QUOTING, user.email]) expect(logged).not.toContain(secret);
  await server.close();
});
