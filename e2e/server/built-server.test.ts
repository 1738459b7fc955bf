import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { register } from '@workspace/contract/auth';
import { listReleases } from '@workspace/contract/releases';
import { getReadiness } from '@workspace/contract/service';
import { expect, test, vi } from 'vitest';
import { startNpm } from '../npm-process.ts';
import { ROOT } from '../repository.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { ServerProcess } from './server-process.ts';

const BUILD = join(ROOT, 'apps/server/build');
const dataDir = scratchFolder();

test('npm builds the server that these tests start', async () => {
  // In another folder: other tests start servers from the usual one meanwhile.
  const folder = scratchFolder();
  const build = ['run', 'build', '-w', 'apps/server', '--', '--outDir', folder, '--emptyOutDir'];
  const { exitCode, stderr } = await startNpm(build, {}).ended;
  expect(exitCode, stderr).toBe(0);
  const read = (from: string) => readFileSync(join(from, 'main.js'), 'utf8');
  expect(read(folder)).toBe(read(BUILD));
});

test('npm starts and stops the built server', async () => {
  const running = startNpm(['run', 'serve', '-w', 'apps/server'], {
    HOME: scratchFolder(),
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  });
  const url = await vi.waitUntil(() => /ready on (http:\S+)/.exec(running.stdout)?.[1], { timeout: 300_000 });
  expect(await (await fetch(`${url}${getReadiness.path}`)).json()).toEqual({ data: { status: 'ok' } });
  running.signalGroup('SIGINT');
  const { stderr } = await running.ended;
  expect(stderr).toBe('');
  expect(running.isAnyoneLeft).toBe(false);
});

test('The built server finds its files from any working directory, including those for emails', async () => {
  const server = ServerProcess.spawn({ DATA_DIR: dataDir }, { cwd: '/' });
  await server.untilReady();
  const releases = await server.call(listReleases, {});
  expect(releases).toMatchObject({ ok: true, data: expect.arrayContaining([expect.objectContaining({})]) });
  const body = { email: 'somebody@example.com', password: 'a long password' };
  expect(await server.call(register, { body })).toMatchObject({ ok: true });
  expect((await fetch(`${server.url}/docs/`)).status).toBe(200);
  expect(await server.stop()).toMatchObject({ exitCode: 0 });
});

test('The support command line is built too', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(BUILD, 'admin.js'), '--help'], {
    cwd: '/',
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Usage:/);
});
