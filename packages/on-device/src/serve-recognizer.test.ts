import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { MessageFromRecognizer, MessageToRecognizer } from './messages.ts';
import { type Hypothesis, SpeechModel, type TranscribeOptions } from './model/speech-model.ts';
import { serveRecognizer } from './serve-recognizer.ts';

const NO_FILES = { encoder: new Uint8Array(), decoder: new Uint8Array(), runtime: new Uint8Array() };
const HELLO = [15_043];

type Transcribe = (samples: Float32Array, options: TranscribeOptions) => Promise<Hypothesis>;
const hello: Transcribe = async (_, { pause }) => {
  await pause();
  return { tokens: HELLO, confidence: -0.1, outcome: 'complete' };
};

/** Serves with a model whose results come from the test. */
function serve(transcribe: Transcribe, readFiles = () => Promise.resolve(NO_FILES)) {
  const load = vi.spyOn(SpeechModel, 'load').mockResolvedValue({ transcribe } as unknown as SpeechModel);
  const sent: MessageFromRecognizer[] = [];
  let isOver = false;
  let send: (message: MessageToRecognizer) => void = () => {};
  const served = serveRecognizer({
    send: (message) => sent.push(message),
    onMessage: (listener) => {
      send = listener;
    },
    readFiles,
    pause: () => setImmediate(),
    end: () => {
      isOver = true;
    },
  });
  const ask = (id: number, final = true, draft: number[] = []) =>
    send({ type: 'recognize', id, samples: new Int16Array(2_400), draft, final });
  const until = (count: number) => vi.waitUntil(() => sent.length >= count, { timeout: 300_000, interval: 1 });
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  };
  return {
    load,
    sent,
    served,
    ask,
    callOff: (id: number) => send({ type: 'cancel', id }),
    until,
    settled,
    isOver: () => isOver,
  };
}

const text = (id: number, said: string | null = 'Hello') => ({
  type: 'text',
  id,
  text: said,
  tokens: said === null ? [] : HELLO,
});

describe('The recognizer’s process', () => {
  test('reports that it is ready, then does the jobs one at a time, in order of arrival', async () => {
    let working = 0;
    const server = serve(async (samples, options) => {
      working += 1;
      expect(working).toBe(1);
      const heard = await hello(samples, options);
      working -= 1;
      return heard;
    });
    for (const id of [4, 2, 7]) server.ask(id);
    await server.until(3);
    server.ask(9);
    await server.until(5);
    expect(server.sent).toEqual([{ type: 'ready' }, text(4), text(2), text(7), text(9)]);
    expect(server.load).toHaveBeenCalledExactlyOnceWith(NO_FILES);
  });

  test('drops canceled jobs, whether waiting or running', async () => {
    const transcribe = vi.fn(hello);
    transcribe.mockImplementationOnce((samples, options) => {
      server.callOff(1);
      server.callOff(9);
      return hello(samples, options);
    });
    const server = serve(transcribe);
    for (const id of [1, 2, 3, 4]) server.ask(id);
    server.callOff(2);
    await server.until(3);
    await server.settled();
    expect(transcribe).toHaveBeenCalledTimes(3);
    expect(server.sent).toEqual([{ type: 'ready' }, text(3), text(4)]);
    expect(server.isOver()).toBe(false);
  });

  test('answers null for a provisional text that is too doubtful', async () => {
    const server = serve(async () => ({ tokens: HELLO, confidence: -9, outcome: 'complete' }));
    server.ask(1, false);
    server.ask(2);
    await server.until(3);
    expect(server.sent).toEqual([{ type: 'ready' }, text(1, null), text(2)]);
  });

  test('passes the draft to the model', async () => {
    const transcribe = vi.fn(hello);
    const server = serve(transcribe);
    server.ask(1, false, [5, 6]);
    await server.until(2);
    expect(transcribe.mock.calls[0]![1].draft).toEqual([5, 6]);
  });

  test.for<[string, Error, string]>([
    ['a file is missing', Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' }), 'missing'],
    ['a file can not be read', Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }), 'damaged'],
  ])('reports a failure and ends if %s', async ([, error, failure]) => {
    const server = serve(hello, () => Promise.reject(error));
    server.ask(1);
    await server.served;
    await server.settled();
    expect(server.sent).toEqual([{ type: 'load-failed', failure }]);
    expect(server.isOver()).toBe(true);
  });

  test.for<[unknown, string]>([
    [new Error('Load model failed: protobuf parsing failed.'), 'damaged'],
    [new RangeError('WebAssembly.Memory(): could not allocate memory'), 'memory'],
    [new RangeError('Array buffer allocation failed'), 'memory'],
    [new Error("Can't create a session. ERROR_CODE: 6, std::bad_alloc"), 'memory'],
    [4711, 'damaged'],
  ])('reports why the model could not be loaded: %s', async ([error, failure]) => {
    const { load } = serve(hello);
    load.mockRejectedValue(error);
    const sent: MessageFromRecognizer[] = [];
    const end = vi.fn();
    await serveRecognizer({
      send: (message) => sent.push(message),
      onMessage: () => {},
      readFiles: () => Promise.resolve(NO_FILES),
      pause: () => setImmediate(),
      end,
    });
    expect(sent).toEqual([{ type: 'load-failed', failure }]);
    expect(end).toHaveBeenCalledOnce();
  });

  test('ends without an answer if the runtime fails, and does no other job', async () => {
    let calls = 0;
    const server = serve(async (samples, options) => {
      calls += 1;
      if (calls === 2) throw new Error('failed to call OrtRun(). ERROR_CODE: 1');
      return hello(samples, options);
    });
    for (const id of [1, 2, 3]) server.ask(id);
    await server.until(2);
    await server.settled();
    server.ask(4);
    await server.settled();
    expect(server.sent).toEqual([{ type: 'ready' }, text(1)]);
    expect(server.isOver()).toBe(true);
  });
});
