import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { MAX_MESSAGE_BYTES } from '../ipc/protocol.ts';
import { WindowServer } from './window-server.ts';

const PAGE = '<!doctype html><title>Settings</title>';

let folder: string;
let server: WindowServer;
let sockets: WebSocket[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'windows-'));
  mkdirSync(join(folder, 'settings'));
  writeFileSync(join(folder, 'settings', 'index.html'), PAGE);
  writeFileSync(join(folder, 'main.js'), 'export {};');
  server = await WindowServer.open(folder);
});

afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  sockets = [];
  await server.close();
  rmSync(folder, { recursive: true });
});

function cookie(): string {
  return `${server.cookie.name}=${server.cookie.value}`;
}

interface Answer {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.origin);
    const asked = request({ hostname, port, path, method, headers }, async (response) => {
      const body = (await response.toArray()).join('');
      resolve({ status: response.statusCode, headers: response.headers, body });
    });
    asked.on('error', reject).end();
  });
}

function open(window: string, options: ClientOptions = {}): WebSocket {
  const address = `${server.origin.replace('http', 'ws')}/ipc/${window}`;
  const socket = new WebSocket(address, { origin: server.origin, headers: { cookie: cookie() }, ...options });
  sockets.push(socket);
  return socket;
}

/** Opens a socket. Resolves with 101, or the status with which it was refused. */
async function statusOf(socket: WebSocket): Promise<number | undefined> {
  const opened = once(socket, 'open').then(() => 101);
  const refused = new Promise<number | undefined>((resolve) => {
    socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode));
  });
  opened.catch(() => {});
  return Promise.race([opened, refused]);
}

const closeCodeOf = async (socket: WebSocket): Promise<number> => (await once(socket, 'close'))[0];

describe('The pages', () => {
  test('are served to a browser with the cookie', async () => {
    expect(await ask('/settings/', { cookie: `other=1; ${cookie()}` })).toMatchObject({ status: 200, body: PAGE });
    expect(await ask('/main.js', { cookie: cookie() })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    });
    expect(await ask('/settings/', { cookie: cookie() }, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  test.each([
    ['without a cookie', () => ({})],
    ['with another cookie', () => ({ cookie: `${server.cookie.name}=${'a'.repeat(server.cookie.value.length)}` })],
    ['with a part of the cookie', () => ({ cookie: cookie().slice(0, -1) })],
    [
      'under another name of this machine',
      () => ({ cookie: cookie(), host: `localhost:${new URL(server.origin).port}` }),
    ],
    ['for a page of another origin', () => ({ cookie: cookie(), origin: 'http://127.0.0.1:9' })],
  ])('are refused %s', async (_, headers) => {
    expect(await ask('/settings/', headers())).toMatchObject({ status: 401, body: ' ' });
  });

  test.each(['/', '/settings', '/../main.js', '/settings/../main.js', '/%2e%2e/main.js', '/settings/?a', '//main.js'])(
    'are only those that were built: %s is not found',
    async (path) => {
      expect(await ask(path, { cookie: cookie() })).toMatchObject({ status: 404 });
    },
  );

  test('are read-only', async () => {
    expect(await ask('/settings/', { cookie: cookie() }, 'POST')).toMatchObject({ status: 405 });
  });

  test('load nothing from elsewhere, and are not cached', async () => {
    const { headers } = await ask('/settings/', { cookie: cookie() });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test('cause an error that says how to build them if they are missing', async () => {
    await expect(WindowServer.open(join(folder, 'nowhere'))).rejects.toThrow('npm run build -w apps/desktop');
  });
});

describe('A channel', () => {
  test.each<[string, string, () => ClientOptions]>([
    ['without a cookie', 'settings', () => ({ headers: {} })],
    ['without an origin', 'settings', () => ({ origin: undefined })],
    ['for a page of another origin', 'settings', () => ({ origin: 'http://127.0.0.1:9' })],
    ['for a window that doesn’t exist', 'toString', () => ({})],
  ])('is refused %s', async (_, window, options) => {
    expect(await statusOf(open(window, options()))).toBe(401);
  });

  test('carries valid messages both ways, and ignores others', async () => {
    const onMessage = vi.fn();
    const onOpen = vi.fn();
    server.listen('hud', { onOpen, onMessage });
    const socket = open('hud');
    await once(socket, 'open');
    expect(onOpen).toHaveBeenCalledOnce();
    socket.send(JSON.stringify({ type: 'act', action: 'retry' }));
    socket.send('{"type":"act","action":"format the disk"}');
    socket.send('no JSON');
    socket.send(Buffer.from('a frame'));
    socket.send(JSON.stringify({ type: 'act', action: 'copy' }));
    await expect.poll(() => onMessage).toHaveBeenCalledTimes(2);
    expect(onMessage.mock.calls).toEqual([[{ type: 'act', action: 'retry' }], [{ type: 'act', action: 'copy' }]]);

    const heard = once(socket, 'message');
    server.send('hud', { type: 'view', view: null });
    expect(JSON.parse(String((await heard)[0]))).toEqual({ type: 'view', view: null });
  });

  test('notifies a late listener that the window is open', async () => {
    await once(open('hud'), 'open');
    await expect.poll(() => server.isOpen('hud')).toBe(true);
    const onOpen = vi.fn();
    server.listen('hud', { onOpen, onMessage() {} });
    await expect.poll(() => onOpen).toHaveBeenCalledOnce();
  });

  test('carries the microphone’s frames', async () => {
    const onFrame = vi.fn();
    server.listen('microphone', { onMessage() {}, onFrame });
    const socket = open('microphone');
    await once(socket, 'open');
    socket.send(Uint8Array.of(1, 2, 3, 4));
    await expect.poll(() => onFrame).toHaveBeenCalledExactlyOnceWith(Buffer.of(1, 2, 3, 4));
  });

  test('is unique to each window: a new one replaces the previous one', async () => {
    const listener = { onOpen: vi.fn(), onMessage: vi.fn(), onClose: vi.fn() };
    server.listen('hud', listener);
    const former = open('hud');
    await once(former, 'open');
    const newest = open('hud');
    expect(await closeCodeOf(former)).toBe(4_000);
    expect(listener.onOpen).toHaveBeenCalledTimes(2);
    expect(listener.onClose).not.toHaveBeenCalled();

    newest.close();
    await expect.poll(() => listener.onClose).toHaveBeenCalledOnce();
    server.send('hud', { type: 'view', view: null });
  });

  test.each([
    [
      'keeps sending messages unknown to the protocol',
      1_008,
      (socket: WebSocket) => {
        for (let count = 0; count < 100; count += 1) socket.send('{}');
      },
    ],
    [
      'sends more than any message needs',
      1_009,
      (socket: WebSocket) => socket.send(Buffer.alloc(MAX_MESSAGE_BYTES + 1)),
    ],
  ])('is closed for a window that %s', async (_, code, abuse) => {
    const onClose = vi.fn();
    server.listen('hud', { onMessage() {}, onClose });
    const socket = open('hud');
    await once(socket, 'open');
    abuse(socket);
    expect(await closeCodeOf(socket)).toBe(code);
    await expect.poll(() => onClose).toHaveBeenCalledOnce();
  });
});
