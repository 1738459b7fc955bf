// `npm start`: the product runs without a key, started by the system's npm, and leaves nothing behind.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { chromiumProcesses } from './browser-shell/shell-session.ts';
import type { RunningProcess } from './child-processes.ts';
import { startNpm } from './npm-process.ts';
import { scratchFolder } from './scratch-folder.ts';
import { findFreePort } from './server/free-port.ts';
import { SITE_VARIABLES } from './site/site-build.ts';
import { XSession } from './x11/x-session.ts';

const folder = scratchFolder();

/** Starts everything on its own ports with its own data, and with the site that other tests use. */
async function start(port: number, environment: Record<string, string> = {}): Promise<RunningProcess> {
  const [site, api, sandbox, smtp] = await Promise.all([
    findFreePort(),
    findFreePort(),
    findFreePort(),
    findFreePort(),
  ]);
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
  await vi
    .waitUntil(() => running.stdout.includes(text), { timeout: 300_000, interval: 50 })
    .catch((cause: unknown) => {
      throw new Error(`It did not show “${text}”, but: ${running.stdout}${running.stderr}`, { cause });
    });
}

async function expectEnd(running: RunningProcess, send: () => void): Promise<void> {
  send();
  const { stderr } = await running.ended;
  expect(running.isAnyoneLeft).toBe(false);
  expect(stderr).toBe('');
}

/** Signs in to the account that is shown. Waits for the email about it, which a stop right now would prevent. */
async function expectSampleAccount(shown: string): Promise<void> {
  const [, apiUrl = ''] = /Server +(http:\/\/localhost:\d+)/.exec(shown) ?? [];
  const [, sandboxUrl = ''] = /Outside world +(http:\/\/localhost:\d+)/.exec(shown) ?? [];
  const [, email = '', password] = /Sample account +(\S+), password (\S+)/.exec(shown) ?? [];
  const countMails = async () => {
    const response = await fetch(`${sandboxUrl}/messages?to=${encodeURIComponent(email)}`);
    const { messages } = (await response.json()) as { messages: unknown[] };
    return messages.length;
  };
  const before = await countMails();
  const login = await fetch(`${apiUrl}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(login.status).toBe(200);
  await vi.waitUntil(async () => (await countMails()) > before, { timeout: 300_000, interval: 50 });
}

describe.concurrent('npm start', () => {
  test('prints all addresses, dictates the sample, and ends on Ctrl-C', async () => {
    const port = await findFreePort();
    const running = await start(port);
    await untilShown(running, 'try a recording of your own');
    // Recognized on this computer, whose punctuation may vary.
    const [, understood = ''] = /“([^”]*)”\n\nWhile this runs, try a recording/.exec(running.stdout) ?? [];
    expect(understood.toLowerCase().replace(/[^a-z ]/g, '')).toBe(
      'hold the key and speak your words appear while you talk let go and the text is yours',
    );
    expect(running.stdout).toMatch(/Speech +on this computer, in English, no API key needed/);
    expect(running.stdout).toMatch(new RegExp(`Speech provider +http://localhost:${port}/v1 `));
    expect(running.stdout).toMatch(/Desktop app +not started: it needs an X display/);
    expect(running.stdout).toContain('Saykey is ready. Ctrl-C stops everything.');
    const [, siteUrl = ''] = /Site +(http:\/\/localhost:\d+)/.exec(running.stdout) ?? [];
    expect(await (await fetch(siteUrl)).text()).toContain('<title>Saykey');
    await expectSampleAccount(running.stdout);
    await expectEnd(running, () => running.signalGroup('SIGINT'));
  });

  test('starts the desktop app if there is a display, and ends it', async () => {
    const session = await XSession.start();
    const home = scratchFolder();
    const running = await start(await findFreePort(), { DISPLAY: session.display, SAYKEY_HOME: home });
    await untilShown(running, 'Saykey is ready.');
    expect(running.stdout).toMatch(/Desktop app +hold Ctrl\+Shift\+Space in any window, speak, let go/);
    expect(chromiumProcesses(home)).not.toEqual([]);
    await expectEnd(running, () => running.signalGroup('SIGINT'));
    await session.waitUntil(() => chromiumProcesses(home).length === 0);
  });

  test('ends on a signal to npm alone, even while dictating', async () => {
    const running = await start(await findFreePort());
    await untilShown(running, '  “');
    await expectEnd(running, () => running.signal('SIGTERM'));
  });

  test('leaves no process if npm is killed, and starts again with the same data', async () => {
    const dataFolder = scratchFolder();
    const running = await start(await findFreePort(), { DATA_DIR: dataFolder });
    await untilShown(running, 'try a recording of your own');
    running.signal('SIGKILL');
    await running.ended;
    await vi.waitUntil(() => !running.isAnyoneLeft, { timeout: 300_000, interval: 50 });
    const again = await start(await findFreePort(), { DATA_DIR: dataFolder });
    await untilShown(again, 'Saykey is ready.');
    await expectEnd(again, () => again.signalGroup('SIGINT'));
  });

  test('says in one line that its port is in use', async () => {
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
