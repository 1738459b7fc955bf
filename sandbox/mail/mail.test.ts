import { once } from 'node:events';
import { connect } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OutsideWorld } from '../outside-world.ts';
import { post, startTestWorld } from '../testing/test-outside-world.ts';
import type { Message } from './inbox.ts';

const MAIL: SendMailOptions = {
  from: 'Product <hello@product.example>',
  to: 'first.tester@example.com',
  subject: 'Grüße – bitte bestätigen ✓',
  date: new Date('2026-03-04T05:06:07Z'),
  text: 'Bestätigen: http://localhost:3000/verify-email?token=a_b&x=1',
  html: '<p>Bestätigen: <a href="http://localhost:3000/verify-email?token=a_b&amp;x=1">hier</a> <a href="mailto:x@y.example">?</a></p>',
};

function send(world: OutsideWorld, changes: SendMailOptions = {}) {
  return createTransport(world.smtpUrl).sendMail({ ...MAIL, ...changes });
}

async function messages(world: OutsideWorld, query = ''): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${world.url}/messages${query}`);
  return ((await response.json()) as { messages: Record<string, unknown>[] }).messages;
}

/** Sends a message unchanged over a raw socket and returns the server's last reply. */
async function sendRaw(world: OutsideWorld, lines: readonly string[], parameters = ''): Promise<string> {
  const socket = connect(Number(new URL(world.smtpUrl).port), 'localhost');
  onTestFinished(() => void socket.destroy());
  const commands = [
    'EHLO test',
    `MAIL FROM:<a@a.example>${parameters}`,
    'RCPT TO:<b@b.example>',
    'DATA',
    [...lines, '.'].join('\r\n'),
  ];
  let answer = String((await once(socket, 'data'))[0]);
  for (const command of commands) {
    socket.write(`${command}\r\n`);
    answer = String((await once(socket, 'data'))[0]);
  }
  return answer;
}

const HEADERS = [
  'From: a@a.example',
  'To: b@b.example',
  'Subject: hello',
  'Date: Wed, 4 Mar 2026 05:06:07 +0000',
  'Message-ID: <1@a.example>',
];

/** The flaw, the message's lines, and part of the server's reply. */
const FLAWED: [string, string[], string][] = [
  ...HEADERS.map((header): [string, string[], string] => {
    const name = header.split(':')[0] ?? '';
    return [`without ${name}`, HEADERS.filter((other) => other !== header), `one ${name} header, not 0`];
  }),
  ['with two subjects', [...HEADERS, 'Subject: again'], 'one Subject header, not 2'],
  ['with an empty subject', HEADERS.with(2, 'Subject: '), 'Subject header is empty'],
  ['with an invalid date', HEADERS.with(3, 'Date: soon'), 'Date header is invalid'],
  ['with a name as its sender', HEADERS.with(0, 'From: me'), 'From header holds no address'],
  ['with a bad message id', HEADERS.with(4, 'Message-ID: 1'), 'Message-ID header is invalid'],
  ['with unannounced non-ASCII bytes', [...HEADERS, '', 'grüße'], 'beyond ASCII'],
  ['with a bare line feed', [...HEADERS, '', 'one\nother'], 'line feed alone'],
  ['with too long a line', [...HEADERS, '', 'x'.repeat(999)], 'longer than 998'],
];

describe('the mail stand-in', () => {
  test('shows received messages: addresses, subject, text, HTML, links and headers', async () => {
    const world = await startTestWorld();
    await send(world);
    expect(await messages(world)).toEqual([
      {
        id: '1',
        from: 'hello@product.example',
        to: ['first.tester@example.com'],
        subject: MAIL.subject,
        date: '2026-03-04T05:06:07.000Z',
        text: `${MAIL.text}\n`,
        html: expect.stringContaining('hier'),
        links: ['http://localhost:3000/verify-email?token=a_b&x=1'],
        headers: expect.objectContaining({ to: 'first.tester@example.com', 'message-id': expect.any(String) }),
      },
    ]);
    const [message] = await messages(world);
    expect(await (await fetch(`${world.url}/messages/1`)).json()).toEqual(message);
    expect(await (await fetch(`${world.url}/messages/1/raw`)).text()).toMatch(
      /^From: Product <hello@product\.example>\r\n/,
    );
  });

  test('lists all messages or those to one address, ignoring case, newest first', async () => {
    const world = await startTestWorld();
    await send(world, { subject: 'one' });
    await send(world, { subject: 'two', to: 'Second.Tester@example.com', bcc: 'hidden@example.com' });
    await send(world, { subject: 'three' });
    const subjects = async (query = '') => (await messages(world, query)).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['three', 'two', 'one']);
    expect(await subjects('?to=FIRST.tester%40example.com')).toEqual(['three', 'one']);
    expect(await subjects('?to=second.tester@example.com')).toEqual(['two']);
    expect(await subjects('?to=hidden@example.com')).toEqual(['two']);
    expect(await subjects('?to=nobody@example.com')).toEqual([]);
  });

  test('can be emptied', async () => {
    const world = await startTestWorld();
    await send(world);
    expect((await fetch(`${world.url}/messages`, { method: 'DELETE' })).status).toBe(204);
    expect(await messages(world)).toEqual([]);
    expect((await fetch(`${world.url}/messages/1`)).status).toBe(404);
  });

  test('accepts a valid message', async () => {
    const world = await startTestWorld();
    expect(await sendRaw(world, [...HEADERS, '', 'hello'])).toMatch(/^250 /);
    expect(await sendRaw(world, [...HEADERS, '', 'grüße'], ' BODY=8BITMIME')).toMatch(/^250 /);
    expect(await messages(world)).toMatchObject([{ text: 'grüße\n' }, { text: 'hello\n' }]);
  });

  test.each(FLAWED)('rejects a message %s', async (_what, lines, said) => {
    const world = await startTestWorld();
    const answer = await sendRaw(world, lines.includes('') ? lines : [...lines, '', 'hello']);
    expect(answer).toMatch(/^554 Message refused: /);
    expect(answer).toContain(said);
    expect(await messages(world)).toEqual([]);
  });

  test('rejects a message that is too large', async () => {
    const world = await startTestWorld();
    const lines = Array.from({ length: 11 * 1024 }, () => 'x'.repeat(998));
    expect(await sendRaw(world, [...HEADERS, '', ...lines])).toMatch(/^552 /);
    expect(await messages(world)).toEqual([]);
  });

  test('keeps the latest thousand messages', async () => {
    const world = await startTestWorld();
    await send(world);
    const { inbox } = world.mail;
    const [{ id: _id, to, ...content }] = inbox.list() as [Message];
    for (let count = 2; count <= 1001; count += 1) inbox.add(content, to);
    const ids = (await messages(world)).map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([1000, '1001', '2']);
  });
});

describe('mail faults', () => {
  test.each([
    ['refuse', { responseCode: 451 }],
    ['reject', { responseCode: 550 }],
    ['close', { code: expect.stringMatching(/^(ECONNECTION|ESOCKET|ECONNRESET)$/) }],
  ])('accepts no mail in mode %s, but does again afterwards', async (mode, failure) => {
    const world = await startTestWorld();
    expect((await post(world, '/mail/control/outage', { mode })).status).toBe(204);
    await expect(send(world)).rejects.toMatchObject(failure);
    expect(await messages(world)).toEqual([]);
    await post(world, '/mail/control/outage', { mode: 'off' });
    await send(world);
    expect(await messages(world)).toHaveLength(1);
  });

  test('can accept a message but drop the connection before replying', async () => {
    const world = await startTestWorld();
    await post(world, '/mail/control/outage', { mode: 'lost-answer' });
    await expect(send(world)).rejects.toThrow();
    expect(await messages(world)).toHaveLength(1);
  });

  test('rejects an unknown mode and lists the valid ones', async () => {
    const response = await post(await startTestWorld(), '/mail/control/outage', { mode: 'on' });
    expect([response.status, await response.json()]).toEqual([
      400,
      { errors: [expect.stringMatching(/^mode: .*lost-answer/)] },
    ]);
  });
});

describe('the inbox page', () => {
  const page = async (world: OutsideWorld, path: string) => {
    const response = await fetch(world.url + path);
    return { text: await response.text(), policy: response.headers.get('content-security-policy') };
  };

  test('lists messages, filters by address, and shows one in a frame that runs no scripts', async () => {
    const world = await startTestWorld();
    expect((await page(world, '/mail')).text).toContain('No mail yet');
    await send(world);
    expect((await page(world, '/mail')).text).toContain(
      '<a href="/mail/1"><strong>Grüße – bitte bestätigen ✓</strong>',
    );
    expect((await page(world, '/mail?to=nobody@example.com')).text).toContain('No mail yet');
    const { text, policy } = await page(world, '/mail/1');
    expect(text).toContain('<a href="http://localhost:3000/verify-email?token=a_b&amp;x=1" target="_blank">');
    expect(text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(policy).toContain("default-src 'none'");
  });

  test('escapes a message’s content', async () => {
    const world = await startTestWorld();
    const attack = '"><script>alert(1)</script>';
    await send(world, { subject: attack, text: attack, html: `<p>${attack}</p>` });
    for (const path of ['/mail', '/mail/1', `/mail?to=${encodeURIComponent(attack)}`]) {
      expect((await page(world, path)).text).not.toContain('<script>alert');
    }
  });

  test('serves the newest message’s id, so that an open page can tell when it is outdated', async () => {
    const world = await startTestWorld();
    expect((await page(world, '/mail/newest')).text).toBe('');
    await send(world);
    expect((await page(world, '/mail/newest')).text).toBe('1');
    expect((await page(world, '/mail/newest?to=nobody@example.com')).text).toBe('');
  });

  test('deletes all messages when its form is submitted', async () => {
    const world = await startTestWorld();
    await send(world);
    const response = await fetch(`${world.url}/mail/clear`, { method: 'POST', body: new URLSearchParams() });
    expect(await response.text()).toContain('No mail yet');
  });
});
