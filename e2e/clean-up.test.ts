// The command line tidies up texts with a language model; whatever that does, the text is printed.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCommandLine } from './command-line-process.ts';
import type { Scenario } from './control-api.ts';
import { type Dictation, dictate } from './dictations.ts';
import { whenever } from './faults.ts';
import { record } from './recordings.ts';
import { SandboxProcess } from './sandbox-process.ts';
import { scratchFolder } from './scratch-folder.ts';
import { synthesise } from './synthetic-speech.ts';

const HEARD = 'so um we meet on Tuesday no Thursday';
const TIDIED = 'So we meet on Thursday.';

const recording = record(synthesise([HEARD]), scratchFolder());
const sandbox = await SandboxProcess.start();
const host = new URL(sandbox.baseUrl).host;

function tidy({ way = 'as a file', args = [], ...dictation }: Partial<Dictation> = {}) {
  return dictate(sandbox, { way, recording, args: ['--clean-up', ...args], ...dictation });
}

test('the speech provider also tidies up the text, and is asked not to store it', async () => {
  const { exitCode, stdout, stderr, account } = await tidy();
  expect([exitCode, stdout, stderr]).toEqual([0, `${TIDIED}\n`, '']);
  const [question, ...others] = await account.questions();
  expect(others).toEqual([]);
  expect(question).toMatchObject({ dialect: 'responses', body: { store: false, stream: true, model: 'gpt-4.1-mini' } });
  expect(question?.input).toContain('Tuesday');
});

test('JSON contains the segments as heard and the tidied text', async () => {
  const { stdout } = await tidy({ args: ['--json'] });
  const { text, segments } = JSON.parse(stdout) as { text: string; segments: { text: string }[] };
  expect(text).toBe(TIDIED);
  expect(segments.map((segment) => segment.text).join(' ')).toContain('Tuesday');
});

test('a server without the Responses API is called through chat completions', async () => {
  const { stdout, account } = await tidy({ scenario: { languageModel: { dialects: ['chat-completions'] } } });
  expect(stdout).toBe(`${TIDIED}\n`);
  expect((await account.questions()).map(({ dialect }) => dialect)).toEqual(['chat-completions']);
});

test('the requested model is used', async () => {
  const { account } = await tidy({ args: ['--clean-up-model', 'gpt-4.1-nano'] });
  expect((await account.questions())[0]?.body).toMatchObject({ model: 'gpt-4.1-nano' });
});

const BOTH: Scenario[] = [{}, { languageModel: { dialects: ['chat-completions'] } }];
const FAULTS: [name: string, scenario: Scenario, reason: string][] = [
  [
    'changes the meaning',
    { languageModel: { answer: 'Sure! We meet on Friday.' } },
    'its answer said something else than you did.',
  ],
  [
    'obeys the dictated text',
    { languageModel: { answer: 'Roses are red.' } },
    'its answer said something else than you did.',
  ],
  ['is cut off', { languageModel: { outcome: 'cut' } }, `Can’t reach ${host}, or it has trouble.`],
  ['fails in the middle', { languageModel: { outcome: 'failed' } }, `Can’t reach ${host}, or it has trouble.`],
  ['is incomplete', { languageModel: { outcome: 'incomplete' } }, `The answer from ${host} was incomplete.`],
  ['is empty', { languageModel: { outcome: 'empty' } }, `The answer from ${host} was incomplete.`],
  ['refuses', { languageModel: { outcome: 'refused' } }, `The language model at ${host} wouldn’t answer.`],
  [
    'is over its rate limit',
    { rules: [whenever('answer', { type: 'refuse', status: 429 })] },
    `${host} takes no more requests: the account is out of credit or over its limit.`,
  ],
  ['refuses the key', { rules: [whenever('answer', { type: 'refuse', status: 401 })] }, `${host} refused the API key.`],
  [
    'breaks the connection',
    { rules: [whenever('answer', { type: 'drop' })] },
    `Can’t reach ${host}, or it has trouble.`,
  ],
  ['takes too long', { languageModel: { pieceMs: 2_000 } }, 'it took too long.'],
];

describe.each(BOTH)('With %j', ({ languageModel }) => {
  test.each(FAULTS)('the text stays as heard if the model %s', async (_, scenario, reason) => {
    const { exitCode, stdout, stderr } = await tidy({
      scenario: { ...scenario, languageModel: { ...languageModel, ...scenario.languageModel } },
    });
    expect([exitCode, stdout]).toEqual([0, `${HEARD}\n`]);
    expect(stderr).toBe(`Not tidied up by ${host}: ${reason}\n`);
  });
});

describe('Another address', () => {
  const visits: { url: string | undefined; authorization: string | undefined }[] = [];
  const foreign = createServer(({ url, headers: { authorization } }, response) => {
    visits.push({ url, authorization });
    response.writeHead(503).end();
  });
  let foreignUrl = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => foreign.close());

  test('gets all requests, and never the speech provider’s key', async () => {
    const { exitCode, stdout, account } = await tidy({ args: ['--clean-up-url', foreignUrl] });
    expect([exitCode, stdout]).toEqual([0, `${HEARD}\n`]);
    expect(visits).toEqual([{ url: '/v1/responses', authorization: undefined }]);
    expect(await account.questions()).toEqual([]);
  });

  test('that is the target of a redirect gets nothing', async () => {
    visits.length = 0;
    const redirect = whenever('answer', {
      type: 'refuse',
      status: 307,
      headers: { location: `${foreignUrl}/responses` },
    });
    const { exitCode, stdout } = await tidy({ scenario: { rules: [redirect] } });
    expect([exitCode, stdout]).toEqual([0, `${HEARD}\n`]);
    expect(visits).toEqual([]);
  });

  test('works for a provider without a language model', async () => {
    const account = await sandbox.openAccount({});
    const { exitCode, stdout } = await tidy({
      way: 'at Deepgram',
      args: ['--clean-up-url', account.baseUrl],
      environment: { SAYKEY_CLEAN_UP_KEY: account.key },
    });
    expect([exitCode, stdout]).toEqual([0, `${TIDIED}\n`]);
    expect(await account.questions()).toHaveLength(1);
  });
});

test.each(['at Deepgram', 'at Soniox'] as const)('an address is required %s', async (way) => {
  const { exitCode, stdout, stderr } = await tidy({ way });
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--clean-up-url');
});

test('without --clean-up no model is called, and its options are rejected', async () => {
  const { stdout, account } = await dictate(sandbox, { way: 'as a file', recording });
  expect([stdout, await account.questions()]).toEqual([`${HEARD}\n`, []]);
  const refused = await startCommandLine(['transcribe', recording.path, '--clean-up-model', 'm'], {}).ended;
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    expect.stringContaining('--clean-up-model needs --clean-up.'),
  ]);
});
