import type { Recognition } from '@workspace/dictation/take-runner';
import { installedModelPaths } from '@workspace/node-ports/model-files';
import { createNodeTransport } from '@workspace/node-ports/node-transport';
import { launchRecognizer, RECOGNIZER_PROGRAM } from '@workspace/node-ports/recognizer-process';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import { createOnDeviceProvider } from '@workspace/on-device/on-device-provider';
import { Recognizer } from '@workspace/on-device/recognizer';
import { createProvider } from '@workspace/speech/create-provider';
import type { SttProvider } from '@workspace/speech/provider';
import { concatenated, samplesIn } from '@workspace/speech/samples';
import { type Dictated, holdAndRelease } from '../dictation/hold-and-release.ts';
import { readMemory } from '../server/resources.ts';
import { recognizeNatively } from './native.ts';
import { type Sentence, secondsOf } from './speech.ts';

export interface OnDeviceResult {
  /** From starting the process until the model is ready. */
  coldMs: number[];
  /** The key is released 250 ms after the voice ends, or right at its end. */
  quietRelease: Dictated[];
  busyRelease: Dictated[];
  /** Seconds of speech recognized per second, as fast as possible. */
  realTimeFactor: number;
  /** The same for the native runtime, phrase by phrase, with the same weights. */
  nativeRealTimeFactor: number;
  loadedBytes: number;
  freedBytes: number;
  /** With a provider that can't be reached. */
  takeOver: Dictated[];
}

const NOWHERE = 'http://127.0.0.1:9/v1';

/**
 * Measures recognition on this computer. Of the `sentences`, the one closest to 5 s is dictated, and all are recognized
 * as fast as possible.
 */
export async function measureOnDevice(sentences: readonly Sentence[], runs: number): Promise<OnDeviceResult> {
  const sentence = sentences.toSorted((a, b) => Math.abs(secondsOf(a) - 5) - Math.abs(secondsOf(b) - 5))[0]!;
  const coldMs: number[] = [];
  for (let run = 0; run < runs; run += 1) coldMs.push(await measureCold());

  const clock = createSteadyClock();
  const recognizer = newRecognizer();
  const onDevice = createOnDeviceProvider(recognizer, clock);
  const recognition: Recognition = recognitionBy(onDevice);
  // Warm-up: the first dictation also compiles.
  await holdAndRelease(recognition, sentence, 250);
  const [quietRelease, busyRelease, takeOver]: Dictated[][] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    quietRelease!.push(await holdAndRelease(recognition, sentence, 250));
    busyRelease!.push(await holdAndRelease(recognition, sentence, 0));
  }
  const transport = createNodeTransport({ proxyEnvironment: {} });
  const unreachable = createProvider('openai', { baseUrl: NOWHERE, key: 'sk-bench' }, { clock, transport });
  for (let run = 0; run < runs; run += 1) {
    takeOver!.push(await holdAndRelease({ ...recognitionBy(unreachable), backup: recognition }, sentence, 250));
  }
  const minute = concatenated([...sentences, ...sentences].flatMap((one) => [one, new Int16Array(samplesIn(400))]));
  const startedAt = performance.now();
  await understand(onDevice, [...sentences, ...sentences]);
  const realTimeFactor = (secondsOf(minute) * 1_000) / (performance.now() - startedAt);
  const loadedBytes = readMemory(process.pid).descendantsBytes;
  await recognizer.free();
  const freedBytes = readMemory(process.pid).descendantsBytes;
  const nativeMs = recognizeNatively([...sentences, ...sentences]);
  return {
    coldMs,
    quietRelease: quietRelease!,
    busyRelease: busyRelease!,
    realTimeFactor,
    nativeRealTimeFactor: (secondsOf(minute) * 1_000) / nativeMs,
    loadedBytes,
    freedBytes,
    takeOver: takeOver!,
  };
}

function newRecognizer(onState?: (state: string) => void): Recognizer {
  const location = { program: RECOGNIZER_PROGRAM, model: installedModelPaths() };
  return new Recognizer(
    { clock: createSteadyClock(), launch: (listener) => launchRecognizer(location, listener) },
    onState,
  );
}

function recognitionBy(provider: SttProvider): Recognition {
  return { provider, config: { model: provider.models[0]?.id ?? '', languages: ['en'], keywords: [] } };
}

async function measureCold(): Promise<number> {
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    const recognizer = newRecognizer((state) => {
      if (state === 'ready') resolve();
      if (state === 'failed') reject(new Error('Recognition on this computer could not be loaded.'));
      if (state === 'ready') void recognizer.free();
    });
    recognizer.prepare();
  });
  return performance.now() - startedAt;
}

/** Recognizes phrase after phrase, as fast as possible. */
async function understand(provider: SttProvider, phrases: readonly Int16Array[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const session = provider.start({ model: '', languages: [], keywords: [] }, (event) => {
      if (event.type === 'ready') {
        for (const phrase of phrases) {
          session.push(phrase);
          session.cut();
        }
        session.end();
      }
      if (event.type === 'closed') event.error ? reject(new Error(event.error.message)) : resolve();
    });
  });
}
