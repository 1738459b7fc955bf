// Starts everything that runs without an account, prints the addresses, and dictates a spoken sample. With `--watch`,
// the server restarts when its code changes, and the site shows changes immediately. With `--fresh`, all data stored by
// earlier starts is deleted first.
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { buildServer } from './build-apps.ts';
import { buildDevelopmentImage, ImageError } from './build-development-image.ts';
import {
  portsOf,
  readStartEnvironment,
  type StartEnvironment,
  serverEnvironment,
  siteEnvironment,
} from './environment.ts';
import { requireDataFolder, requireFreePorts } from './preconditions.ts';
import { ProcessGroup, StartFailure } from './process-group.ts';
import { ensureSampleAccount, SAMPLE_ACCOUNT } from './sample-account.ts';
import { ensurePrograms } from './system-packages.ts';

/** A speech recognition provider, besides the one on this computer. */
interface SpeechProvider {
  url: string;
  /** The user's own key, if any: speech then goes to that provider. */
  key: string | undefined;
  note: string;
}

const root = join(import.meta.dirname, '..');
const dataFolder = join(root, '.data');
const isWatching = process.argv.includes('--watch');
const processes = new ProcessGroup(root);
const stepTimes: string[] = [];
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);

try {
  const environment = readStartEnvironment(process.env);
  await requireFreePorts(portsOf(environment));
  if (process.argv.includes('--fresh')) rmSync(dataFolder, { recursive: true, force: true });
  requireDataFolder(serverFolder(environment));
  // The site may have to be built first, which takes a few seconds.
  const [provider] = await Promise.all([startServices(environment), timed('site', startSite(environment))]);
  const [desktop, account] = await Promise.all([
    timed('desktop app', startDesktop(environment, provider)),
    timed('sample account', makeSampleAccount(environment)),
  ]);
  console.log(`\n  Site              http://localhost:${environment.SITE_PORT}`);
  console.log(`  Server            http://localhost:${environment.API_PORT}   API reference: /docs`);
  console.log(
    `  Outside world     http://localhost:${environment.SANDBOX_PORT}   stand-ins: payments, mail inbox, Google`,
  );
  console.log(
    `  Speech            ${provider.key ? 'by the provider' : 'on this computer, in English, no API key needed'}`,
  );
  console.log(`  Speech provider   ${provider.url}   ${provider.note}`);
  console.log(`  Desktop app       ${desktop}`);
  console.log(`  Sample account    ${account}`);
  console.log(`  Times             ${stepTimes.join(', ')}\n`);
  console.log('Try this first: hold the key on the site’s home page. Then log in with the sample account and');
  console.log('choose Billing > Upgrade: the page gives you a test card, and no money moves.\n');
  console.log(`${PRODUCT_NAME} is ready. Ctrl-C stops everything.\n`);
  await dictateSample(provider);
} catch (error) {
  const message = error instanceof Error ? error.message : 'Something went wrong.';
  if (!isStopping && message !== '') console.error(message);
  await processes.stop();
  process.exit(isStopping ? 0 : 1);
}

/** Starts everything that the site and the app talk to. */
async function startServices(environment: StartEnvironment): Promise<SpeechProvider> {
  const provider = await timed('speech provider', startSpeech(environment));
  await timed('outside world', startOutsideWorld(environment));
  await timed('server', startServer(environment));
  return provider;
}

/** Records how long a step took. */
async function timed<T>(step: string, work: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work;
  stepTimes.push(`${step} ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  return result;
}

/** Starts the site, rebuilding it if its sources or variables have changed. */
async function startSite(environment: StartEnvironment): Promise<void> {
  await processes.startService(`apps/site/scripts/${isWatching ? 'dev' : 'start'}.ts`, {
    ...siteEnvironment(environment, process.env),
    SITE_PORT: String(environment.SITE_PORT),
  });
}

/** Uses the user's own provider if there is a key for it, otherwise starts the stand-in, for trying a provider out. */
async function startSpeech(environment: StartEnvironment): Promise<SpeechProvider> {
  const { SPEECH_PORT, OPENAI_API_KEY, SAYKEY_SPEECH_URL } = environment;
  if (OPENAI_API_KEY) {
    const url = SAYKEY_SPEECH_URL ?? 'https://api.openai.com/v1';
    return { url, key: OPENAI_API_KEY, note: 'your own, with OPENAI_API_KEY' };
  }
  await processes.startService('sandbox/speech/main.ts', { SPEECH_PORT: String(SPEECH_PORT) });
  return { url: `http://localhost:${SPEECH_PORT}/v1`, key: undefined, note: 'stand-in; its API key is "sandbox"' };
}

function serverFolder({ DATA_DIR }: StartEnvironment): string {
  return DATA_DIR ?? join(dataFolder, 'server');
}

/** Starts the stand-ins for payments, Google and mail, used where the user has no real ones. */
async function startOutsideWorld(environment: StartEnvironment): Promise<void> {
  await processes.startService('sandbox/main.ts', {
    ...Object.fromEntries(Object.entries(portsOf(environment)).map(([name, port]) => [name, String(port)])),
    SANDBOX_PAYMENTS_FILE: join(serverFolder(environment), 'sandbox-payments.json'),
  });
}

/** Starts the server, with its bundled database unless there is a DATABASE_URL, and with an image to download. */
async function startServer(environment: StartEnvironment): Promise<void> {
  try {
    await ensurePrograms({ xorriso: 'xorriso' });
    buildDevelopmentImage(join(root, 'releases'));
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    console.error(`The app can't be downloaded from here: ${error.message}`);
  }
  const variables = { ...serverEnvironment(environment, process.env), DATA_DIR: serverFolder(environment) };
  if (isWatching) {
    await processes.startService('apps/server/src/main.ts', variables, '--watch', '--watch-preserve-output');
    return;
  }
  // Built, it takes half the memory.
  buildServer();
  await processes.startService('apps/server/build/main.js', variables, '--max-semi-space-size=16');
}

/** Creates the sample account if its mail can be read here. Resolves with how to use it, or why there is none. */
async function makeSampleAccount(environment: StartEnvironment): Promise<string> {
  const { SMTP_URL, PUBLIC_API_URL = '' } = serverEnvironment(environment, process.env);
  if (SMTP_URL === undefined) return 'none: emails are really sent';
  // Signing in to check whether it exists would send it a mail about a new browser at every start.
  const mark = join(serverFolder(environment), 'sample-account');
  if (!existsSync(mark)) {
    await ensureSampleAccount(PUBLIC_API_URL, `http://localhost:${environment.SANDBOX_PORT}`);
    writeFileSync(mark, `${SAMPLE_ACCOUNT.email}\n`);
  }
  return `${SAMPLE_ACCOUNT.email}, password ${SAMPLE_ACCOUNT.password}`;
}

/** Starts the app if there is a display. Resolves with whether it started, and what to do. */
async function startDesktop(environment: StartEnvironment, { url, key }: SpeechProvider): Promise<string> {
  const { DISPLAY, SAYKEY_HOME } = environment;
  const { PUBLIC_API_URL = '', SITE_URL = '' } = serverEnvironment(environment, process.env);
  if (DISPLAY === undefined) return 'not started: it needs an X display (DISPLAY)';
  try {
    const variables = {
      SAYKEY_HOME: SAYKEY_HOME ?? join(dataFolder, 'desktop'),
      SAYKEY_API_URL: PUBLIC_API_URL,
      SAYKEY_SITE_URL: SITE_URL,
      SAYKEY_SPEECH_URL: url,
      ...(key ? { OPENAI_API_KEY: key } : {}),
    };
    await processes.startService('scripts/desktop.ts', variables, '--max-semi-space-size=2');
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    return 'not started, for the reason above';
  }
  return 'hold Ctrl+Shift+Space in any window, speak, let go';
}

async function dictateSample({ url, key }: SpeechProvider): Promise<void> {
  console.log('A spoken sample, dictated through the engine:\n');
  // Spoken by Festival's voice `cmu_us_slt_arctic_hts`.
  const sample = join(import.meta.dirname, 'spoken-sample.wav');
  const variables = key ? { SAYKEY_SPEECH_URL: url, OPENAI_API_KEY: key } : { OPENAI_API_KEY: '' };
  const dictation = processes.start('apps/command-line/src/show-dictation.ts', [sample], variables);
  const [exitCode, signal] = await once(dictation, 'exit');
  // The process was asked to end, like the whole group, perhaps before this one.
  if (signal !== null || exitCode > 128) return;
  if (exitCode !== 0) throw new StartFailure("Couldn't dictate the sample.");
  console.log(`\nWhile this runs, try a recording of your own in another terminal:\n`);
  console.log(`  ${key ? 'OPENAI_API_KEY=… ' : ''}npm run saykey -- transcribe FILE.wav\n`);
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await processes.stop();
  process.exit(0);
}
