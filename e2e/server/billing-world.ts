import { createCheckoutSession, verifyCheckoutSession } from '@workspace/contract/billing';
import { createPaymentProvider } from '@workspace/server/billing/payment-provider';
import type { PaymentsConfig } from '@workspace/server/config';
import { plans } from '@workspace/server/database/schema';
import { TestClock } from '@workspace/server/testing/test-clock';
import { startTestServer, type TestServer, type TestServerOptions } from '@workspace/server/testing/test-server';
import type { TestUser } from '@workspace/server/testing/test-users';
import { endAfterTests } from '../after-tests.ts';
import { SITE_VARIABLES } from '../site/site-build.ts';
import { outsideWorldConfig, startOutsideWorld } from './outside-world-process.ts';
import { PaymentsControl, type SandboxSession } from './payments-control.ts';

export const PRICE_ID = SITE_VARIABLES.VITE_STANDARD_PRICE_ID;

/** A server, and the sandbox's payment provider in a separate process. */
export interface BillingWorld {
  server: TestServer;
  payments: PaymentsControl;
  config: PaymentsConfig;
  /** The provider's API, as used by the payment account's owner. */
  provider: ReturnType<typeof createPaymentProvider>;
  /** Another server on the same database. */
  startAnother(options?: TestServerOptions): Promise<TestServer>;
  /** Delivers all webhooks that are not held, and has the server process them. */
  settle(): Promise<void>;
  /** Opens the checkout page of the monthly plan. */
  openCheckout(user: TestUser): Promise<SandboxSession>;
  /** Subscribes, and delivers the webhooks. */
  subscribe(user: TestUser): Promise<SandboxSession & { subscription: string }>;
  /** Verifies a session. Resolves with the HTTP status of an error, otherwise with the payment's status. */
  verify(user: TestUser, sessionId: string): Promise<string | number>;
  /** Why the user is Standard; undefined: Beta Tester. */
  planOf(user: { id: string }): Promise<string | undefined>;
}

/** Starts it, for the calling file's tests. */
export async function startBillingWorld(): Promise<BillingWorld> {
  const sandbox = await startOutsideWorld();
  const payments = new PaymentsControl(sandbox.url);
  const { payments: config } = outsideWorldConfig(sandbox.url);
  // The provider's clock is the system's.
  const clock = new TestClock(new Date().toISOString());
  const server = await startTestServer({ clock, config: { payments: config } });
  endAfterTests(() => server.close());
  await payments.sendWebhooksTo(`${server.url}/billing/webhook`);

  const world: BillingWorld = {
    server,
    payments,
    config,
    provider: createPaymentProvider(config),
    startAnother: (options) => startTestServer({ sharing: server, config: { payments: config }, ...options }),
    async settle() {
      // Processing one event can cause others.
      do await payments.flushWebhooks();
      while ((await server.runJobs()) > 0);
    },
    async openCheckout({ token }) {
      const answer = await server.call(createCheckoutSession, { body: { priceId: PRICE_ID } }, { token });
      if (!answer.ok) throw new Error(answer.errors.join(' '));
      const { sessions } = await payments.state();
      const session = sessions.find(({ url }) => url === answer.data.url);
      if (session === undefined) throw new Error('The provider knows no such page.');
      return session;
    },
    async subscribe(user) {
      const { id } = await world.openCheckout(user);
      const session = await payments.pay(id);
      await world.settle();
      if (session.subscription === null) throw new Error('Nothing was subscribed to.');
      return { ...session, subscription: session.subscription };
    },
    async verify({ token }, sessionId) {
      const answer = await server.call(verifyCheckoutSession, { body: { sessionId } }, { token });
      return answer.ok ? answer.data.paymentStatus : answer.status;
    },
    async planOf({ id }) {
      const all = await server.services.database.select().from(plans);
      return all.find(({ userId }) => userId === id)?.source;
    },
  };
  return world;
}
