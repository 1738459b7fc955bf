// Where the provider fails, this computer recognizes what is missing. What the provider had finished is kept.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createRecognizer } from '@workspace/command-line/recognition';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import { wordErrors, wordsOf } from '@workspace/speech/word-errors';
import { afterAll, describe, expect, test } from 'vitest';
import { endAfterTests } from '../after-tests.ts';
import type { Rule, Scenario } from '../control-api.ts';
import { type Dictation, type DictationHere, dictate, SOCKET_WAYS, USUAL_WAYS, type Way } from '../dictations.ts';
import { afterAudio, inPlaceOfSessions, whenever } from '../faults.ts';
import { SandboxProcess } from '../sandbox-process.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { variants } from '../variants.ts';
import { HUMAN_RATE, readAloud, save, withPauses } from './human-speech.ts';

const PAUSE_SECONDS = 0.9;
const folder = scratchFolder();
const sandbox = await SandboxProcess.start();
const host = new URL(sandbox.baseUrl).host;

const [, first, , , second] = readAloud();
const both = withPauses([first!, second!], PAUSE_SECONDS);
const path = save(folder, 'speech.wav', both.samples);
const firstMs = (first!.samples.length * 1_000) / HUMAN_RATE;
const secondMs = (second!.samples.length * 1_000) / HUMAN_RATE;

/** A word in each sentence that only the provider writes shows whose text it is. */
const BY_PROVIDER = { first: 'He was not an unkind young man.', second: 'She might even have been made amiable.' };
const recording = {
  path,
  script: {
    reference: { wavPath: path },
    words: [
      ...evenly(BY_PROVIDER.first, 250, firstMs - 250),
      ...evenly(
        BY_PROVIDER.second,
        firstMs + PAUSE_SECONDS * 1_000 + 250,
        firstMs + PAUSE_SECONDS * 1_000 + secondMs - 250,
      ),
    ],
  },
};

const BY_EITHER = [...wordsOf(BY_PROVIDER.first), ...wordsOf(second!.text)];

/** Words at equal distances between two moments. */
function evenly(text: string, fromMs: number, toMs: number): NonNullable<Scenario['words']>[number][] {
  const words = text.split(' ');
  const wordMs = Math.floor((toMs - fromMs) / words.length);
  return words.map((word, index) => {
    const startMs = Math.floor(fromMs) + index * wordMs;
    return { text: ` ${word}`, startMs, endMs: startMs + wordMs };
  });
}

/** Expects each word once, though one may be misheard, and none from the provider. */
function expectAllOfIt(text: string): void {
  const { rate, longestGap, longestExcess } = wordErrors(both.text, text);
  expect(rate).toBeLessThanOrEqual(0.1);
  expect([longestGap, longestExcess]).toEqual([0, 0]);
}

/** Loaded once, for dictations that test what it understands rather than how it starts. */
const recognizer = createRecognizer(createSteadyClock());
endAfterTests(() => recognizer.free());

function dictateWithFallback(dictation: Omit<DictationHere, 'recording'>) {
  return dictate(sandbox, { recording, recognizer, ...dictation, args: ['--fallback', 'on-device'] });
}

const refused = (status: number): Rule[] => [
  whenever('upgrade', { type: 'refuse', status }),
  whenever('request', { type: 'refuse', status }),
];
/** In the pause after the first sentence, once its text has come. */
const IN_THE_PAUSE_MS = firstMs + 800;
const LATER_SESSIONS = Array.from({ length: 50 }, (_, index) => index + 2);

const silent = createServer().listen(0, 'localhost');
await once(silent, 'listening');
afterAll(() => void silent.close());
const silentUrl = `http://localhost:${(silent.address() as AddressInfo).port}/v1`;

interface Outage extends Omit<Dictation, 'recording' | 'way'> {
  name: string;
  ways: readonly Way[];
}

const OUTAGES: Outage[] = [
  {
    name: 'is unreachable',
    ways: variants(['phrase by phrase', 'as a file'], USUAL_WAYS),
    baseUrl: 'http://localhost:1/v1',
  },
  { name: 'accepts connections but stays silent', ways: ['phrase by phrase'], baseUrl: silentUrl },
  {
    name: 'limits the rate',
    ways: variants(['as a file'], ['phrase by phrase', 'as a file']),
    scenario: { rules: refused(429) },
  },
  {
    name: 'fails each text',
    ways: ['phrase by phrase'],
    scenario: { rules: [whenever('final', { type: 'error', error: {} })] },
  },
];

const OUTAGES_MIDWAY: Outage[] = [
  {
    name: 'disconnects for good',
    ways: variants(['at Deepgram'], SOCKET_WAYS),
    scenario: {
      rules: [afterAudio(IN_THE_PAUSE_MS, { type: 'drop' }), ...inPlaceOfSessions(LATER_SESSIONS, { type: 'drop' })],
    },
  },
  {
    name: 'goes silent',
    ways: variants(['phrase by phrase'], SOCKET_WAYS),
    scenario: {
      rules: [afterAudio(IN_THE_PAUSE_MS, { type: 'mute' }), ...inPlaceOfSessions(LATER_SESSIONS, { type: 'stall' })],
    },
  },
];

describe('Everything is recognized on this computer if the provider', () => {
  for (const { name, ways, ...dictation } of OUTAGES) {
    test.each(ways)(`${name}, %s`, async (way) => {
      const { exitCode, stdout, stderr } = await dictateWithFallback({ way, ...dictation });
      expectAllOfIt(stdout);
      expect(exitCode).toBe(0);
      expect(stderr).toMatch(/The rest was recognized on this computer\.\n$/);
    });
  }
});

describe('The provider’s finished text is kept, and the rest is recognized on this computer, if the provider', () => {
  for (const { name, ways, ...dictation } of OUTAGES_MIDWAY) {
    test.each(ways)(`${name} midway, %s`, async (way) => {
      const { exitCode, stdout } = await dictateWithFallback({
        way,
        ...dictation,
        pace: 'realtime',
        recognizer: undefined,
      });
      expect(wordsOf(stdout)).toEqual(BY_EITHER);
      expect(exitCode).toBe(0);
    });
  }
});

describe('With the on-device fallback', () => {
  test('a refused key is still reported, although the text is complete', async () => {
    const outcome = await dictateWithFallback({ way: 'phrase by phrase', scenario: { key: 'refused' } });
    expectAllOfIt(outcome.stdout);
    expect(outcome.exitCode).toBe(3);
    expect(outcome.stderr).toContain(`${host} refused the API key.`);
    expect(outcome.stderr).not.toContain(outcome.account.key);
  });

  test('a working provider transcribes everything', async () => {
    const outcome = await dictateWithFallback({ way: 'phrase by phrase' });
    expect(outcome).toMatchObject({
      exitCode: 0,
      stdout: `${BY_PROVIDER.first} ${BY_PROVIDER.second}\n`,
      stderr: '',
    });
  });
});

describe('Without the fallback', () => {
  test('nothing is recognized on this computer', async () => {
    const scenario = { key: 'refused' } as const;
    expect(await dictate(sandbox, { recording, way: 'phrase by phrase', scenario })).toMatchObject({
      exitCode: 3,
      stdout: '',
    });
  });
});
