import { join } from 'node:path';
import type { MessageToRecognizer } from '@workspace/on-device/messages';
import type { RecognizerProcess } from '@workspace/on-device/recognizer';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { launchRecognizer, packagedModelPaths } from './recognizer-process.ts';
import { type FakeUtilityProcess, FakeUtilityProcesses } from './testing/fake-utility-processes.ts';

const RESOURCES = '/Applications/Some.app/Contents/Resources';
const LOCATION = { program: '/app.asar/build/electron/recognizer.js', model: packagedModelPaths(RESOURCES) };
const PHRASE: MessageToRecognizer = {
  type: 'recognize',
  id: 1,
  samples: Int16Array.of(1, -2, 32_767),
  draft: [5, 6],
  final: true,
};

const listener = { onMessage: vi.fn(), onExit: vi.fn() };
let child: FakeUtilityProcess;
let recognizer: RecognizerProcess;

beforeEach(() => {
  vi.unstubAllEnvs();
  vi.stubEnv('OPENAI_API_KEY', 'sk-secret');
  for (const call of Object.values(listener)) call.mockReset();
  const utilityProcess = new FakeUtilityProcesses();
  recognizer = launchRecognizer(utilityProcess, LOCATION, listener);
  child = utilityProcess.processes[0]!;
});

describe('The recognizer’s process', () => {
  test('gets the paths of the model’s files outside the archive, and a service name', () => {
    expect(child.modulePath).toBe(LOCATION.program);
    expect(child.args).toEqual([
      join(RESOURCES, 'on-device/encoder_model.onnx'),
      join(RESOURCES, 'on-device/decoder_model_merged.onnx'),
      join(RESOURCES, 'on-device/ort-wasm-simd-threaded.wasm'),
    ]);
    expect(child.options).toMatchObject({ stdio: 'ignore', serviceName: 'Speech Recognition' });
  });

  test('gets no key, and nothing else from the app’s environment', () => {
    expect(child.env).toEqual({ NODE_ENV: 'production' });
  });

  test('receives messages sent before and after it has started, with samples unchanged', () => {
    recognizer.send(PHRASE);
    expect(child.heard).toEqual([]);
    child.spawn();
    recognizer.send({ type: 'cancel', id: 1 });
    expect(child.heard).toEqual([PHRASE, { type: 'cancel', id: 1 }]);
  });

  test('passes its messages to the listener', () => {
    child.spawn();
    const text = { type: 'text', id: 1, text: 'Yes.', tokens: [3, 4] };
    child.say({ type: 'ready' });
    child.say(text);
    expect(listener.onMessage.mock.calls).toEqual([[{ type: 'ready' }], [text]]);
  });
});

describe('The exit of the recognizer’s process', () => {
  test.each([1, 2])('is reported once and last, if Electron reports it %i times', (times) => {
    child.spawn();
    child.exit(1, times);
    child.say({ type: 'ready' });
    expect(listener.onExit).toHaveBeenCalledOnce();
    expect(listener.onMessage).not.toHaveBeenCalled();
  });

  test('causes no error when messages are sent afterwards', () => {
    child.spawn();
    child.exit(11);
    expect(() => recognizer.send(PHRASE)).not.toThrow();
    expect(() => recognizer.end()).not.toThrow();
    expect(listener.onExit).toHaveBeenCalledOnce();
  });

  test('is not reported if requested, and no further messages are passed on', async () => {
    child.spawn();
    recognizer.end();
    child.say({ type: 'ready' });
    recognizer.send(PHRASE);
    await vi.waitUntil(() => child.pid === undefined);
    expect(child.heard).toEqual([]);
    expect([listener.onExit, listener.onMessage].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  test('happens as soon as possible if the process is still starting', async () => {
    recognizer.end();
    child.spawn();
    await vi.waitUntil(() => child.pid === undefined);
    expect(listener.onExit).not.toHaveBeenCalled();
  });
});
