// Whatever goes wrong between us and the provider, the text arrives once, complete and in order.
import { describe, expect, test } from 'vitest';
import type { Rule, SessionRecord } from './control-api.ts';
import {
  AGEING_WAYS,
  ALL_WAYS,
  dictate,
  FILE_WAYS,
  REALTIME_WAYS,
  SOCKET_WAYS,
  STREAMING_WAYS,
  USUAL_WAYS,
  type Way,
} from './dictations.ts';
import { afterAudio, atThe, inPlaceOfSessions, whenever } from './faults.ts';
import { record } from './recordings.ts';
import { SandboxProcess } from './sandbox-process.ts';
import { scratchFolder } from './scratch-folder.ts';
import { synthesise } from './synthetic-speech.ts';

const PHRASES = ['The first phrase holds seven spoken words.', 'Then comes another one.', 'And this is how it ends.'];
const folder = scratchFolder();
const recording = record(synthesise(PHRASES), folder);
/** Longer than the audio sent in one file. */
const long = record(
  synthesise(Array.from({ length: 20 }, (_, index) => `Phrase ${index + 1} of many.`)),
  folder,
  'long.wav',
);
const sandbox = await SandboxProcess.start();

const SERVER_ERROR = { type: 'error', error: { type: 'server_error' } } as const;
const RATE_LIMIT = { type: 'error', error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } } as const;
const BAD_GATEWAY = { type: 'refuse', status: 502, body: '<html><h1>Bad gateway</h1></html>' } as const;
const FATAL_SERVER_ERROR = { ...SERVER_ERROR, fatal: true } as const;

type Course = [name: string, ways: readonly Way[], rules: readonly Rule[]];

/** Faults that a session survives. */
const WAITED_OUT: Course[] = [
  ['drop at the end of the stream', ['at Deepgram'], [atThe(1, 'close', { type: 'drop' })]],
  [
    'stall at the configuration for a while',
    ['phrase by phrase'],
    [atThe(1, 'session.update', { type: 'stall', ms: 1_500 })],
  ],
  ['stall at a commit for a while', ['phrase by phrase'], [atThe(1, 'commit', { type: 'stall', ms: 1_500 })]],
  ['stall at a final for a while', SOCKET_WAYS, [atThe(1, 'final', { type: 'stall', ms: 1_500 })]],
  ['stall at a file for a while', ['as a file'], [atThe(1, 'request', { type: 'stall', ms: 1_500 })]],
  ['a late socket', SOCKET_WAYS, [atThe(1, 'upgrade', { type: 'delay', ms: 1_500 })]],
  ['a late configuration', ['phrase by phrase'], [atThe(1, 'session.update', { type: 'delay', ms: 1_500 })]],
  ['a late commit', REALTIME_WAYS, [atThe(1, 'commit', { type: 'delay', ms: 1_500 })]],
  ['a late final', ALL_WAYS, [atThe(1, 'final', { type: 'delay', ms: 1_500 })]],
  ['each text several times', ALL_WAYS, [whenever('final', { type: 'repeat', times: 3 })]],
  ['two texts in reverse order', STREAMING_WAYS, [whenever('final', { type: 'reorder', hold: 2 })]],
  ['all texts in reverse order', STREAMING_WAYS, [whenever('final', { type: 'reorder', hold: 3 })]],
  ['texts before word of their commits', REALTIME_WAYS, [whenever('final', { type: 'commit-last' })]],
  ['one text before word of its commit', REALTIME_WAYS, [atThe(2, 'commit', { type: 'commit-last' })]],
  ['nonsense when the socket is open', SOCKET_WAYS, [whenever('open', { type: 'garbage' })]],
  ['nonsense at the configuration', ['phrase by phrase'], [whenever('session.update', { type: 'garbage' })]],
  ['nonsense at each commit', REALTIME_WAYS, [whenever('commit', { type: 'garbage' })]],
  ['nonsense before each text', STREAMING_WAYS, [whenever('final', { type: 'garbage' })]],
  ['nonsense before the text of a file', ['as a file with streamed text'], [whenever('final', { type: 'garbage' })]],
  ['inventions where nothing is said', USUAL_WAYS, [whenever('final', { type: 'hallucinate' })]],
];

/** Everything at once. */
const WORST_DAY: Rule[] = [
  ...inPlaceOfSessions([1], { type: 'refuse', status: 503 }),
  whenever('open', { type: 'garbage' }),
  whenever('upgrade', { type: 'delay', ms: 300 }),
  { when: { session: 2, afterAudioMs: 3_000 }, do: { type: 'drop' } },
  whenever('commit', { type: 'commit-last' }),
  atThe(2, 'commit', { type: 'delay', ms: 500 }),
  whenever('final', { type: 'garbage' }),
  whenever('final', { type: 'repeat', times: 2 }),
  whenever('final', { type: 'reorder', hold: 2 }),
  atThe(2, 'final', { type: 'fail-item' }),
  atThe(3, 'final', { type: 'delay', ms: 500 }),
];

/** Faults that require another session. */
const STARTED_OVER: Course[] = [
  ['drop at the upgrade', SOCKET_WAYS, [atThe(1, 'upgrade', { type: 'drop' })]],
  ['drop at the request', ['as a file'], [atThe(1, 'request', { type: 'drop' })]],
  ['drop as soon as the socket is open', SOCKET_WAYS, [atThe(1, 'open', { type: 'drop' })]],
  ['drop at the configuration', ['phrase by phrase'], [atThe(1, 'session.update', { type: 'drop' })]],
  ['drop at the second commit', REALTIME_WAYS, [atThe(2, 'commit', { type: 'drop' })]],
  ['drop at each of the first finals', ALL_WAYS, [1, 2, 3].map((nth) => atThe(nth, 'final', { type: 'drop' }))],
  ['drop when the rest is asked for', ['at Deepgram'], [atThe(1, 'finalize', { type: 'drop' })]],
  ['close as soon as the socket is open', SOCKET_WAYS, [atThe(1, 'open', { type: 'close', code: 1011 })]],
  ['close at the first second', SOCKET_WAYS, [afterAudio(1_000, { type: 'close', code: 1011 })]],
  ['close without need', ['phrase by phrase'], [afterAudio(1_000, { type: 'close', code: 1000 })]],
  ['close without the rest', ['at Deepgram'], [atThe(1, 'finalize', { type: 'close', code: 1000 })]],
  ['close for a restart', SOCKET_WAYS, [afterAudio(1_000, { type: 'close', code: 1012, reason: 'restart' })]],
  ['close at a commit', ['phrase by phrase'], [atThe(1, 'commit', { type: 'close', code: 1001 })]],
  ['close when the rest is asked for', ['at Deepgram'], [atThe(1, 'finalize', { type: 'close', code: 1011 })]],
  ['stall at the upgrade', SOCKET_WAYS, [atThe(1, 'upgrade', { type: 'stall' })]],
  ['stall at a final for ever', SOCKET_WAYS, [atThe(1, 'final', { type: 'stall' })]],
  ['mute as soon as the socket is open', SOCKET_WAYS, [atThe(1, 'open', { type: 'mute' })]],
  ['mute at the first second', SOCKET_WAYS, [afterAudio(1_000, { type: 'mute' })]],
  ['mute at a commit for a while', REALTIME_WAYS, [atThe(1, 'commit', { type: 'mute', ms: 100 })]],
  ['mute at the end of the stream', ['at Deepgram'], [atThe(1, 'finalize', { type: 'mute' })]],
  ['a final too late to be waited for', STREAMING_WAYS, [atThe(2, 'final', { type: 'delay', ms: 10_000 })]],
  ['two internal errors', USUAL_WAYS, inPlaceOfSessions([1, 2], { type: 'refuse', status: 500 })],
  ['a page in place of an answer', USUAL_WAYS, inPlaceOfSessions([1], BAD_GATEWAY)],
  ['a time-out', USUAL_WAYS, inPlaceOfSessions([1], { type: 'refuse', status: 408 })],
  [
    'a rate limit',
    USUAL_WAYS,
    inPlaceOfSessions([1], { type: 'refuse', status: 429, headers: { 'retry-after': '1' } }),
  ],
  ['an error at the configuration', ['phrase by phrase'], [atThe(1, 'session.update', SERVER_ERROR)]],
  ['an error at a commit', ['phrase by phrase'], [atThe(1, 'commit', SERVER_ERROR)]],
  ['a rate limit at a commit', ['phrase by phrase'], [atThe(1, 'commit', RATE_LIMIT)]],
  ['an error at a final', ALL_WAYS, [atThe(1, 'final', SERVER_ERROR)]],
  ['an error that ends the session at a commit', ['phrase by phrase'], [atThe(2, 'commit', FATAL_SERVER_ERROR)]],
  ['an error that ends the session at a final', STREAMING_WAYS, [atThe(2, 'final', FATAL_SERVER_ERROR)]],
  ['a phrase that fails', REALTIME_WAYS, [atThe(1, 'final', { type: 'fail-item' })]],
  ['two phrases that fail', REALTIME_WAYS, [1, 3].map((nth) => atThe(nth, 'final', { type: 'fail-item' }))],
  ['a session that expires at the first second', AGEING_WAYS, [afterAudio(1_000, { type: 'expire' })]],
  ['a session that expires at a commit', REALTIME_WAYS, [atThe(2, 'commit', { type: 'expire' })]],
  ['a session that expires at a final', REALTIME_WAYS, [atThe(2, 'final', { type: 'expire' })]],
  ['nonsense in place of the text of a file', FILE_WAYS, [atThe(1, 'request', { type: 'garbage' })]],
  ['all of it at once', STREAMING_WAYS, WORST_DAY],
];

async function expectTextOnce(way: Way, rules: readonly Rule[]): Promise<SessionRecord[]> {
  const { exitCode, stdout, sessions } = await dictate(sandbox, { way, recording, scenario: { rules } });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${recording.text}\n` });
  expect(sessions.flatMap(({ violations }) => violations)).toEqual([]);
  return sessions;
}

describe.concurrent('The text appears exactly once and in order', () => {
  for (const [name, ways, rules] of WAITED_OUT) {
    test.each<Way>(ways)(`in a single session: ${name}, %s`, async (way) => {
      expect(await expectTextOnce(way, rules)).toHaveLength(1);
    });
  }

  for (const [name, ways, rules] of STARTED_OVER) {
    test.each<Way>(ways)(`in a new session: ${name}, %s`, async (way) => {
      expect((await expectTextOnce(way, rules)).length).toBeGreaterThan(1);
    });
  }

  test('even if parameters are refused', async () => {
    const parameters = ['delay', 'languages', 'keywords'];
    const refusedParameters = parameters.map((name) => `session.audio.input.transcription.${name}`);
    const args = ['--language', 'en', '--keyword', 'Zebra'];
    const scenario = { refusedParameters };
    const { stdout, sessions } = await dictate(sandbox, { way: 'word by word', recording, args, scenario });
    expect(stdout).toBe(`${recording.text}\n`);
    expect(sessions).toHaveLength(1);
  });

  test('even if the text of a later file arrives first', async () => {
    const rules = [atThe(1, 'request', { type: 'delay', ms: 2_000 })];
    const dictation = { way: 'as a file', recording: long, scenario: { rules } } as const;
    const { stdout, sessions } = await dictate(sandbox, dictation);
    expect(stdout).toBe(`${long.text}\n`);
    expect(sessions).toHaveLength(2);
  });
});

describe.concurrent('Hints sent to the provider never become text', () => {
  const hints = ['--keyword', 'Zebra', '--keyword', 'Okapi'];

  test.each<Way>(STREAMING_WAYS)('if it returns keywords instead of a phrase, %s', async (way) => {
    const rules = [atThe(1, 'final', { type: 'echo', what: 'keywords' })];
    const { exitCode, stdout } = await dictate(sandbox, { way, recording, args: hints, scenario: { rules } });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${PHRASES.slice(1).join(' ')}\n` });
  });

  test.each([
    ['keywords', 'as a file with streamed text'],
    ['prompt', 'as a file'],
  ] as const)('if it returns the %s instead of the whole text, %s', async (what, way) => {
    const rules = [atThe(1, 'final', { type: 'echo', what })];
    const { exitCode, stdout, stderr } = await dictate(sandbox, { way, recording, args: hints, scenario: { rules } });
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: '', stderr: 'No speech was heard.\n' });
  });
});
