/**
 * Smoke test of the packaged app on a Mac: `node --test e2e/mac/smoke.ts`, after `npm run package -w apps/desktop` and
 * `npm run package:inspectable -w apps/desktop`. For a hosted runner, where nobody can grant permissions; the skipped tests list what that
 * leaves out.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { _electron, type ConsoleMessage, type ElectronApplication } from 'playwright-core';
import { windowShowing } from './app-window.ts';

const BUILD = join(import.meta.dirname, '../../apps/desktop/build');
const PROGRAM = join(`${PRODUCT_NAME}.app`, 'Contents/MacOS', PRODUCT_NAME);
/** What users install. Its fuses refuse Playwright. */
const INSTALLED = join(BUILD, 'packages/mac-universal', PROGRAM);
const INSPECTABLE = join(BUILD, 'inspectable', process.arch === 'arm64' ? 'mac-arm64' : 'mac', PROGRAM);

const LIVES_FOR_MS = 10_000;
/** After SIGTERM, and as a second instance, it exits within 5 s; a hosted machine may need longer. */
const ENDS_WITHIN_MS = 15_000;

const isMac = process.platform === 'darwin' ? {} : { skip: 'This is not a Mac.' };

const home = mkdtempSync(join(tmpdir(), 'mac-smoke-'));
after(() => rmSync(home, { recursive: true, force: true }));

function environment(name: string): Record<string, string> {
  const given = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(given), SAYKEY_HOME: join(home, name) };
}

async function exitCodeOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [exitCode] = await once(child, 'exit', { signal: AbortSignal.timeout(ENDS_WITHIN_MS) });
  return exitCode;
}

test('The app as users get it starts, allows no second instance, and ends on request', isMac, async () => {
  assert.ok(existsSync(INSTALLED), `${INSTALLED} is missing.`);
  const start = () => spawn(INSTALLED, { env: environment('installed'), stdio: ['ignore', 'inherit', 'inherit'] });
  const first = start();
  try {
    await wait(LIVES_FOR_MS);
    assert.equal(first.exitCode, null, 'It exited on its own.');
    assert.equal(await exitCodeOf(start()), 0);
    assert.equal(first.exitCode, null, 'It exited when it was started again.');
    first.kill('SIGTERM');
    assert.equal(await exitCodeOf(first), 0);
  } finally {
    first.kill('SIGKILL');
  }
});

test('The app is packaged and hardened, shows its first window, and loads the speech model', isMac, async (context) => {
  assert.ok(existsSync(INSPECTABLE), `${INSPECTABLE} is missing.`);
  const electron = await _electron.launch({ executablePath: INSPECTABLE, env: environment('inspectable') });
  try {
    await inspect(electron, (path) => context.diagnostic(`Picture: ${path}`));
  } finally {
    await electron.close();
  }
});

async function inspect(electron: ElectronApplication, onPicture: (path: string) => void): Promise<void> {
  const page = await windowShowing(electron, 'onboarding');
  const errors: string[] = [];
  page.on('console', (message: ConsoleMessage) => void (message.type() === 'error' && errors.push(message.text())));
  page.on('pageerror', (error) => void errors.push(error.message));
  await page.waitForLoadState('load');

  const { isPackaged, name } = await electron.evaluate(({ app }) => ({ isPackaged: app.isPackaged, name: app.name }));
  assert.deepEqual({ isPackaged, name }, { isPackaged: true, name: PRODUCT_NAME });
  const reach = await page.evaluate(`({ require: typeof require, process: typeof process })`);
  assert.deepEqual(reach, { require: 'undefined', process: 'undefined' });

  assert.deepEqual(await startRecognizer(electron), { type: 'ready' });

  await page.getByRole('heading').first().waitFor();
  assert.ok((await page.getByRole('button').count()) > 0, 'The window has no button.');
  assert.deepEqual(errors, []);

  const picture = join(BUILD, 'inspectable', 'first-window.png');
  await page.screenshot({ path: picture });
  onPicture(picture);
}

/** Loads the model in a recognizer process started as the app starts it. Resolves with its first message. */
function startRecognizer(electron: ElectronApplication): Promise<unknown> {
  return electron.evaluate(async ({ app, utilityProcess }) => {
    const files = ['encoder_model.onnx', 'decoder_model_merged.onnx', 'ort-wasm-simd-threaded.wasm'];
    const recognizer = utilityProcess.fork(
      `${app.getAppPath()}/build/electron/recognizer.js`,
      files.map((name) => `${process.resourcesPath}/on-device/${name}`),
      { env: { NODE_ENV: 'production' }, stdio: 'ignore' },
    );
    try {
      return await new Promise((resolve) => {
        recognizer.once('message', resolve);
        recognizer.once('exit', (code) => resolve(`It exited with ${code}.`));
      });
    } finally {
      recognizer.kill();
    }
  });
}

for (const [what, why] of [
  ['Hotkeys from a real keyboard', 'It needs a person: npm run check:mac tests keys pressed by a program.'],
  ['A real microphone, and the prompt for it', 'The machine has none, and nobody could answer.'],
  ['Keys in the Keychain', 'The Keychain may prompt, and nobody could answer.'],
  ['The HUD over full-screen apps', 'It has to be seen.'],
  ['saykey:// links from a browser', 'The app is not installed in Applications.'],
  ['An update from one signed version to the next', 'It needs two signed releases and a server.'],
] as const)
  test(what, { skip: `${why} See npm run check:mac -- --list.` }, () => {});
