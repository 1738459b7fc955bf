import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readPort } from './port.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

function start(port: string): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, SPEECH_PORT: port } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function readyLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  const [line] = await once(child.stdout, 'data');
  return String(line);
}

describe('the speech sandbox', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints when it is ready, serves the sample’s key, and exits on %s',
    async (signal) => {
      const child = start('0');
      const line = await readyLine(child);
      expect(line).toMatch(/^Speech sandbox is ready on http:\/\/localhost:\d+\/v1\n$/);
      const baseUrl = /http\S+/.exec(line)?.[0];
      const models = await fetch(`${baseUrl}/models`, { headers: { Authorization: 'Bearer sandbox' } });
      expect(models.status).toBe(200);
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  );

  test('prints one line when its port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const child = start(String(port));
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(errors).toBe(`Port ${port} is taken. Stop what listens there, or set SPEECH_PORT to another port.\n`);
    expect(code).toBe(1);
  });

  test.each([{}, { SPEECH_PORT: '' }])('uses the default port if none is given: %j', (environment) => {
    expect(readPort(environment)).toBe(3003);
  });

  test.each(['x', '70000', '-1', '1.5'])('does not accept an invalid port: %s', (port) => {
    expect(readPort({ SPEECH_PORT: port })).toBeUndefined();
  });

  test('prints one line for an invalid port', async () => {
    const child = start('x');
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(errors).toBe('SPEECH_PORT is invalid: it must be a port number, from 0 to 65535.\n');
    expect(code).toBe(1);
  });
});
