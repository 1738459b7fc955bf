// Tries on a Mac what could only be read elsewhere: npm run check:mac. With --list it prints all claims, on any machine.
import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PRODUCT_NAME, URL_SCHEME } from '@workspace/contract/brand';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import { build } from 'vite';
import { allowingCommands } from './allow.ts';
import { claimListText } from './claim-list.ts';
import { type JudgedClaim, judgeClaims, tableOf } from './claims.ts';
import { runCommand } from './macos-system.ts';
import { packageClaims } from './package-claims.ts';
import { drivePackagedApp } from './packaged-app.ts';
import { runWatched } from './watched-check.ts';
import { wholeAppClaims } from './whole-app-claims.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DESKTOP = join(ROOT, 'apps/desktop');
const NATIVE = join(import.meta.dirname, 'check-native.ts');
const BUNDLE = join(DESKTOP, 'build/check');
const PACKED = join(DESKTOP, 'build/inspectable', process.arch === 'arm64' ? 'mac-arm64' : 'mac');
const APP = join(PACKED, `${PRODUCT_NAME}.app`, 'Contents/MacOS', PRODUCT_NAME);
/** As users get it. */
const INSTALLED = join(DESKTOP, 'build/packages/mac-universal', `${PRODUCT_NAME}.app`);
const SAMPLE = join(ROOT, 'sandbox/speech/sample');
/** Longer than any claim of the functions waits without a word. */
const SILENCE_MS = 120_000;

const clock = createSteadyClock();
const print = (line: string) => console.log(line);

/** Lets this program, Electron and the app do what the check needs. For a hosted Mac: elsewhere macOS guards the lists. */
async function allow(): Promise<void> {
  const { system, user } = allowingCommands([
    { path: process.execPath },
    { path: '/bin/bash' },
    { path: '/usr/bin/osascript' },
    { bundleId: 'com.github.Electron' },
    { bundleId: `app.${URL_SCHEME}.desktop` },
  ]);
  const database = 'Library/Application Support/com.apple.TCC/TCC.db';
  await runCommand('/usr/bin/sudo', '/usr/bin/sqlite3', join('/', database), ...system);
  await runCommand('/usr/bin/sqlite3', join(homedir(), database), ...user);
}

/** Electron's program, and the same check for it in one file: it may not run TypeScript as it is. */
async function prepareElectron(): Promise<readonly [string, string]> {
  const installer = join(ROOT, 'node_modules/electron/install.js');
  await runCommand(process.execPath, installer);
  const external = ['electron', 'koffi'];
  await build({
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    build: {
      ssr: NATIVE,
      outDir: BUNDLE,
      target: 'node24',
      rolldownOptions: { external, output: { entryFileNames: '[name].mjs' } },
    },
    ssr: { noExternal: true, external },
  });
  return [createRequire(import.meta.url)('electron') as string, join(BUNDLE, 'check-native.mjs')];
}

async function checkPackage(): Promise<JudgedClaim[]> {
  if (!existsSync(INSTALLED)) {
    print('The package is left out: npm run package -w apps/desktop makes it.');
    return [];
  }
  const run = async (command: string, ...args: string[]) => {
    const { stdout, stderr } = await promisify(execFile)(command, args);
    // Apple's tools for signatures answer on stderr.
    return `${stdout}${stderr}`;
  };
  return judgeClaims(packageClaims({ bundle: INSTALLED, name: PRODUCT_NAME, run }), clock, print);
}

async function checkWholeApp(): Promise<JudgedClaim[]> {
  if (!existsSync(APP)) {
    print('The whole app is left out: npm run package:inspectable -w apps/desktop packs it.');
    return [];
  }
  const sentences: { text: string }[] = JSON.parse(readFileSync(join(SAMPLE, 'sample.json'), 'utf8'));
  const said = sentences.map(({ text }) => text).join('');
  const words = said.toLowerCase().match(/[a-z]{6,}/g) ?? [];
  const driver = drivePackagedApp({
    program: APP,
    microphone: join(SAMPLE, 'sample.wav'),
    picture: join(ROOT, 'apps/desktop/icons/busyTemplate.png'),
    mayForbid: process.argv.includes('--allow'),
    environment: process.env,
  });
  // Not each word is understood by every model: the two longest stand for the sentence.
  const longest = [...new Set(words)].toSorted((one, other) => other.length - one.length).slice(0, 2);
  const claims = wholeAppClaims({ driver, clock, words: longest, said, speechMs: 12_000 });
  try {
    return await judgeClaims(claims, clock, print);
  } finally {
    await driver.terminate().catch(() => undefined);
  }
}

async function check(): Promise<void> {
  if (process.argv.includes('--allow')) await allow();
  const watched = { clock, silenceMs: SILENCE_MS, print };
  print('In Node');
  const inNode = await runWatched({ ...watched, command: [process.execPath, NATIVE] });
  print('\nIn Electron');
  const inElectron = await runWatched({ ...watched, command: await prepareElectron() });
  print('\nThe package');
  const packaged = await checkPackage();
  print('\nThe whole app');
  const wholeApp = await checkWholeApp();
  const tables = [
    tableOf('In Node', inNode),
    tableOf('In Electron', inElectron),
    tableOf('The package', packaged),
    tableOf('The whole app', wholeApp),
  ].join('\n');
  print(`\n${tables}`);
  const { GITHUB_STEP_SUMMARY: summary } = process.env;
  if (summary) appendFileSync(summary, tables);
  const all = [...inNode, ...inElectron, ...packaged, ...wholeApp];
  process.exitCode = all.some(({ verdict }) => verdict === 'refuted') ? 1 : 0;
}

if (process.argv.includes('--list')) print(claimListText());
else if (process.platform === 'darwin') await check();
else {
  console.error('This needs a Mac.');
  process.exitCode = 1;
}
