// Dictated text, audio and the key go to the provider, and the text to stdout. They are nowhere else.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { RunningProcess } from './child-processes.ts';
import { MAIN } from './command-line-process.ts';
import type { SandboxAccount, SessionRecord } from './control-api.ts';
import { type Dictation, dictationCall, USUAL_WAYS, type Way } from './dictations.ts';
import { whenever } from './faults.ts';
import { startNpm } from './npm-process.ts';
import { record, SAMPLE_RATE } from './recordings.ts';
import { ROOT } from './repository.ts';
import { SandboxProcess } from './sandbox-process.ts';
import { scratchFolder } from './scratch-folder.ts';
import { synthesise } from './synthetic-speech.ts';
import { CAN_TRACE, readTrace, traced } from './system-calls.ts';
import { variants } from './variants.ts';

const SAID = ['Quokka', 'zeppelin', 'marzipan', 'obelisk', 'tambourine'];
const KEY = 'sk-canary-7f3b9c51d2e84a60';

const folder = scratchFolder();
const recording = record(synthesise([SAID.join(' ')]), folder);
const sandbox = await SandboxProcess.start();
const startedAt = Date.now();

/** Whether `script` can run a program in a terminal. */
const TERMINAL = 'script';
const HAS_TERMINAL = spawnSync(TERMINAL, ['--version']).status === 0;

/** A proxy that counts its connections. */
const proxy = createServer((connection) => connection.destroy());
let proxyCalls = 0;
proxy.on('connection', () => {
  proxyCalls += 1;
});
proxy.listen(0, 'localhost');
await once(proxy, 'listening');
afterAll(() => void proxy.close());
const proxyUrl = `http://localhost:${(proxy.address() as AddressInfo).port}`;

/** Separate folders for everything that a program may store, and a variable for each. */
function home(name: string) {
  const root = join(folder, name);
  const variables = {
    HOME: 'home',
    TMPDIR: 'tmp',
    XDG_CACHE_HOME: 'cache',
    XDG_CONFIG_HOME: 'config',
    XDG_DATA_HOME: 'data',
    XDG_STATE_HOME: 'state',
    XDG_RUNTIME_DIR: 'runtime',
  };
  const workingFolder = join(root, 'work');
  mkdirSync(workingFolder, { recursive: true });
  const environment: Record<string, string> = {};
  for (const [variable, part] of Object.entries(variables)) {
    environment[variable] = join(root, part);
    mkdirSync(environment[variable]);
  }
  return { root, workingFolder, environment };
}

let accounts = 0;
const isAsked = (sessions: readonly SessionRecord[]) => sessions.length > 0;

/** An account whose key contains the canary. */
function openAccount(scenario: Dictation['scenario'] = {}): Promise<SandboxAccount> {
  accounts += 1;
  return sandbox.openAccount({ ...recording.script, ...scenario }, `${KEY}-${accounts}`);
}

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Whether bytes contain the key, a word that was said, or a hundredth of a second of its audio. */
function isRevealing(bytes: Buffer): boolean {
  const text = bytes.toString('latin1').toLowerCase();
  if ([KEY, ...SAID].some((canary) => text.includes(canary.toLowerCase()))) return true;
  const stretch = (SAMPLE_RATE / 100) * 2;
  for (let at = 0; at + stretch <= recording.pcm.length; at += stretch) {
    if (bytes.includes(recording.pcm.subarray(at, at + stretch))) return true;
  }
  return false;
}

const quoting = { error: { type: 'server_error', message: `${KEY} said: ${SAID.join(' ')}`, code: SAID[0] } };

type Ending = Pick<Dictation, 'scenario'> & { ending: string; exitCode: number; signal?: NodeJS.Signals };
const ENDINGS: Ending[] = [
  { ending: 'succeeds', exitCode: 0 },
  { ending: 'is refused', scenario: { key: 'refused' }, exitCode: 3 },
  {
    ending: 'gets an error that quotes key and text',
    scenario: {
      rules: [
        whenever('upgrade', { type: 'refuse', status: 400, body: quoting }),
        whenever('request', { type: 'refuse', status: 400, body: quoting }),
      ],
    },
    exitCode: 4,
  },
  { ending: 'is interrupted', scenario: { latency: { fixedMs: 30_000 } }, exitCode: 130, signal: 'SIGINT' },
];

describe.concurrent.each(ENDINGS)('A dictation that $ending', ({ ending, exitCode, signal, ...circumstances }) => {
  test.each(variants<Way>(['phrase by phrase', 'as a file', 'at Soniox'], USUAL_WAYS))(
    'leaves nothing behind, %s',
    async (way) => {
      const { root, workingFolder, environment } = home(`${ending} ${way}`);
      const account = await openAccount(circumstances.scenario);
      const [args, variables] = dictationCall({ way, recording, ...circumstances }, account);
      const proxies = { HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl, http_proxy: proxyUrl, ALL_PROXY: proxyUrl };
      const running = RunningProcess.start(process.execPath, [MAIN, ...args], {
        cwd: workingFolder,
        env: { ...environment, ...proxies, ...variables },
      });
      if (signal) {
        await account.until(isAsked);
        running.signal(signal);
      }
      const outcome = await running.ended;
      expect(outcome.exitCode).toBe(exitCode);
      expect(isRevealing(Buffer.from(outcome.stderr))).toBe(false);
      expect(outcome.stdout).not.toContain(KEY);
      expect(filesIn(root)).toEqual([]);
      expect(proxyCalls).toBe(0);
    },
  );
});

describe.concurrent('What was said and the key', () => {
  test('are on no command line while npm runs the dictation, and not in npm’s stderr or files', async () => {
    const { root, environment } = home('npm');
    const account = await openAccount();
    const [args, variables] = dictationCall({ way: 'phrase by phrase', recording, pace: 'realtime' }, account);
    const npm = startNpm(['run', '--silent', 'saykey', '--', ...args], { ...environment, ...variables });
    await account.until(isAsked);
    expect(npm.commandLines()).not.toEqual([]);
    expect(npm.commandLines().filter((line) => isRevealing(Buffer.from(line)))).toEqual([]);

    const { exitCode, stdout, stderr } = await npm.ended;
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${recording.text}\n` });
    expect(isRevealing(Buffer.from(stderr))).toBe(false);
    expect(filesIn(root).filter((file) => isRevealing(readFileSync(file)))).toEqual([]);
  });

  test.skipIf(!HAS_TERMINAL)('are not in the progress shown on a terminal (needs util-linux’s script)', async () => {
    const account = await openAccount();
    const [args, variables] = dictationCall({ way: 'word by word', recording, pace: 'realtime' }, account);
    const command = `${[process.execPath, MAIN, ...args].map((part) => `'${part}'`).join(' ')} > /dev/null`;
    const terminal = RunningProcess.start(TERMINAL, ['-qec', command, '/dev/null'], { env: variables });
    const { exitCode, stdout: shown } = await terminal.ended;
    expect(exitCode).toBe(0);
    expect(shown).toContain('listening');
    expect(isRevealing(Buffer.from(shown))).toBe(false);
  });

  test.skipIf(!CAN_TRACE).each<Way>(USUAL_WAYS)(
    'go only to the provider, according to the system calls, %s (needs strace)',
    async (way) => {
      const account = await openAccount();
      const [args, variables] = dictationCall({ way, recording }, account);
      const trace = join(folder, `${way}.trace`);
      const [program, tracing] = traced([process.execPath, MAIN, ...args], trace);
      const { stdout } = await RunningProcess.start(program, tracing, { cwd: folder, env: variables }).ended;
      expect(stdout).toBe(`${recording.text}\n`);

      const { port } = new URL(sandbox.baseUrl);
      const { connections, filesChanged } = readTrace(trace);
      expect(connections).not.toEqual([]);
      expect(connections.filter((to) => to !== `127.0.0.1:${port}` && to !== `::1:${port}`)).toEqual([]);
      expect(filesChanged).toEqual([]);
    },
  );
});

test('No file written to the repository meanwhile contains what was said or the key', () => {
  const telling = readdirSync(ROOT, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== '.git')
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(ROOT, entry.name)) : [join(ROOT, entry.name)]))
    // Other tests write and remove files at the same time.
    .filter((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= startedAt)
    .filter((file) => isRevealing(readFileSync(file)));
  expect(telling).toEqual([]);
});
