import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { startSpeechSandbox } from './server.ts';
import { SocketClient } from './testing/socket-client.ts';
import { startTestSandbox } from './testing/test-sandbox.ts';

const HAS_IPV6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

test.runIf(HAS_IPV6)('listens on both addresses of localhost', async () => {
  const sandbox = await startSpeechSandbox(0);
  onTestFinished(() => sandbox.close());
  for (const host of ['127.0.0.1', '[::1]']) {
    expect((await fetch(`http://${host}:${sandbox.port}/v1/models`)).status).toBe(401);
    expect(await SocketClient.refused(`ws://${host}:${sandbox.port}/v1/realtime`)).toMatchObject({ status: 401 });
  }
});

test('rejects with EADDRINUSE when its port is taken', async () => {
  const sandbox = await startSpeechSandbox(0);
  onTestFinished(() => sandbox.close());
  await expect(startSpeechSandbox(sandbox.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('survives an upgrade to an invalid URL', async () => {
  const { base } = await startTestSandbox();
  const socket = connect(Number(new URL(base).port), 'localhost');
  socket.write('GET // HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /);
});
