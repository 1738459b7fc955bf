// What the command line prints and returns when the provider or the network fails, for good or temporarily.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ended } from './child-processes.ts';
import type { Fault, Rule } from './control-api.ts';
import {
  ALL_WAYS,
  type Dictation,
  type DictationOutcome,
  dictate,
  REALTIME_WAYS,
  SOCKET_WAYS,
  USUAL_WAYS,
  type Way,
} from './dictations.ts';
import { afterAudio, inPlaceOfSessions, whenever } from './faults.ts';
import { record } from './recordings.ts';
import { SandboxProcess } from './sandbox-process.ts';
import { scratchFolder } from './scratch-folder.ts';
import { afterQuiet, synthesise } from './synthetic-speech.ts';

const folder = scratchFolder();
const FIRST_PHRASE = 'The first phrase holds seven spoken words.';
const recording = record(synthesise([FIRST_PHRASE, 'Then comes another one.']), folder);
const sandbox = await SandboxProcess.start();
const host = new URL(sandbox.baseUrl).host;

const KEY_REFUSED = `${host} refused the API key. Check the API key, or create a new one with the provider.`;
const NOT_ALLOWED = `${host} doesn’t let this API key transcribe. Allow the API key to use speech models, or use another one.`;
const NO_CREDIT = `Your account at ${host} is out of credit. Add credit there, then try again.`;
const REQUEST_REFUSED = `${host} refused the request. Check the address, the model and the languages.`;

/** The provider refuses every request. */
function refuseAll(status: number, body?: unknown): Rule[] {
  const refusal: Fault = { type: 'refuse', status, body };
  return [whenever('upgrade', refusal), whenever('request', refusal)];
}
const missingScopes = {
  error: { message: 'You have insufficient permissions for this operation. Missing scopes: x.' },
};
const noCredit = { type: 'insufficient_quota', code: 'credit_balance_exhausted' };

interface Failure extends Pick<Dictation, 'scenario' | 'args'> {
  name: string;
  ways: readonly Way[];
  exitCode: 3 | 4;
  message: string;
}

const FAILURES_AT_ONCE: Failure[] = [
  { name: 'a refused key', ways: ALL_WAYS, scenario: { key: 'refused' }, exitCode: 3, message: KEY_REFUSED },
  {
    name: 'a key that is refused on the open socket',
    ways: REALTIME_WAYS,
    scenario: { key: 'refused-after-open' },
    exitCode: 3,
    message: KEY_REFUSED,
  },
  { name: 'status 403', ways: USUAL_WAYS, scenario: { rules: refuseAll(403) }, exitCode: 3, message: NOT_ALLOWED },
  {
    name: 'missing scopes',
    ways: USUAL_WAYS,
    scenario: { rules: refuseAll(401, missingScopes) },
    exitCode: 3,
    message: NOT_ALLOWED,
  },
  {
    name: 'no credit, by type',
    ways: USUAL_WAYS,
    scenario: { rules: refuseAll(429, { error: noCredit }) },
    exitCode: 4,
    message: NO_CREDIT,
  },
  {
    name: 'no credit, by code',
    ways: USUAL_WAYS,
    scenario: { rules: refuseAll(429, { error: { type: 'billing', code: 'insufficient_quota' } }) },
    exitCode: 4,
    message: NO_CREDIT,
  },
  { name: 'status 402', ways: USUAL_WAYS, scenario: { rules: refuseAll(402) }, exitCode: 4, message: NO_CREDIT },
  {
    name: 'no credit, reported in response to the configuration',
    ways: REALTIME_WAYS,
    scenario: { rules: [whenever('session.update', { type: 'error', error: noCredit })] },
    exitCode: 4,
    message: NO_CREDIT,
  },
  {
    name: 'no credit, reported in response to a commit',
    ways: ['phrase by phrase'],
    scenario: { rules: [whenever('commit', { type: 'error', error: noCredit })] },
    exitCode: 4,
    message: NO_CREDIT,
  },
  { name: 'status 404', ways: USUAL_WAYS, scenario: { rules: refuseAll(404) }, exitCode: 4, message: REQUEST_REFUSED },
  {
    name: 'a web page instead of a socket',
    ways: SOCKET_WAYS,
    scenario: { rules: refuseAll(302, '<html>Sign in to the hotel</html>') },
    exitCode: 4,
    message: REQUEST_REFUSED,
  },
  {
    name: 'an unknown model',
    ways: USUAL_WAYS,
    args: ['--model', 'gpt-unheard-of'],
    exitCode: 4,
    message: REQUEST_REFUSED,
  },
];

interface LastingFailure extends Omit<Dictation, 'recording'> {
  name: string;
  stdout?: string;
  message: string;
}

const closedPort = await portOf(createTcpServer(), 'closed');
const silentPort = await portOf(createTcpServer());
const pagePort = await portOf(
  createHttpServer((_, response) => response.setHeader('content-type', 'text/html').end('<html>Welcome!</html>')),
);

const internalError = `${host} had an internal error. Try again in a moment.`;
const noConnection = (to: string) => `No connection to ${to}. Check that the server is running, then try again.`;
const noAnswer = (from: string) => `${from} didn’t answer in time. Try again.`;
const notUnderstood = (from: string) =>
  `${from} sent an answer that makes no sense here. Check that the address is right for this provider.`;
/** After the first phrase the connection breaks, and no new one succeeds. */
const GONE: Rule[] = [
  afterAudio(3_000, { type: 'drop' }),
  ...inPlaceOfSessions(
    Array.from({ length: 100 }, (_, index) => index + 2),
    { type: 'drop' },
  ),
];

const LASTING_FAILURES: LastingFailure[] = [
  {
    name: 'internal errors at the upgrade',
    way: 'phrase by phrase',
    scenario: { rules: refuseAll(500) },
    message: internalError,
  },
  {
    name: 'internal errors instead of text',
    way: 'as a file',
    scenario: { rules: [whenever('final', { type: 'error', error: {} })] },
    message: internalError,
  },
  {
    name: 'a rate limit',
    way: 'at Deepgram',
    scenario: { rules: refuseAll(429) },
    message: `${host} is receiving too many requests. Wait a moment, then try again.`,
  },
  {
    name: 'a closed port',
    way: 'phrase by phrase',
    baseUrl: `http://localhost:${closedPort}/v1`,
    message: noConnection(`localhost:${closedPort}`),
  },
  {
    name: 'a server that never answers a WebSocket',
    way: 'at Deepgram',
    baseUrl: `http://localhost:${silentPort}/v1`,
    message: noConnection(`localhost:${silentPort}`),
  },
  {
    name: 'a server that never answers an upload',
    way: 'as a file',
    baseUrl: `http://localhost:${silentPort}/v1`,
    message: noAnswer(`localhost:${silentPort}`),
  },
  {
    name: 'a server of another kind',
    way: 'as a file',
    baseUrl: `http://localhost:${pagePort}/v1`,
    message: notUnderstood(`localhost:${pagePort}`),
  },
  {
    name: 'TLS to a server without it',
    way: 'at Deepgram',
    baseUrl: sandbox.baseUrl.replace('http:', 'https:'),
    message: noConnection(host),
  },
  {
    name: 'a connection that breaks for good',
    way: 'phrase by phrase',
    pace: 'realtime',
    scenario: { rules: GONE },
    stdout: `${FIRST_PHRASE}\n`,
    message: noConnection(host),
  },
  {
    name: 'a stream that breaks for good',
    way: 'at Deepgram',
    pace: 'realtime',
    scenario: { rules: GONE },
    stdout: `${FIRST_PHRASE}\n`,
    message: noConnection(host),
  },
];

// Each waits for half a minute: they run concurrently, alongside the others.
let lastingFailures: Promise<DictationOutcome>[];
beforeAll(() => {
  lastingFailures = LASTING_FAILURES.map((failure) => dictate(sandbox, { recording, ...failure }));
});

/** Each line on stderr is plain text, and none contains the key or what was said. */
function expectPlainLines({ stderr }: Ended, key: string): void {
  expect(stderr).not.toContain(key);
  expect(stderr).not.toContain(FIRST_PHRASE);
  for (const line of stderr.trimEnd().split('\n')) expect(line).toMatch(/^\S.*[.…]$/);
}

describe.concurrent('A failure that only the user can fix ends the command immediately', () => {
  for (const { name, ways, exitCode, message, ...dictation } of FAILURES_AT_ONCE) {
    test.each<Way>(ways)(`${name}, %s`, async (way) => {
      const outcome = await dictate(sandbox, { way, recording, ...dictation });
      expect(outcome).toMatchObject({ exitCode, stdout: '', stderr: `${message}\n` });
      expectPlainLines(outcome, outcome.account.key);
    });
  }

  test('before any speech, and before the end of the file', async () => {
    const late = record(afterQuiet(recording.speech, 70), folder, 'late.wav');
    const dictation = { recording: late, scenario: { key: 'refused' }, pace: 'realtime' } as const;
    const outcome = await dictate(sandbox, { way: 'phrase by phrase', ...dictation });
    expect(outcome).toMatchObject({ exitCode: 3, stderr: `${KEY_REFUSED}\n` });
  });
});

describe.concurrent('A persistent failure ends the command after a while, with the text so far on stdout', () => {
  for (const [index, { name, way, stdout = '', message }] of LASTING_FAILURES.entries()) {
    test(`${name}, ${way}`, async () => {
      const outcome = await lastingFailures[index]!;
      expect(outcome).toMatchObject({ exitCode: 4, stdout });
      expect(outcome.stderr.trimEnd().split('\n').at(-1)).toBe(message);
      expectPlainLines(outcome, outcome.account.key);
    });
  }
});

/** Starts a server, or starts and stops it, and returns its port. */
async function portOf(server: Server, fate: 'open' | 'closed' = 'open'): Promise<number> {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (fate === 'closed') server.close();
  else afterAll(() => void server.close());
  return port;
}
