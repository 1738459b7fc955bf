import { onTestFinished } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import { RECOGNIZER_RATE } from '../recognizer/rate.ts';
import { toPcm16 } from '../recognizer/samples.ts';
import { writeWav } from '../recognizer/wav.ts';
import { type ScenarioInput, scenarioSchema } from '../scenario.ts';
import { startSpeechSandbox } from '../server.ts';
import { SocketClient } from './socket-client.ts';
import { type SyntheticSpeech, synthesiseSpeech } from './synthetic-speech.ts';

export const KEY = 'sk-test-0123456789abcdef';
const MODEL = 'gpt-transcribe';

/** The text of `SPEECH`. */
export const TEXT = 'One two, three four. Five six seven eight nine ten.';
/** A few seconds of speech. */
export const SPEECH: SyntheticSpeech = synthesiseSpeech(TEXT.split(' ').map((word) => ` ${word}`));

/** Starts a sandbox on a free port with a stopped clock, for the duration of one test. */
export async function startTestSandbox(scenario: ScenarioInput = {}) {
  const clock = new FakeClock();
  const sandbox = await startSpeechSandbox(0, clock);
  onTestFinished(() => sandbox.close());
  const setScenario = (next: ScenarioInput, key = KEY) => sandbox.accounts.set(key, scenarioSchema.parse(next));
  setScenario(scenario);
  const account = () => sandbox.accounts.get(KEY)!;
  return {
    clock,
    setScenario,
    account,
    sessions: () => account().sessions.map(({ record }) => record),
    base: `http://localhost:${sandbox.port}`,
    socketBase: `ws://localhost:${sandbox.port}`,
  };
}
export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/** A scenario in which `SPEECH` is recognized. */
export const SPEAKING: ScenarioInput = {
  reference: { wavBase64: writeWav({ rate: RECOGNIZER_RATE, samples: SPEECH.samples }).toString('base64') },
  words: SPEECH.words,
};

/** `SPEECH` between two words (counted from 0, the second one excluded), with the pauses before them and after them. */
export function wordsOfSpeech(first: number, end: number): Float32Array {
  const from = first === 0 ? 0 : middleOfPause(first);
  return SPEECH.samples.slice(from, middleOfPause(end));
}

function middleOfPause(beforeWord: number): number {
  const word = SPEECH.words[beforeWord];
  const previous = SPEECH.words[beforeWord - 1]!;
  if (word === undefined) return SPEECH.samples.length;
  return Math.round((((previous.endMs + word.startMs) / 2) * RECOGNIZER_RATE) / 1000);
}

/** Opens a Realtime transcription session and configures it. */
export async function openRealtime(sandbox: TestSandbox, transcription: object = {}, input: object = {}) {
  const client = await SocketClient.open(`${sandbox.socketBase}/v1/realtime?intent=transcription`, bearer());
  client.send(sessionUpdate({ transcription: { model: MODEL, ...transcription }, ...input }));
  await client.next('session.updated');
  return client;
}

export function bearer(key = KEY): Record<string, string> {
  return { Authorization: `Bearer ${key}` };
}

export function sessionUpdate(input: object): object {
  return {
    type: 'session.update',
    session: { type: 'transcription', audio: { input: { turn_detection: null, ...input } } },
  };
}

/** Sends audio in pieces of 100 ms. */
export function append(client: SocketClient, samples: Float32Array): void {
  for (let at = 0; at < samples.length; at += RECOGNIZER_RATE / 10) {
    const audio = toPcm16(samples.subarray(at, at + RECOGNIZER_RATE / 10)).toString('base64');
    client.send({ type: 'input_audio_buffer.append', audio });
  }
}

export function commit(client: SocketClient): void {
  client.send({ type: 'input_audio_buffer.commit' });
}
