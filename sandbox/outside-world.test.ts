import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createTransport } from 'nodemailer';
import { describe, expect, test } from 'vitest';
import { startOutsideWorld } from './outside-world.ts';
import { CLIENT, PAYMENTS, startTestWorld } from './testing/test-outside-world.ts';

const HAS_IPV6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

describe('the outside world', () => {
  test.runIf(HAS_IPV6)('listens on both addresses of localhost', async () => {
    const world = await startTestWorld();
    for (const host of ['127.0.0.1', '[::1]']) {
      expect((await fetch(`http://${host}:${new URL(world.url).port}/`)).status).toBe(200);
    }
    for (const host of ['127.0.0.1', '::1']) {
      const socket = connect(Number(new URL(world.smtpUrl).port), host);
      expect(String((await once(socket, 'data'))[0])).toMatch(/^220 /);
      socket.destroy();
    }
  });

  test('has an index page that links to payments, Google and mail', async () => {
    const { url } = await startTestWorld();
    const page = await (await fetch(url)).text();
    const links = [...page.matchAll(/<h2><a href="([^"]+)"|<a href="(\/google[^"]+)"/g)].map(
      ([, a, b]) => a ?? b ?? '',
    );
    expect(links).toEqual(['/payments', '/mail', '/google/.well-known/openid-configuration']);
    for (const link of links) expect((await fetch(url + link)).status).toBe(200);
  });

  test('serves the payments API at the root of the host', async () => {
    const { url } = await startTestWorld();
    const price = (key: string) =>
      fetch(`${url}/v1/prices/${PAYMENTS.priceId}`, { headers: { authorization: `Bearer ${key}` } });
    expect((await price('another-key')).status).toBe(401);
    expect(await (await price(PAYMENTS.secretKey)).json()).toMatchObject({ unit_amount: 1999, currency: 'usd' });
  });

  test('keeps the inboxes of two worlds separate', async () => {
    const [one, other] = [await startTestWorld(), await startTestWorld()];
    const mail = { from: 'a@a.example', to: 'b@b.example', subject: 'x', text: 'x' };
    await createTransport(one.smtpUrl).sendMail(mail);
    expect(one.mail.inbox.list()).toHaveLength(1);
    expect(other.mail.inbox.list()).toHaveLength(0);
  });

  test('reports which port is taken, and releases the other one', async () => {
    const world = await startTestWorld();
    const port = Number(new URL(world.url).port);
    const smtpPort = Number(new URL(world.smtpUrl).port);
    const start = (ports: { port: number; smtpPort: number }) =>
      startOutsideWorld({ ...ports, google: CLIENT, payments: PAYMENTS });
    await expect(start({ port, smtpPort: 0 })).rejects.toMatchObject({ code: 'EADDRINUSE', port });
    await expect(start({ port: 0, smtpPort })).rejects.toMatchObject({ code: 'EADDRINUSE', port: smtpPort });
    await world.close();
    const again = await start({ port, smtpPort });
    expect((await fetch(again.url)).status).toBe(200);
    await again.close();
  });
});
