import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { authorizeWithGoogle, getMe, register } from '@workspace/contract/auth';
import { createCheckoutSession, createPortalSession, verifyCheckoutSession } from '@workspace/contract/billing';
import type { Call, CallInput } from '@workspace/contract/call';
import type { FailureCode } from '@workspace/contract/failures';
import { listReleases } from '@workspace/contract/releases';
import { getReadiness } from '@workspace/contract/service';
import { track } from '@workspace/contract/tracking';
import { getEntitlement, getUsage } from '@workspace/contract/usage';
import { refusal } from '@workspace/server/testing/refusal';
import { startTestServer } from '@workspace/server/testing/test-server';
import { createUser, type TestUser } from '@workspace/server/testing/test-users';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { scratchFolder } from '../scratch-folder.ts';
import { startOutsideWorld } from './outside-world-process.ts';
import { bundledDatabaseIn, createUsers, ServerProcess } from './server-process.ts';

const PRICE_ID = 'price_sandbox_standard';
const PASSWORD = 'a password of eight or more';

/** Takes a service's place: accepts and counts connections, and never answers. */
class SilentService {
  connections = 0;
  readonly #server = createServer((socket) => {
    this.connections += 1;
    socket.destroy();
  });

  async open(): Promise<void> {
    this.#server.listen(0, 'localhost');
    await once(this.#server, 'listening');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const NEEDING_SERVICES: [path: string, call: Call, input: CallInput<Call>, failure: FailureCode][] = (
  [
    [authorizeWithGoogle, {}, 'google-unavailable'],
    [createCheckoutSession, { body: { priceId: PRICE_ID } }, 'payments-unavailable'],
    [verifyCheckoutSession, { body: { sessionId: 'cs_unknown' } }, 'payments-unavailable'],
    [createPortalSession, {}, 'payments-unavailable'],
  ] as const
).map(([call, input, failure]) => [call.path, call, input, failure]);

const NEEDING_NOBODY: [call: Call, input: CallInput<Call>][] = [
  [getReadiness, {}],
  [listReleases, {}],
  [getMe, {}],
  [getUsage, {}],
  [getEntitlement, {}],
  [track, { body: { sessionId: randomUUID(), event: 'page_view' } }],
];

describe('A server whose external services are configured but down', () => {
  const dataDir = scratchFolder();
  const services = { google: new SilentService(), payments: new SilentService(), mail: new SilentService() };
  let smtpPort: number;
  let server: ServerProcess;
  let user: TestUser;

  beforeAll(async () => {
    await Promise.all(Object.values(services).map((service) => service.open()));
    smtpPort = services.mail.port;
    server = await ServerProcess.start({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      SMTP_URL: `smtp://localhost:${smtpPort}`,
      GOOGLE_ISSUER: `http://localhost:${services.google.port}`,
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'a-secret',
      STRIPE_API_BASE: `http://localhost:${services.payments.port}`,
      STRIPE_SECRET_KEY: 'sk_test',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      STANDARD_PRICE_ID: PRICE_ID,
      STANDARD_UNIT_AMOUNT: '1999',
      PAYMENT_LINK: `http://localhost:${services.payments.port}/payments/link/standard`,
    });
    [user] = (await createUsers(bundledDatabaseIn(dataDir), 1)) as [TestUser];
  });

  test('starts and serves calls that need none of them, without contacting any', async () => {
    for (const [call, input] of NEEDING_NOBODY) {
      expect(await server.call(call, input, { token: user.token })).toMatchObject({ ok: true });
    }
    expect(Object.values(services).map(({ connections }) => connections)).toEqual([0, 0, 0]);
    await Promise.all(Object.values(services).map((service) => service.close()));
  });

  test.each(NEEDING_SERVICES)('says so only on the calls that need one (%s)', async (_, call, input, failure) => {
    expect(await server.call(call, input, { token: user.token })).toMatchObject(refusal(failure));
    expect(await server.call(getMe, {}, { token: user.token })).toMatchObject({ ok: true });
  });

  test('accepts registrations, and sends their emails once the mail server is up', async () => {
    const email = `${randomUUID()}@example.com`;
    expect(await server.call(register, { body: { email, password: PASSWORD } })).toMatchObject({ status: 202 });
    const world = await startOutsideWorld({ SANDBOX_SMTP_PORT: String(smtpPort) });
    await vi.waitUntil(
      async () => {
        const response = await fetch(`${world.url}/messages?to=${encodeURIComponent(email)}`);
        const { messages } = (await response.json()) as { messages: unknown[] };
        return messages.length === 1;
      },
      { timeout: 300_000, interval: 100 },
    );
  });
});

describe('A server without external services', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  beforeAll(async () => {
    server = await startTestServer({ config: { google: undefined, payments: undefined, smtpUrl: undefined } });
  });
  afterAll(() => server.close());

  test.each(NEEDING_SERVICES)('says so only on the calls that need one (%s)', async (_, call, input, failure) => {
    const { token } = await createUser(server);
    expect(await server.call(call, input, { token })).toMatchObject(refusal(failure));
    expect(await server.call(getMe, {}, { token })).toMatchObject({ ok: true });
  });
});
