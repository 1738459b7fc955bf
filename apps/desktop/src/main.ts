import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { PRODUCT_NAME, URL_SCHEME } from '@workspace/contract/brand';
import { installedModelPaths } from '@workspace/node-ports/model-files';
import { createNodeTransport } from '@workspace/node-ports/node-transport';
import { launchRecognizer, RECOGNIZER_PROGRAM } from '@workspace/node-ports/recognizer-process';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import { Command, Option } from 'commander';
import { startApp } from './app/app.ts';
import { createLanguageModels } from './app/language-model/language-models.ts';
import { END_LIMIT_MS, type RunningApp, reasonOf } from './app/lifetime.ts';
import type { Platform } from './app/platform.ts';
import { storesIn } from './app/storage/app-stores.ts';
import { browserEnvironment } from './browser/browser-environment.ts';
import { BrowserLinks } from './browser/browser-links.ts';
import { openLinuxPlatform } from './browser/linux-platform.ts';
import { createPageOpener } from './browser/page-opener.ts';
import { claimInstance } from './browser/single-instance.ts';
import { createSystemFetch } from './browser/system-fetch.ts';
import { readConfiguration } from './configuration.ts';

const packageFolder = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };

/** In a built app, it is next to this file. */
const recognizerProgram = import.meta.filename.endsWith('.ts')
  ? RECOGNIZER_PROGRAM
  : join(import.meta.dirname, 'recognizer.js');

let platform: Platform | undefined;
let app: RunningApp | undefined;
let isEnding = false;

/** Runs the app. `link`: a link of ours that the app was started to follow. */
async function run(link: string | undefined): Promise<void> {
  const configuration = readConfiguration();
  const { home } = configuration;
  await mkdir(home, { recursive: true, mode: 0o700 });
  const environment = browserEnvironment(process.env, configuration.display ?? '');
  const links = new BrowserLinks(createPageOpener({ environment }));
  const onSecondStart = (message: string) => (message === '' ? app?.openSettings() : links.receive(message));
  if ((await claimInstance(home, link ?? '', onSecondStart)) === 'second') {
    console.log(`${PRODUCT_NAME} is already running. ${link ? 'It opens the link' : 'It shows its settings'}.`);
    process.exit(0);
  }
  if (link !== undefined) links.receive(link);
  const opened = await openLinuxPlatform({
    home,
    windowsFolder: join(packageFolder, 'build', 'windows'),
    display: configuration.display,
    environment: process.env,
    fakeMicrophone: configuration.fakeMicrophone,
    links,
    onLost: (reason) => void end(1, reason),
  });
  platform = opened;
  const clock = createSteadyClock();
  const transport = createNodeTransport({ proxyEnvironment: process.env });
  app = await startApp(opened, {
    clock,
    transport,
    languageModels: createLanguageModels({ clock, transport }),
    launchRecognizer: (listener) =>
      launchRecognizer({ program: recognizerProgram, model: installedModelPaths() }, listener),
    stores: storesIn(home),
    account: {
      apiUrl: configuration.apiUrl,
      siteUrl: configuration.siteUrl,
      fetch: createSystemFetch(process.env),
      computerName: hostname(),
    },
    environment: configuration.speech,
    skipOnboarding: configuration.skipOnboarding,
    version,
    newId: randomUUID,
    onQuit: () => void end(0),
  });
  console.log(`${PRODUCT_NAME} desktop is ready`);
}

/** Ends the app and everything it started, whatever its state. Only the first call counts. */
async function end(exitCode: number, message?: string): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  if (message !== undefined) console.error(message);
  setTimeout(() => process.exit(exitCode), END_LIMIT_MS);
  await Promise.allSettled([app?.close()]);
  await Promise.allSettled([platform?.close()]);
  process.exit(exitCode);
}

/** The only place where an error becomes a message. */
function endWith(error: unknown): void {
  void end(1, reasonOf(error));
}

const command = new Command(`npm run desktop --`)
  .description(`${PRODUCT_NAME} on Linux, a preview: its windows are shown by Chromium.`)
  .version(version)
  .argument('[link]', `a link from the website that starts with ${URL_SCHEME}:`)
  .addOption(new Option('--shell <name>', 'what the app runs in').choices(['browser']).default('browser'))
  .parse();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
process.on('uncaughtException', endWith);
run(command.args[0]).catch(endWith);
