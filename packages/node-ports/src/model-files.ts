import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ModelFiles } from '@workspace/on-device/model/speech-model';

/** Where the model's files are. */
export type ModelPaths = Record<keyof ModelFiles, string>;

/** Where npm puts them: in the packages that they come in. */
export function installedModelPaths(): ModelPaths {
  const weights = new URL('model/tiny/quantized/', import.meta.resolve('@moonshine-ai/moonshine-js'));
  return {
    encoder: fileURLToPath(new URL('encoder_model.onnx', weights)),
    decoder: fileURLToPath(new URL('decoder_model_merged.onnx', weights)),
    runtime: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')),
  };
}

/** Rejects with `ENOENT` if one is missing. */
export async function readModelFiles(paths: ModelPaths): Promise<ModelFiles> {
  const [encoder, decoder, runtime] = await Promise.all([
    readFile(paths.encoder),
    readFile(paths.decoder),
    readFile(paths.runtime),
  ]);
  return { encoder, decoder, runtime };
}
