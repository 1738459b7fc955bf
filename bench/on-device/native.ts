import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedModelPaths } from '@workspace/node-ports/model-files';
import { MODEL_RATE, resample } from '@workspace/on-device/model/resample';
import tokenizer from 'llama-tokenizer-js';

/** The part of sherpa-onnx-node that is used here; its own types lack the merged decoder. */
interface Sherpa {
  OfflineRecognizer: new (
    configuration: object,
  ) => {
    createStream(): { acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void };
    decode(stream: object): void;
  };
}

/**
 * Returns the milliseconds that the native runtime takes for these phrases, with the same weights, on two threads, once
 * it is loaded.
 */
export function recognizeNatively(phrases: readonly Int16Array[]): number {
  const { OfflineRecognizer } = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa;
  const { encoder, decoder } = installedModelPaths();
  const folder = mkdtempSync(join(tmpdir(), 'bench-tokens-'));
  try {
    const tokens = join(folder, 'tokens.txt');
    const lines = tokenizer.vocabById.map((token, id) => `${Buffer.from(token).toString('base64')} ${id}`);
    writeFileSync(tokens, `${lines.join('\n')}\n`);
    const recognizer = new OfflineRecognizer({
      featConfig: { sampleRate: MODEL_RATE, featureDim: 80 },
      modelConfig: { moonshine: { encoder, mergedDecoder: decoder }, tokens, numThreads: 2, provider: 'cpu', debug: 0 },
    });
    const sounds = phrases.map(resample);
    const recognize = (samples: Float32Array) => {
      const stream = recognizer.createStream();
      stream.acceptWaveform({ samples, sampleRate: MODEL_RATE });
      recognizer.decode(stream);
    };
    recognize(sounds[0]!);
    const startedAt = performance.now();
    for (const sound of sounds) recognize(sound);
    return performance.now() - startedAt;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
