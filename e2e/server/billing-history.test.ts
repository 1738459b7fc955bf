import { reconcilePayments } from '@workspace/server/billing/reconcile-payments';
import { createUser, type TestUser } from '@workspace/server/testing/test-users';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type BillingWorld, startBillingWorld } from './billing-world.ts';

let world: BillingWorld;
beforeAll(async () => {
  world = await startBillingWorld();
});

/** What a history's user has at the provider. */
async function belongings(user: TestUser) {
  const { sessions, subscriptions, charges, disputes, events } = await world.payments.state();
  const own = sessions.filter(({ client_reference_id }) => client_reference_id === user.id);
  return {
    sessions: own,
    subscriptions: subscriptions.filter(({ id }) => own.some(({ subscription }) => subscription === id)),
    licenses: charges.filter(({ payment_intent }) => own.some((session) => session.payment_intent === payment_intent)),
    disputes,
    events: events.filter(({ data }) =>
      own.some(({ id, subscription }) => [id, subscription].includes(data.object.id)),
    ),
  };
}
type Belongings = Awaited<ReturnType<typeof belongings>>;

/** Whether the user should be Standard, according to the provider's records. */
function isStandard({ subscriptions, licenses, disputes }: Belongings): boolean {
  return (
    subscriptions.some(({ status }) => ['active', 'past_due'].includes(status)) ||
    licenses.some(
      ({ id, refunded }) => !refunded && disputes.every(({ charge, status }) => charge !== id || status === 'won'),
    )
  );
}

type Step = (user: TestUser, has: Belongings) => Promise<unknown>;

const latest = <T extends { id: string }>(list: readonly T[]): string => list[0]?.id ?? 'none';

const STEPS: Record<string, Step> = {
  subscribe: async (user) => world.payments.pay((await world.openCheckout(user)).id),
  'buy a license': async (user) => {
    const { id } = await world.payments.followLink({ client_reference_id: user.id });
    await world.payments.pay(id, { email: user.email });
  },
  'cancel now': (_, { subscriptions }) => world.payments.cancel(latest(subscriptions), 'now'),
  'cancel at the end': (_, { subscriptions }) => world.payments.cancel(latest(subscriptions), 'period-end'),
  resume: (_, { subscriptions }) => world.payments.resume(latest(subscriptions)),
  renew: (_, { subscriptions }) => world.payments.endPeriod(latest(subscriptions)),
  'fail to renew': (_, { subscriptions }) => world.payments.endPeriod(latest(subscriptions), 'declined'),
  'pay after all': (_, { subscriptions }) => world.payments.retryPayment(latest(subscriptions)),
  'give up': (_, { subscriptions }) => world.payments.stopRetrying(latest(subscriptions), 'unpaid'),
  refund: (_, { licenses }) => world.payments.refund({ charge: latest(licenses) }),
  dispute: (_, { licenses }) => world.payments.dispute({ charge: latest(licenses) }),
  'win the dispute': (_, { disputes }) => world.payments.closeDispute(latest(disputes), 'won'),
  'lose the dispute': (_, { disputes }) => world.payments.closeDispute(latest(disputes), 'lost'),
  'deliver webhooks': () => world.payments.flushWebhooks(),
  'deliver webhooks in reverse': () => world.payments.flushWebhooks({ reverse: true }),
  'deliver one again': (_, { events }) => world.payments.redeliver(latest(events), 2),
  'process events': () => world.server.runJobs(),
  'compare with the provider': () => reconcilePayments(world.server.services, {}),
  'return from checkout': (user, { sessions }) => world.verify(user, latest(sessions)),
};

test('after any history, with events in any order, exactly those who have paid are Standard', async () => {
  const history = fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 4, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(history, fc.boolean(), async (steps, reverse) => {
      const user = await createUser(world.server);
      await world.payments.setWebhookMode('hold');
      // Some steps are impossible after others: they are refused and have no effect.
      for (const step of steps) await STEPS[step]?.(user, await belongings(user)).catch(() => {});
      await world.payments.flushWebhooks({ reverse });
      await world.settle();
      const has = await belongings(user);
      expect((await world.planOf(user)) !== undefined).toBe(isStandard(has));
    }),
    { numRuns: 25 },
  );
});
