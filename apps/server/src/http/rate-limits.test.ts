import { resetPassword } from '@workspace/contract/auth';
import { FAILURES } from '@workspace/contract/failures';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { rateLimits } from '../database/schema.ts';
import { Failure } from '../failure.ts';
import { untilQueryWaits } from '../testing/lock-waits.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { networkOf, RATE_LIMITS, siteOf } from './rate-limits.ts';

const { count: COUNT, windowMs: WINDOW_MS } = RATE_LIMITS.resetPassword.address;

let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({ sharing: server });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

/** Counts an attempt. Resolves with the failure if it is one too many. */
async function attempt(who: string, at: TestServer = server): Promise<Failure | undefined> {
  try {
    await at.services.rateLimits.count('resetPassword', 'address', who);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** Makes that many attempts at the same time, alternating between the servers. Resolves with how many were allowed. */
async function attempts(who: string, count: number): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => attempt(who, index % 2 === 0 ? server : other)),
  );
  return answers.filter((failure) => failure === undefined).length;
}

describe('A limit', () => {
  test('allows exactly its number of attempts, even if they are concurrent on two servers', async () => {
    expect(await attempts('192.0.2.1', COUNT + 20)).toBe(COUNT);
  });

  test('says when to try again, and then starts over', async () => {
    await attempts('192.0.2.2', COUNT);
    server.clock.advance(WINDOW_MS - 90_500);
    const failure = await attempt('192.0.2.2');
    expect(failure).toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 91 });
    server.clock.advance(90_499);
    expect(await attempt('192.0.2.2')).toMatchObject({ retryAfterSeconds: 1 });
    server.clock.advance(1);
    expect(await attempts('192.0.2.2', COUNT + 20)).toBe(COUNT);
  });

  test('counts each client separately', async () => {
    await attempts('192.0.2.3', COUNT);
    expect(await attempt('192.0.2.3')).toBeDefined();
    expect(await attempt('192.0.2.4')).toBeUndefined();
  });

  test('counts each call separately, and only in the scopes that it declares', async () => {
    await attempts('192.0.2.5', COUNT);
    await server.services.rateLimits.count('login', 'address', '192.0.2.5');
    for (let index = 0; index < COUNT * 2; index += 1) {
      await server.services.rateLimits.count('resetPassword', 'account', '192.0.2.5');
    }
  });

  test('gives attempts back, but never more than were made', async () => {
    await attempts('192.0.2.6', COUNT);
    await server.services.rateLimits.giveBack('resetPassword', 'address', '192.0.2.6');
    expect(await attempts('192.0.2.6', 20)).toBe(1);
    await attempt('192.0.2.7');
    for (let index = 0; index < 3; index += 1)
      await server.services.rateLimits.giveBack('resetPassword', 'address', '192.0.2.7');
    expect(await attempts('192.0.2.7', COUNT + 20)).toBe(COUNT);
  });

  test('stores no addresses in plain text', async () => {
    await attempt('198.51.100.77');
    await server.services.rateLimits.count('login', 'account', 'somebody@example.com');
    const stored = JSON.stringify(await server.services.database.select().from(rateLimits));
    expect(stored).not.toContain('198.51.100');
    expect(stored).not.toContain('somebody');
  });
});

describe('A client’s address', () => {
  const statusOf = async (at: TestServer, forwardedFor: string) => {
    const body = { token: 'none', password: 'a password' };
    const headers = { 'X-Forwarded-For': forwardedFor, Forwarded: `for=${forwardedFor}`, 'X-Real-IP': forwardedFor };
    return (await at.call(resetPassword, { body }, { headers })).status;
  };
  const statusesOf = (at: TestServer, forwardedFor: (index: number) => string) =>
    Promise.all(Array.from({ length: COUNT + 5 }, (_, index) => statusOf(at, forwardedFor(index))));

  test('cannot be chosen by the client', async () => {
    const open = await startTestServer();
    onTestFinished(() => open.close());
    const statuses = await statusesOf(open, (index) => `203.0.113.${index}`);
    expect(statuses.filter((status) => status === FAILURES['too-many-requests'].status)).toHaveLength(5);
  });

  test('is the last one that the proxy names, whatever the client sends', async () => {
    const behindProxy = await startTestServer({ config: { trustProxy: 1 } });
    onTestFinished(() => behindProxy.close());
    const statuses = await statusesOf(behindProxy, (index) => `203.0.113.${index}, 198.51.100.1`);
    expect(statuses.filter((status) => status === FAILURES['too-many-requests'].status)).toHaveLength(5);
    expect(await statusOf(behindProxy, '198.51.100.1, 198.51.100.2')).toBe(400);
  });
});

describe('The network of an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['nonsense', 'nonsense'],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
  const written = (values: readonly number[]) => values.map((value) => value.toString(16)).join(':');

  test('is the same however the address is written, and whatever its second half is', () => {
    fc.assert(
      fc.property(groups, groups, (address, others) => {
        const network = address.slice(0, 4);
        const neighbor = [...network, ...others.slice(4)];
        expect(networkOf(written(address))).toBe(networkOf(written(neighbor)));
        const spelled = address.map((value) => value.toString(16).toUpperCase().padStart(4, '0')).join(':');
        expect(networkOf(spelled)).toBe(networkOf(written(address)));
        expect(networkOf(new URL(`http://[${written(address)}]`).hostname.slice(1, -1))).toBe(
          networkOf(written(address)),
        );
      }),
    );
  });

  test('differs if the first half of the address differs', () => {
    fc.assert(
      fc.property(groups, groups, (address, others) => {
        fc.pre(written(address.slice(0, 4)) !== written(others.slice(0, 4)));
        expect(networkOf(written(address))).not.toBe(networkOf(written(others)));
      }),
    );
  });

  test('has a valid name for any address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (address) => {
        expect(networkOf(address)).toMatch(/^[0-9a-fx.]+$|^[0-9a-f]+(:[0-9a-f]+){3}$/i);
      }),
    );
  });
});

describe('An IPv6 client', () => {
  test('gets an attempt back without locking one counter while waiting for the other', async () => {
    const { database, rateLimits: limits } = server.services;
    await database.delete(rateLimits);
    await attempt('2001:db8:57::1');
    const counters = await database.select({ key: rateLimits.key }).from(rateLimits);
    expect(counters).toHaveLength(2);
    for (const [held, free] of [counters, counters.toReversed()]) {
      const { given } = await database.transaction(async (transaction) => {
        const lock = (key = '') => transaction.select().from(rateLimits).where(eq(rateLimits.key, key));
        await lock(held?.key).for('update');
        const given = limits.giveBack('resetPassword', 'address', '2001:db8:57::1');
        await untilQueryWaits(database);
        expect(await lock(free?.key).for('update', { skipLocked: true })).toHaveLength(1);
        return { given };
      });
      await given;
    }
  });

  test('has one limit for each network, and twenty times that in total', async () => {
    const address = (network: number) => `2001:db8:56:${(0x1200 + network).toString(16)}::1`;
    for (let network = 0; network < 20; network += 1) {
      expect(await attempts(address(network), COUNT)).toBe(COUNT);
      if (network === 0) expect(await attempt(address(network))).toBeInstanceOf(Failure);
    }
    expect(await attempt(address(21))).toBeInstanceOf(Failure);
    expect(await attempt('2001:db8:56:1300::1')).toBeUndefined();
    await server.services.rateLimits.giveBack('resetPassword', 'address', address(3));
    await server.services.rateLimits.giveBack('resetPassword', 'address', address(3));
    expect(await attempt(address(22))).toBeUndefined();
  });

  test.each([
    ['2001:db8:1:22ff::1', '2001:db8:1:2200/56'],
    ['2001:DB8:1:22::', '2001:db8:1:0/56'],
    ['::1', '0:0:0:0/56'],
    ['::ffff:192.0.2.1', undefined],
    ['192.0.2.1', undefined],
    ['unknown', undefined],
  ])('at %s has the network %s', (address, site) => {
    expect(siteOf(address)).toBe(site);
  });
});
