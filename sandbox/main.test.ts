import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from './environment.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

function start(environment: Record<string, string>): ChildProcessWithoutNullStreams {
  const env = { ...process.env, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', ...environment };
  const child = spawn(process.execPath, [MAIN], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as { port: number }).port;
}

describe('the sandbox process', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('prints one line when it is ready, and exits on %s', async (signal) => {
    const child = start({});
    const errors = text(child.stderr);
    const line = String((await once(child.stdout, 'data'))[0]);
    expect(line).toMatch(/^Sandbox is ready on http:\/\/localhost:\d+\n$/);
    const url = line.trim().split(' ').at(-1) ?? '';
    for (const path of ['/', '/payments', '/mail', '/messages', '/google/jwks']) {
      expect((await fetch(url + path)).status).toBe(200);
    }
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await errors).toBe('');
  });

  test.each(['SANDBOX_PORT', 'SANDBOX_SMTP_PORT'])('prints one line when the port of %s is taken', async (variable) => {
    const port = await takenPort();
    const child = start({ [variable]: String(port) });
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(errors).toBe(`Port ${port} is taken. Stop what listens there, or set ${variable} to another port.\n`);
    expect(code).toBe(1);
  });

  test('prints one line for an invalid variable', async () => {
    const child = start({ STANDARD_UNIT_AMOUNT: '19.99' });
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(errors).toBe('STANDARD_UNIT_AMOUNT is invalid: it must be a whole number of cents.\n');
    expect(code).toBe(1);
  });

  test.each([
    ['SANDBOX_PORT', 'x', 'must be a port number, from 0 to 65535'],
    ['SITE_PORT', '70000', 'must be a port number, from 0 to 65535'],
    ['STRIPE_SECRET_KEY', '', 'must not be empty'],
  ])('rejects %s set to "%s"', (variable, value, reason) => {
    expect(readEnvironment({ [variable]: value })).toEqual({ problems: `${variable} is invalid: it ${reason}.` });
  });
});
