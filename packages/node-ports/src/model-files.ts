import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ModelFiles } from '@workspace/on-device/model/speech-model';

/** Paths of the model's files. */
export type ModelPaths = Record<keyof ModelFiles, string>;

/** Returns the paths inside the installed npm packages. */
export function installedModelPaths(): ModelPaths {
  const weights = new URL('model/tiny/quantized/', import.meta.resolve('@moonshine-ai/moonshine-js'));
  return {
    encoder: fileURLToPath(new URL('encoder_model.onnx', weights)),
    decoder: fileURLToPath(new URL('decoder_model_merged.onnx', weights)),
    runtime: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')),
  };
}

/** Reads all files. Rejects with `ENOENT` if one is missing. */
export async function readModelFiles(paths: ModelPaths): Promise<ModelFiles> {
  const [encoder, decoder, runtime] = await Promise.all([
    readFile(paths.encoder),
    readFile(paths.decoder),
    readFile(paths.runtime),
  ]);
  return { encoder, decoder, runtime };
}
