import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { monthly, startTestPayments } from './testing/test-payments.ts';

async function newFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'payments-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return path.join(folder, 'deeper', 'payments.json');
}

test('an account resumes after a restart', async () => {
  const options = { stateFile: await newFile() };
  const before = await startTestPayments(options);
  const { id: paid } = await before.stripe.checkout.sessions.create(monthly({ customer_email: 'a@example.com' }));
  before.control.pay({ sessionId: paid });
  const { id: open } = await before.stripe.checkout.sessions.create(monthly({ customer_email: 'b@example.com' }));
  before.control.setWebhookMode({ mode: 'hold' });
  await before.stripe.customers.create();
  await before.stop();

  const after = await startTestPayments({ ...options, webhookUrl: before.receiver.url });
  await after.control.settled();
  expect(before.receiver.types().at(-1)).toBe('customer.created');
  expect(after.control.state().subscriptions).toMatchObject([{ status: 'active' }]);
  expect(after.control.pay({ sessionId: open }).session.customer_details?.email).toBe('b@example.com');
  expect((await after.stripe.checkout.sessions.list({ status: 'complete' })).data.map(({ id }) => id)).toEqual([
    open,
    paid,
  ]);
});

test('open sessions still expire after a restart', async () => {
  const options = { stateFile: await newFile() };
  const before = await startTestPayments(options);
  const { id } = before.control.followLink();
  await before.stop();
  const after = await startTestPayments(options);
  after.clock.advance(24 * 3600_000);
  expect(await after.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' });
});

test('each change is written to the file, and a broken file is replaced', async () => {
  const stateFile = await newFile();
  const first = await startTestPayments({ stateFile });
  const { id } = await first.stripe.customers.create();
  await expect.poll(() => readFile(stateFile, 'utf8').catch(() => '')).toContain(id);
  await first.stop();
  await writeFile(stateFile, '{"resources":');
  const second = await startTestPayments({ stateFile });
  expect((await second.stripe.customers.list()).data).toEqual([]);
  expect((await second.stripe.prices.list()).data).toHaveLength(4);
});
