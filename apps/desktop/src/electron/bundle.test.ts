import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { installedModelPaths } from '@workspace/node-ports/model-files';
import type { MessageFromRecognizer } from '@workspace/on-device/messages';
import { createBuilder } from 'vite';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

const desktop = join(import.meta.dirname, '..', '..');
const run = promisify(execFile);

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'electron-bundle-'));
  const build = { outDir: folder };
  const builder = await createBuilder({
    configFile: join(desktop, 'vite.electron.config.ts'),
    logLevel: 'silent',
    environments: { main: { build }, recognizer: { build }, preload: { build } },
  });
  await builder.buildApp();
});

afterAll(() => rmSync(folder, { recursive: true }));

/** A busy machine is slow. */
const PATIENCE = { timeout: 300_000 };

const read = (name: string) => readFileSync(join(folder, name), 'utf8');
/** Runs a file of the folder with a stand-in for Electron that prints the calls it receives. */
const runOverStandIn = (file: string, env: NodeJS.ProcessEnv = {}) => {
  const preparation = join(folder, 'stand-in.mjs');
  writeFileSync(preparation, STAND_IN);
  return run(process.execPath, ['--import', preparation, join(folder, file)], { env: { ...env, APP_FOLDER: folder } });
};
const scripts = () => readdirSync(folder).filter((name) => /\.c?js$/.test(name));

describe('The bundle', () => {
  test('consists of the main process, its deferred chunk, the recognizer, the preload script and the licenses', () => {
    expect(readdirSync(folder).toSorted()).toEqual([
      'later-main.js',
      'licenses.md',
      'main.js',
      'preload.cjs',
      'recognizer-licenses.md',
      'recognizer.js',
    ]);
  });

  test('keeps the model’s runtime out of the main process', () => {
    expect(read('main.js') + read('later-main.js')).not.toContain('ort-wasm-simd-threaded.mjs');
    expect(read('licenses.md')).not.toMatch(/onnxruntime|llama-tokenizer/);
    expect(read('recognizer-licenses.md').match(/^## \S+/gm)).toEqual(['## llama-tokenizer-js', '## onnxruntime-web']);
  });

  test('imports nothing at run time but Electron, Node modules and koffi', () => {
    for (const name of scripts()) {
      const imports = [...read(name).matchAll(/(?:\bfrom|\bimport\(|\brequire\()\s*["'`]([\w@.][\w@./:-]*)["'`]/g)].map(
        ([, id]) => id!,
      );
      const outside = imports.filter(
        (id) => !id.startsWith('./') && !id.startsWith('node:') && !builtinModules.includes(id),
      );
      for (const id of outside) expect(['electron', 'koffi']).toContain(id);
    }
  });

  test('contains no source map, no path of the build machine and no name that ES modules lack', () => {
    for (const name of scripts()) {
      const text = read(name);
      expect(text).not.toContain('sourceMappingURL');
      expect(text).not.toContain(desktop);
      expect(text).not.toMatch(/\b__(dirname|filename|BUILD_ENVIRONMENT__)\b/);
    }
  });

  test('is small, both what is loaded at startup and what only an update needs', () => {
    // 50 KB of it are the frequent words of three languages, which aren't names.
    expect(statSync(join(folder, 'main.js')).size).toBeLessThan(560_000);
    expect(statSync(join(folder, 'later-main.js')).size).toBeLessThan(350_000);
    expect(statSync(join(folder, 'recognizer.js')).size).toBeLessThan(800_000);
    expect(statSync(join(folder, 'preload.cjs')).size).toBeLessThan(1_000);
  });
});

test('The preload script works in a sandbox, where only Electron is available, and exposes the bridge', () => {
  const exposeInMainWorld = vi.fn();
  const ipcRenderer = { on: vi.fn(), send: vi.fn() };
  const load = (id: string) => {
    if (id !== 'electron') throw new Error(`module not found: ${id}`);
    return { contextBridge: { exposeInMainWorld }, ipcRenderer };
  };
  runInNewContext(read('preload.cjs'), { require: load, exports: {}, module: { exports: {} } });
  expect(exposeInMainWorld).toHaveBeenCalledExactlyOnceWith('appIpc', expect.anything());
  exposeInMainWorld.mock.calls[0]![1].sendText('text');
  expect(ipcRenderer.send).toHaveBeenCalledExactlyOnceWith('window:text', 'text');
});

test('The main process configures Electron before it is ready, and reports if it cannot run on this system', async () => {
  const home = join(folder, 'home');
  mkdirSync(join(folder, 'build', 'windows'), { recursive: true });
  writeFileSync(join(folder, 'build', 'windows', 'index.html'), '');
  const { stdout } = await runOverStandIn('main.js', { SAYKEY_HOME: home });
  const said: string[] = JSON.parse(stdout);
  const ready = said.indexOf('ready');
  // Nothing else is loaded before there is something to see.
  expect(said.slice(0, ready)).toEqual([
    'load main.js',
    'app.setName Saykey',
    'app.setAsDefaultProtocolClient saykey',
    `app.setPath userData ${home}`,
    `app.setPath sessionData ${join(home, 'windows')}`,
    'protocol.registerSchemesAsPrivileged app',
    'app.enableSandbox',
    'Menu.setApplicationMenu',
    'app.requestSingleInstanceLock',
  ]);
  expect(said.slice(ready + 1, ready + 3)).toEqual(['window app://windows/microphone/', 'load later-main.js']);
  if (process.platform !== 'darwin')
    expect(said.slice(-3)).toEqual(['window destroyed', 'dialog.showErrorBox This needs macOS.', 'app.exit 1']);
  expect(statSync(home).mode & 0o777).toBe(0o700);
});

test('The main process reports an invalid environment, and exits', async () => {
  const { stdout, stderr } = await runOverStandIn('main.js', { SAYKEY_SKIP_ONBOARDING: 'yes' });
  const reason = 'SAYKEY_SKIP_ONBOARDING must be 1 or unset.';
  expect(JSON.parse(stdout).slice(-2)).toEqual([`dialog.showErrorBox ${reason}`, 'app.exit 1']);
  expect(stderr).toContain(reason);
});

describe('The recognizer’s program', () => {
  const { encoder, decoder, runtime } = installedModelPaths();
  const HEARD = /\bspeak\W+your words appear while you talk\b.*\blet go and the text is yours\.$/i;
  let process: ChildProcess;

  const start = (model: string[]) => {
    const port = join(folder, 'parent-port.mjs');
    writeFileSync(port, PARENT_PORT);
    process = fork(join(folder, 'recognizer.js'), model, {
      execArgv: ['--import', port],
      serialization: 'advanced',
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const heard: MessageFromRecognizer[] = [];
    process.on('message', (message) => heard.push(message as MessageFromRecognizer));
    return heard;
  };

  afterEach(() => process.kill('SIGKILL'));

  test('loads the given model, and reports the text it recognizes', async () => {
    const heard = start([encoder, decoder, runtime]);
    // Sent before it listens.
    process.send({ type: 'recognize', id: 7, samples: readSample(), draft: [], final: true });
    await vi.waitFor(() => expect(heard).toHaveLength(2), PATIENCE);
    expect(heard).toEqual([
      { type: 'ready' },
      { type: 'text', id: 7, text: expect.stringMatching(HEARD), tokens: expect.any(Array) },
    ]);
  });

  test('reports what is wrong with the model, and exits', async () => {
    const heard = start([join(folder, 'none.onnx'), decoder, runtime]);
    await once(process, 'exit');
    expect(heard).toEqual([{ type: 'load-failed', failure: 'missing' }]);
  });
});

test('The deferred chunk contains the updater for macOS', async () => {
  writeFileSync(
    join(folder, 'load-updater.mjs'),
    `Object.defineProperty(process, 'platform', { value: 'darwin' });
     const { default: { autoUpdater } } = await import('./later-main.js');
     const native = electronStandIn.autoUpdater;
     console.log(JSON.stringify([typeof autoUpdater.checkForUpdates, autoUpdater.currentVersion.version, native.eventNames()]));
     process.exit();`,
  );
  const { stdout } = await runOverStandIn('load-updater.mjs');
  expect(JSON.parse(stdout)).toEqual(['function', '1.2.3', expect.arrayContaining(['error'])]);
});

/** The speech in the sandbox's sample (mono PCM16, 16 kHz), at the rate at which the app records. */
function readSample(): Int16Array {
  const file = readFileSync(join(desktop, '../../sandbox/speech/sample/sample.wav'));
  const headerBytes = 44;
  const at = (index: number) => file.readInt16LE(headerBytes + 2 * index);
  const samples = new Int16Array(((file.length - headerBytes) / 2 - 1) * 1.5);
  return samples.map((_, index) => {
    const from = Math.floor(index / 1.5);
    return at(from) + (at(from + 1) - at(from)) * (index / 1.5 - from);
  });
}

/** Gives a Node process the `parentPort` of a utility process: messages wait until somebody listens. */
const PARENT_PORT = `
import { EventEmitter } from 'node:events';
const port = Object.assign(new EventEmitter(), { postMessage: (message) => process.send(message) });
const waiting = [];
process.on('message', (data) => port.emit('message', { data, ports: [] }) || waiting.push({ data, ports: [] }));
port.on('newListener', () => queueMicrotask(() => { for (const event of waiting.splice(0)) port.emit('message', event); }));
Object.defineProperty(process, 'parentPort', { value: port });
`;

/** Replaces Electron with a stand-in that records the main process's calls. */
const STAND_IN = `
import { EventEmitter } from 'node:events';
import { registerHooks } from 'node:module';

const said = [];
const note = (what, ...words) => void said.push([what, ...words].join(' '));
let getReady;
const ready = new Promise((resolve) => { getReady = resolve; });
const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  getPath: () => process.env.APP_FOLDER,
  getVersion: () => '1.2.3',
  getName: () => 'stand-in',
  getAppPath: () => process.env.APP_FOLDER,
  setName: (name) => note('app.setName', name),
  setPath: (name, path) => note('app.setPath', name, path),
  setAsDefaultProtocolClient: (scheme) => note('app.setAsDefaultProtocolClient', scheme),
  enableSandbox: () => note('app.enableSandbox'),
  requestSingleInstanceLock: () => { note('app.requestSingleInstanceLock'); return true; },
  whenReady: () => ready,
  exit: (code) => { note('app.exit', code); console.log(JSON.stringify(said)); process.exit(0); },
});
const session = Object.assign(new EventEmitter(), {
  protocol: { handle() {} },
  webRequest: { onBeforeRequest() {} },
  setPermissionRequestHandler() {},
  setPermissionCheckHandler() {},
  setDevicePermissionHandler() {},
  setSpellCheckerEnabled() {},
});
class BrowserWindow extends EventEmitter {
  webContents = Object.assign(new EventEmitter(), { ipc: new EventEmitter(), isDestroyed: () => false });
  async loadURL(url) { note('window', url); }
  isDestroyed() { return false; }
  destroy() { note('window destroyed'); }
}
globalThis.electronStandIn = {
  app,
  autoUpdater: new EventEmitter(),
  BrowserWindow,
  dialog: { showErrorBox: (title, reason) => note('dialog.showErrorBox', reason) },
  Menu: { buildFromTemplate: () => ({}), setApplicationMenu: () => note('Menu.setApplicationMenu') },
  powerMonitor: new EventEmitter(),
  protocol: { registerSchemesAsPrivileged: ([{ scheme }]) => note('protocol.registerSchemesAsPrivileged', scheme) },
  screen: new EventEmitter(),
  session: { fromPartition: () => session },
  clipboard: {}, globalShortcut: {}, powerSaveBlocker: {}, nativeImage: {}, safeStorage: {}, shell: {}, systemPreferences: {}, Tray: class {}, utilityProcess: {},
};
const names = Object.keys(globalThis.electronStandIn);
registerHooks({
  resolve: (id, context, next) => (id === 'electron' ? { url: 'stand-in:electron', shortCircuit: true } : next(id, context)),
  load: (url, context, next) => (url.startsWith('file:') && note('load', url.split('/').at(-1))) || url === 'stand-in:electron'
    ? { format: 'module', shortCircuit: true, source: names.map((name) => \`export const \${name} = electronStandIn.\${name};\`).join('') }
    : next(url, context),
});
// As Electron does, once the first module has run to its end.
setImmediate(() => { note('ready'); getReady(); });
`;
