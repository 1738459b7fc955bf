import { execFileSync, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { extractAll, getRawHeader } from '@electron/asar';
import { installedModelPaths } from '@workspace/node-ports/model-files';
import { parse as parsePlist } from 'plist';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packagedModelPaths } from '../src/electron/recognizer-process.ts';
import { RELEASE_LINE } from '../src/electron/release-line.ts';
import { IDENTITY, KOFFI, prepareWorkspace, SIGNING_RECORD } from './testing/packing-workspace.ts';

const ROOT = join(import.meta.dirname, '../../..');
const MODULES = join(ROOT, 'node_modules');
const MEGABYTE = 1_000_000;

const workspace = mkdtempSync(join(tmpdir(), 'packaged-app-'));
const packages = join(workspace, 'apps/desktop/build/packages');
const contents = join(packages, 'mac-universal/Saykey.app/Contents');
const resources = join(contents, 'Resources');
const archive = join(resources, 'app.asar');
/** The archive's unpacked content. */
const content = join(workspace, 'content');

beforeAll(async () => {
  const env = await prepareWorkspace(workspace);
  execFileSync(process.execPath, [join(import.meta.dirname, 'testing/pack-without-mac.ts'), workspace], {
    env,
    stdio: 'pipe',
  });
  extractAll(archive, content);
});

afterAll(() => rmSync(workspace, { recursive: true }));

/** Replaces a utility process's port, which only exists in Electron. */
const PARENT_PORT = `Object.defineProperty(process, 'parentPort', {
  value: { on() {}, postMessage: (message) => process.send(message) },
});`;

/** Lists the files below a folder, relative to it. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

function readInfo(...path: string[]) {
  return parsePlist(readFileSync(join(contents, ...path, 'Info.plist'), 'utf8')) as Record<string, unknown>;
}

const CHUNK = /^build\/(electron|windows\/assets)\/[\w-]+\.(js|css|woff2)$/;

test('The app contains exactly the expected files: code, windows, icons, native modules and the speech model', () => {
  const files = filesIn(content).filter((file) => !CHUNK.test(file));
  expect(files).toEqual([
    'build/electron/licenses.md',
    'build/electron/preload.cjs',
    'build/electron/recognizer-licenses.md',
    'build/windows/font-licenses.md',
    'build/windows/hud/index.html',
    'build/windows/licenses.md',
    'build/windows/microphone/index.html',
    'build/windows/onboarding/index.html',
    'build/windows/settings/index.html',
    ...['busy', 'idle', 'recording', 'trouble'].flatMap((state) => [
      `icons/${state}Template.png`,
      `icons/${state}Template@2x.png`,
    ]),
    'node_modules/@koromix/koffi-darwin-arm64/darwin_arm64/koffi.node',
    'node_modules/@koromix/koffi-darwin-arm64/index.js',
    'node_modules/@koromix/koffi-darwin-arm64/package.json',
    'node_modules/@koromix/koffi-darwin-x64/darwin_x64/koffi.node',
    'node_modules/@koromix/koffi-darwin-x64/index.js',
    'node_modules/@koromix/koffi-darwin-x64/package.json',
    'node_modules/koffi/LICENSE.txt',
    'node_modules/koffi/index.js',
    'node_modules/koffi/package.json',
    'node_modules/koffi/src/koffi/index.js',
    'node_modules/koffi/src/koffi/src/static.js',
    'package.json',
  ]);
  expect(filesIn(resources)).toEqual([
    'app-update.yml',
    'app.asar',
    'app.asar.unpacked/node_modules/@koromix/koffi-darwin-arm64/darwin_arm64/koffi.node',
    'app.asar.unpacked/node_modules/@koromix/koffi-darwin-x64/darwin_x64/koffi.node',
    'en.lproj/locale.pak',
    'icon.icns',
    'on-device/decoder_model_merged.onnx',
    'on-device/encoder_model.onnx',
    'on-device/moonshine-license.txt',
    'on-device/onnxruntime-license.txt',
    'on-device/ort-wasm-simd-threaded.wasm',
  ]);
});

test('The on-device model and its runtime are where the app looks for them, byte for byte as they came from npm', () => {
  const installed = installedModelPaths();
  const packed = packagedModelPaths(resources);
  for (const name of ['encoder', 'decoder', 'runtime'] as const)
    expect(readFileSync(packed[name]).equals(readFileSync(installed[name])), packed[name]).toBe(true);
});

test('The packaged recognizer loads the packaged model', async () => {
  const recognizer = fork(join(content, 'build/electron/recognizer.js'), Object.values(packagedModelPaths(resources)), {
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(PARENT_PORT)}`],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    expect((await once(recognizer, 'message'))[0]).toEqual({ type: 'ready' });
  } finally {
    recognizer.kill('SIGKILL');
  }
});

test('Its package.json has the app’s name and version, and its entry point is the bundle', () => {
  const { main, name, productName, type, version, devDependencies, scripts } = JSON.parse(
    readFileSync(join(content, 'package.json'), 'utf8'),
  );
  expect({ main, name, productName, type }).toEqual({
    main: 'build/electron/main.js',
    name: 'saykey',
    productName: 'Saykey',
    type: 'module',
  });
  const { CFBundleShortVersionString } = readInfo();
  expect(version).toBe(CFBundleShortVersionString);
  expect([devDependencies, scripts]).toEqual([undefined, undefined]);
  expect(statSync(join(content, main)).size).toBeGreaterThan(0);
});

test.each(['electron', 'windows'])('Everything built for the %s part is included', (part) => {
  const built = filesIn(join(workspace, 'apps/desktop/build', part));
  expect(filesIn(join(content, 'build', part))).toEqual(built);
});

test('The licenses of bundled packages and fonts are included', () => {
  const read = (part: string) => readFileSync(join(content, 'build', part, 'licenses.md'), 'utf8');
  expect(read('electron')).toMatch(/^## zod - /m);
  expect(read('windows')).toMatch(/^## react - /m);
  const ofFont = readFileSync(join(content, 'build/windows/font-licenses.md'), 'utf8');
  expect(ofFont).toMatch(/Bricolage Grotesque[\s\S]*SIL Open Font License/i);
  const ofRecognizer = readFileSync(join(content, 'build/electron/recognizer-licenses.md'), 'utf8');
  expect(ofRecognizer).toMatch(/^## onnxruntime-web - /m);
  expect(ofRecognizer).toMatch(/^## llama-tokenizer-js - /m);
});

test('The licenses of the model and its runtime are next to them and match the installed versions', () => {
  const read = (file: string) => readFileSync(join(resources, 'on-device', file), 'utf8');
  expect(read('moonshine-license.txt')).toBe(readFileSync(join(MODULES, '@moonshine-ai/moonshine-js/LICENSE'), 'utf8'));
  expect(read('moonshine-license.txt')).toMatch(
    /the English-language Moonshine speech to text model it uses are released\s+under the MIT license/,
  );
  const { version, license } = JSON.parse(readFileSync(join(MODULES, 'onnxruntime-web/package.json'), 'utf8'));
  expect(license).toBe('MIT');
  expect(read('onnxruntime-license.txt')).toContain(`ONNX Runtime ${version} `);
  expect(read('onnxruntime-license.txt')).toContain('Copyright (c) Microsoft Corporation');
});

test('The bundle imports only modules that Node, Electron or the app provides', () => {
  const provided = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`), 'electron', 'koffi']);
  const folder = join(content, 'build/electron');
  const imports = readdirSync(folder).flatMap((file) =>
    [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /(?:\bfrom|\bimport|\brequire\(|\bimport\()\s*["'`]([\w@][\w@/.-]*)["'`]/g,
      ),
    ].map(([, name]) => name!),
  );
  expect(imports).toContain('koffi');
  expect(imports.filter((name) => !provided.has(name))).toEqual([]);
});

test('Koffi can be loaded from the app, given the native module for this platform', () => {
  const native = `@koromix/koffi-${process.platform}-${process.arch}`;
  cpSync(join(ROOT, 'node_modules', native), join(content, 'node_modules', native), { recursive: true });
  const script = "const { default: koffi } = await import('koffi'); process.stdout.write(koffi.version)";
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(content, 'build/electron'),
    encoding: 'utf8',
  });
  expect(said).toBe(KOFFI.version);
  rmSync(join(content, 'node_modules', native), { recursive: true });
});

test('The app contains the addresses that it was built for', () => {
  const folder = join(content, 'build/electron');
  const code = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('');
  expect(code).toContain('https://api.example.com');
  expect(code).toContain('https://www.example.com');
  expect(readFileSync(join(contents, 'Resources/app-update.yml'), 'utf8')).toBe(
    'provider: generic\nurl: https://api.example.com/releases\nupdaterCacheDirName: saykey-updater\n',
  );
});

test('Its Info.plist declares the app, its URL scheme, and why it needs the microphone and the local network', () => {
  const { CFBundleVersion, CFBundleShortVersionString, ElectronAsarIntegrity, NSAppTransportSecurity, ...info } =
    readInfo();
  expect(info).toEqual({
    CFBundleDisplayName: 'Saykey',
    CFBundleExecutable: 'Saykey',
    CFBundleIconFile: 'icon.icns',
    CFBundleIdentifier: 'app.saykey.desktop',
    CFBundleName: 'Saykey',
    CFBundlePackageType: 'APPL',
    CFBundleURLTypes: [{ CFBundleTypeRole: 'Editor', CFBundleURLName: 'Saykey', CFBundleURLSchemes: ['saykey'] }],
    LSApplicationCategoryType: 'public.app-category.productivity',
    LSMinimumSystemVersion: RELEASE_LINE.oldestMacos,
    LSUIElement: true,
    NSHighResolutionCapable: true,
    NSHumanReadableCopyright: 'Copyright © 2026 The Saykey authors',
    NSLocalNetworkUsageDescription:
      'Saykey sends what you dictate to a speech server on your network, if you choose one.',
    NSMainNibFile: 'MainMenu',
    NSMicrophoneUsageDescription:
      'Saykey listens while you dictate. What you say is turned into text on this Mac, or by the speech provider you choose.',
    NSPrincipalClass: 'AtomApplication',
  });
  expect(CFBundleVersion).toBe(CFBundleShortVersionString);
});

test('Its helpers’ bundle identifiers start with the app’s', () => {
  const helpers = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map((kind) =>
    readInfo('Frameworks', `Saykey Helper${kind}.app`, 'Contents'),
  );
  expect(helpers.map(({ CFBundleIdentifier }) => CFBundleIdentifier)).toEqual([
    'app.saykey.desktop.helper',
    'app.saykey.desktop.helper.GPU',
    'app.saykey.desktop.helper.Plugin',
    'app.saykey.desktop.helper.Renderer',
  ]);
});

test('Its Info.plist has the archive’s hash, so that Electron notices changed code on startup', () => {
  const hash = createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');
  const { ElectronAsarIntegrity } = readInfo();
  expect(ElectronAsarIntegrity).toEqual({ 'Resources/app.asar': { algorithm: 'SHA256', hash } });
});

test('Electron’s fuses keep the app from running other code, in both halves of the universal binary', () => {
  const framework = readFileSync(
    join(contents, 'Frameworks/Electron Framework.framework/Electron Framework'),
    'latin1',
  );
  const wires = [...framework.matchAll(/dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX.{2}([01r]+)/gs)].map(([, wire]) => wire);
  const off = '0';
  const on = '1';
  const wire = [
    /* RunAsNode */ off,
    /* EnableCookieEncryption, which would ask the Keychain at every start */ off,
    /* EnableNodeOptionsEnvironmentVariable */ off,
    /* EnableNodeCliInspectArguments */ off,
    /* EnableEmbeddedAsarIntegrityValidation */ on,
    /* OnlyLoadAppFromAsar */ on,
    /* LoadBrowserProcessSpecificV8Snapshot */ off,
    /* GrantFileProtocolExtraPrivileges */ off,
  ].join('');
  expect(wires).toEqual([wire, wire]);
});

test('Everything is signed for the hardened runtime, with entitlements only for JIT and audio input', () => {
  const calls = readFileSync(join(workspace, SIGNING_RECORD), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t').slice(0, -1))
    .filter((call) => call[call.indexOf('--sign') + 1] === IDENTITY);
  const signed = calls.map((call) => ({
    path: relative(join(packages, 'mac-universal'), call.at(-1)!),
    runtime: call[call.indexOf('--options') + 1],
    entitlements: call[call.indexOf('--entitlements') + 1]!,
  }));
  expect(new Set(signed.map(({ runtime }) => runtime))).toEqual(new Set(['runtime']));
  expect(signed.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'Saykey.app',
      'Saykey.app/Contents/Frameworks/Saykey Helper (Renderer).app',
      'Saykey.app/Contents/Frameworks/Electron Framework.framework',
      'Saykey.app/Contents/Resources/app.asar.unpacked/node_modules/@koromix/koffi-darwin-arm64/darwin_arm64/koffi.node',
      'Saykey.app/Contents/Resources/app.asar.unpacked/node_modules/@koromix/koffi-darwin-x64/darwin_x64/koffi.node',
    ]),
  );
  expect(signed.at(-1)).toMatchObject({
    path: 'Saykey.app',
    entitlements: expect.stringMatching(/entitlements\.mac\.plist$/),
  });
  for (const { entitlements } of signed)
    expect(parsePlist(readFileSync(entitlements, 'utf8'))).toEqual({
      'com.apple.security.cs.allow-jit': true,
      'com.apple.security.device.audio-input': true,
    });
});

test('No source maps, tests, secrets or paths of the build machine are included', () => {
  const parts = filesIn(content).filter((file) => file.startsWith('build/') || file === 'package.json');
  const declared = [
    /sourceMappingURL/,
    /\bvitest\b/,
    /-----BEGIN [A-Z ]*PRIVATE KEY/,
    /\b(sk|rk|pk)[-_](live|test|proj)[-_]\w+/,
    /\bwhsec_\w+/,
  ];
  for (const file of parts) {
    const text = readFileSync(join(content, file), 'utf8');
    expect(
      [...declared, ROOT, workspace].filter((found) =>
        typeof found === 'string' ? text.includes(found) : found.test(text),
      ),
      file,
    ).toEqual([]);
  }
});

test('On-device recognition adds less than 45 MB', () => {
  const files = [
    ...filesIn(join(resources, 'on-device')).map((file) => join(resources, 'on-device', file)),
    join(content, 'build/electron/recognizer.js'),
    join(content, 'build/electron/recognizer-licenses.md'),
  ];
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeGreaterThan(40 * MEGABYTE);
  expect(bytes).toBeLessThan(45 * MEGABYTE);
});

test('Without on-device recognition and Electron, the app is under 12 MB, with Koffi for both architectures', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  // The fake Koffi's file sizes are from this version.
  expect(lock.packages['node_modules/koffi'].version).toBe(KOFFI.version);
  const files = filesIn(resources).filter((file) => !file.startsWith('on-device/'));
  const bytes = files.reduce((sum, file) => sum + statSync(join(resources, file)).size, 0);
  expect(bytes).toBeGreaterThan(KOFFI.bytes.arm64 + KOFFI.bytes.x64);
  expect(bytes).toBeLessThan(12 * MEGABYTE);
});

test('The update archive and its block map are named after the version', () => {
  const { version } = JSON.parse(readFileSync(join(content, 'package.json'), 'utf8'));
  expect(readdirSync(packages)).toEqual(
    expect.arrayContaining([`Saykey-${version}-universal-mac.zip`, `Saykey-${version}-universal-mac.zip.blockmap`]),
  );
});
