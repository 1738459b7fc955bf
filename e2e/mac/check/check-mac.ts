// Tests on a Mac what elsewhere is known only from documents: npm run check:mac. With --list it prints all claims, on any machine.
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
import { APP_CLAIMS, claimListText, NATIVE_CLAIMS, PACKAGE_CLAIMS, untestedClaims } from './claim-list.ts';
import { type CheckPart, type JudgedClaim, judgeClaims, judgeParts } from './claims.ts';
import { runCommand } from './macos-system.ts';
import { packageClaims } from './package-claims.ts';
import { drivePackagedApp } from './packaged-app.ts';
import { runWatched } from './watched-check.ts';
import { wholeAppClaims } from './whole-app-claims.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DESKTOP = join(ROOT, 'apps/desktop');
const NATIVE = join(import.meta.dirname, 'check-native.ts');
const BUNDLE = join(DESKTOP, 'build/check');
const PACKAGED = join(DESKTOP, 'build/inspectable', process.arch === 'arm64' ? 'mac-arm64' : 'mac');
const APP = join(PACKAGED, `${PRODUCT_NAME}.app`, 'Contents/MacOS', PRODUCT_NAME);
/** The app as users get it. */
const INSTALLED = join(DESKTOP, 'build/packages/mac-universal', `${PRODUCT_NAME}.app`);
const SAMPLE = join(ROOT, 'sandbox/speech/sample');
/** Longer than any claim about functions goes without output. */
const SILENCE_MS = 120_000;
const FETCH_MS = 600_000;

const clock = createSteadyClock();
const run = promisify(execFile);
const print = (line: string) => console.log(line);

/** Gives this program, Electron and the app the permissions they need. For hosted Macs: elsewhere macOS protects the lists. */
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

/** Electron's program, and the check bundled for it into one file, since Electron can't run TypeScript directly. */
async function prepareElectron(): Promise<readonly [string, string]> {
  // Downloads the program.
  await run(process.execPath, [join(ROOT, 'node_modules/electron/install.js')], { timeout: FETCH_MS });
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

function checkPackage(): Promise<JudgedClaim[]> {
  const runTool = async (command: string, ...args: string[]) => {
    const { stdout, stderr } = await run(command, args);
    // Apple's signing tools write to stderr.
    return `${stdout}${stderr}`;
  };
  const claims = existsSync(INSTALLED)
    ? packageClaims({ bundle: INSTALLED, name: PRODUCT_NAME, run: runTool })
    : untestedClaims(PACKAGE_CLAIMS, 'build it with npm run package -w apps/desktop');
  return judgeClaims(claims, clock, print);
}

async function checkWholeApp(): Promise<JudgedClaim[]> {
  if (!existsSync(APP)) {
    const why = 'build it with npm run package:inspectable -w apps/desktop';
    return judgeClaims(untestedClaims(APP_CLAIMS, why), clock, print);
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
  // Not every model understands every word: look only for the two longest.
  const longest = [...new Set(words)].toSorted((one, other) => other.length - one.length).slice(0, 2);
  const claims = wholeAppClaims({ driver, clock, words: longest, said, speechMs: 12_000 });
  try {
    return await judgeClaims(claims, clock, print);
  } finally {
    await driver.terminate().catch(() => undefined);
  }
}

async function check(): Promise<void> {
  if (process.argv.includes('--allow')) {
    await allow().catch((error: unknown) => print(`Couldn’t grant the permissions: ${String(error)}`));
  }
  const watched = { claims: NATIVE_CLAIMS, clock, silenceMs: SILENCE_MS, print };
  const parts: CheckPart[] = [
    { title: 'In Node', judge: () => runWatched({ ...watched, command: [process.execPath, NATIVE] }) },
    { title: 'In Electron', judge: async () => runWatched({ ...watched, command: await prepareElectron() }) },
    { title: 'The package', judge: checkPackage },
    { title: 'The whole app', judge: checkWholeApp },
  ];
  const { GITHUB_STEP_SUMMARY: summary } = process.env;
  const judged = await judgeParts(parts, print, (table) => summary && appendFileSync(summary, `${table}\n`));
  process.exitCode = judged.some(({ verdict }) => verdict === 'refuted') ? 1 : 0;
}

if (process.argv.includes('--list')) print(claimListText());
else if (process.platform === 'darwin') await check();
else {
  console.error('This needs a Mac.');
  process.exitCode = 1;
}
