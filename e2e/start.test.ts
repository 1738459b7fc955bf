// `npm start`: the product at work without a key, started by the machine's own npm, and ended without a trace.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { chromiumProcesses } from './browser-shell/shell-session.ts';
import type { RunningProcess } from './child-processes.ts';
import { startNpm } from './npm-process.ts';
import { spokenSample } from './recordings.ts';
import { scratchFolder } from './scratch-folder.ts';
import { SITE_VARIABLES } from './site/site-process.ts';
import { XSession } from './x11/x-session.ts';

const LIMIT_MS = 5_000;
const folder = scratchFolder();

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts all of it where nothing else is: on ports of its own, with data of its own, and the site as other tests have it. */
async function start(port: number, environment: Record<string, string> = {}): Promise<RunningProcess> {
  const [site, api, sandbox, smtp] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  return startNpm(['start'], {
    HOME: folder,
    DATA_DIR: scratchFolder(),
    SITE_PORT: String(site),
    API_PORT: String(api),
    SANDBOX_PORT: String(sandbox),
    SANDBOX_SMTP_PORT: String(smtp),
    SPEECH_PORT: String(port),
    ...SITE_VARIABLES,
    ...environment,
  });
}

async function untilShown(running: RunningProcess, text: string): Promise<void> {
  await vi.waitUntil(() => running.stdout.includes(text), { timeout: 40_000, interval: 50 });
}

async function expectEnd(running: RunningProcess, send: () => void): Promise<void> {
  const sentAt = performance.now();
  send();
  const { stderr } = await running.ended;
  expect(performance.now() - sentAt).toBeLessThan(LIMIT_MS);
  expect(running.isAnyoneLeft).toBe(false);
  expect(stderr).toBe('');
}

describe.concurrent('npm start', () => {
  test('says where everything is, dictates the sample, and ends at Ctrl-C', async () => {
    const port = await freePort();
    const running = await start(port);
    await untilShown(running, `“${spokenSample().text}”\n\nTry a recording of your own`);
    expect(running.stdout).toMatch(new RegExp(`Speech provider +http://localhost:${port}/v1 `));
    expect(running.stdout).toMatch(/Desktop app +not started: it needs an X display/);
    expect(running.stdout).toContain('Saykey is ready. Ctrl-C stops everything.');
    const [, siteUrl = ''] = /Site +(http:\/\/localhost:\d+)/.exec(running.stdout) ?? [];
    expect(await (await fetch(siteUrl)).text()).toContain('<title>Saykey');
    await expectEnd(running, () => running.signalGroup('SIGINT'));
  });

  test('starts the desktop app where there is a display, and ends it', async () => {
    const session = await XSession.start();
    const home = scratchFolder();
    const running = await start(await freePort(), { DISPLAY: session.display, SAYKEY_HOME: home });
    await untilShown(running, 'Saykey is ready.');
    expect(running.stdout).toMatch(/Desktop app +hold Ctrl\+Shift\+Space in any window, speak, let go/);
    expect(chromiumProcesses(home)).not.toEqual([]);
    await expectEnd(running, () => running.signalGroup('SIGINT'));
    expect(chromiumProcesses(home)).toEqual([]);
  });

  test('ends by a signal to npm alone, also while it dictates', async () => {
    const running = await start(await freePort());
    await untilShown(running, '“Hold the key');
    await expectEnd(running, () => running.signal('SIGTERM'));
  });

  test('says in one line that its port is taken', async () => {
    const server = createServer().listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { exitCode, stdout, stderr } = await (await start(port)).ended;
    server.close();
    expect(exitCode).toBe(1);
    expect(stdout).not.toContain('ready');
    expect(stderr).toBe(`Port ${port} is taken. Stop what listens there, or set SPEECH_PORT to another port.\n`);
  });
});
