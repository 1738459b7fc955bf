import { settlePromises } from '@workspace/speech/testing/settle-promises';
import { NetworkFailure, type Transport, type WebSocketListener } from '@workspace/speech/transport';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSystemTransport } from './system-transport.ts';

const listener: WebSocketListener = { onOpen() {}, onMessage() {}, onPong() {}, onEnd() {} };
const SOCKET = { url: 'wss://speech.example/v1/realtime', headers: {} };
const REQUEST = { method: 'POST', url: 'https://speech.example/v1/audio', headers: {} } as const;

const connection = { send: vi.fn(), ping: vi.fn(), close: vi.fn(), terminate: vi.fn(), bufferedBytes: 7 };
const exchange = {
  response: Promise.resolve({ status: 200, headers: {}, body: (async function* () {})() }),
  cancel: vi.fn(),
};
const connect = vi.fn();
const request = vi.fn();
const createTransport = vi.fn();
const resolveProxy = vi.fn();

const handleRefusal = vi.fn();
let changeCertificates: () => void;
let transport: Transport;

beforeEach(() => {
  for (const mock of [connect, request, createTransport, resolveProxy, ...Object.values(connection)])
    if (typeof mock === 'function') mock.mockReset();
  exchange.cancel.mockReset();
  connect.mockReturnValue(connection);
  request.mockReturnValue(exchange);
  createTransport.mockReturnValue({ connect, request });
  resolveProxy.mockResolvedValue('DIRECT');
  handleRefusal.mockReset();
  const certificates = {
    handleRefusal,
    onChange: (listener: () => void) => {
      changeCertificates = listener;
    },
  };
  transport = createSystemTransport({ session: { resolveProxy }, certificates, createTransport });
});

test.each<[answer: string, proxy: string | undefined]>([
  ['DIRECT', undefined],
  ['PROXY 10.0.0.1:3128', 'http://10.0.0.1:3128'],
  ['PROXY 10.0.0.1:3128; PROXY 10.0.0.2:3128; DIRECT', 'http://10.0.0.1:3128'],
  ['HTTPS proxy.example:443;DIRECT', 'https://proxy.example:443'],
  ['SOCKS5 10.0.0.1:1080; PROXY 10.0.0.2:3128', 'http://10.0.0.2:3128'],
  ['SOCKS5 10.0.0.1:1080', undefined],
  ['DIRECT; PROXY 10.0.0.1:3128', undefined],
  ['PROXY', undefined],
  ['', undefined],
])('The answer %j selects the proxy %s', async (answer, proxy) => {
  resolveProxy.mockResolvedValue(answer);
  transport.connect(SOCKET, listener);
  await settlePromises();
  expect(createTransport).toHaveBeenCalledExactlyOnceWith(proxy);
  expect(connect).toHaveBeenCalledExactlyOnceWith(SOCKET, expect.anything());
});

test('The proxy is resolved for each address, as for a page, and connections through the same one are pooled', async () => {
  transport.connect(SOCKET, listener);
  transport.request(REQUEST);
  await settlePromises();
  expect(resolveProxy.mock.calls).toEqual([
    ['https://speech.example/v1/realtime'],
    ['https://speech.example/v1/audio'],
  ]);
  expect(createTransport).toHaveBeenCalledOnce();
  resolveProxy.mockResolvedValue('PROXY 10.0.0.1:3128');
  transport.request(REQUEST);
  await settlePromises();
  expect(createTransport).toHaveBeenCalledTimes(2);
});

test('If the proxy cannot be resolved, the connection is direct', async () => {
  resolveProxy.mockRejectedValue(new Error('no answer'));
  transport.connect(SOCKET, listener);
  await settlePromises();
  expect(createTransport).toHaveBeenCalledExactlyOnceWith(undefined);
});

describe('A refused certificate', () => {
  const failure = new NetworkFailure('The certificate of the host is not trusted.', 'SELF_SIGNED_CERT_IN_CHAIN');

  test.each([
    ['SELF_SIGNED_CERT_IN_CHAIN', 1],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 1],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 1],
    ['ECONNREFUSED', 0],
    [undefined, 0],
  ])('of a socket is recognized by its error code: %s', async (code, times) => {
    const onEnd = vi.fn();
    transport.connect(SOCKET, { ...listener, onEnd });
    await settlePromises();
    const end = { type: 'failed', failure: new NetworkFailure('It failed.', code) };
    connect.mock.calls[0]![1].onEnd(end);
    expect(handleRefusal).toHaveBeenCalledTimes(times);
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(end);
  });

  test('of a request is recognized by its error code', async () => {
    request.mockReturnValue({ ...exchange, response: Promise.reject(failure) });
    await expect(transport.request(REQUEST).response).rejects.toBe(failure);
    expect(handleRefusal).toHaveBeenCalledOnce();
    request.mockReturnValue({ ...exchange, response: Promise.reject(new NetworkFailure('It broke.', 'ECONNRESET')) });
    await expect(transport.request(REQUEST).response).rejects.toThrow('It broke.');
    expect(handleRefusal).toHaveBeenCalledOnce();
  });

  test('that has become trusted makes later connections use a new transport', async () => {
    transport.connect(SOCKET, listener);
    await settlePromises();
    changeCertificates();
    transport.connect(SOCKET, listener);
    await settlePromises();
    expect(createTransport).toHaveBeenCalledTimes(2);
  });
});

describe('A socket', () => {
  test('passes all events to its listener', async () => {
    const heard = { onOpen: vi.fn(), onMessage: vi.fn(), onPong: vi.fn(), onEnd: vi.fn() };
    transport.connect(SOCKET, heard);
    await settlePromises();
    const reported: WebSocketListener = connect.mock.calls[0]![1];
    reported.onOpen();
    reported.onMessage('text');
    reported.onPong();
    reported.onEnd({ type: 'closed', code: 1000, reason: '' });
    expect(heard.onOpen).toHaveBeenCalledOnce();
    expect(heard.onMessage).toHaveBeenCalledExactlyOnceWith('text');
    expect(heard.onPong).toHaveBeenCalledOnce();
    expect(heard.onEnd).toHaveBeenCalledExactlyOnceWith({ type: 'closed', code: 1000, reason: '' });
  });

  test('passes calls on once the proxy is known', async () => {
    const socket = transport.connect(SOCKET, listener);
    socket.ping();
    expect(socket.bufferedBytes).toBe(0);
    await settlePromises();
    socket.send('one');
    socket.send(Uint8Array.of(1, 2));
    expect(connection.send.mock.calls).toEqual([['one'], [Uint8Array.of(1, 2)]]);
    expect(socket.bufferedBytes).toBe(7);
    socket.ping();
    expect(connection.ping).toHaveBeenCalledOnce();
    socket.close();
    socket.terminate();
    expect(connection.close).toHaveBeenCalledOnce();
    expect(connection.terminate).toHaveBeenCalledOnce();
  });

  test.each(['close', 'terminate'] as const)('that was ended by %s before that is never opened', async (end) => {
    const socket = transport.connect(SOCKET, listener);
    socket[end]();
    await settlePromises();
    expect(connect).not.toHaveBeenCalled();
  });
});

describe('A request', () => {
  test('is sent, and gets its response', async () => {
    const onSent = vi.fn();
    expect(await transport.request(REQUEST, onSent).response).toMatchObject({ status: 200 });
    expect(request).toHaveBeenCalledExactlyOnceWith(REQUEST, onSent);
  });

  test('that was canceled before the proxy was known is never sent', async () => {
    const { response, cancel } = bound(transport.request(REQUEST));
    cancel();
    await expect(response).rejects.toThrow('The request was cancelled.');
    await settlePromises();
    expect(request).not.toHaveBeenCalled();
  });

  test('can be canceled afterwards', async () => {
    request.mockReturnValue({ ...exchange, response: new Promise(() => {}) });
    const { response, cancel } = bound(transport.request(REQUEST));
    await settlePromises();
    cancel();
    await expect(response).rejects.toThrow('The request was cancelled.');
    expect(exchange.cancel).toHaveBeenCalledOnce();
  });
});

function bound(exchange: ReturnType<Transport['request']>) {
  return { response: exchange.response, cancel: () => exchange.cancel() };
}
