import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedModelPaths } from '@workspace/node-ports/model-files';
import { SITE_FOLDER } from './site-folder.ts';

/** The licenses of what visitors are understood with, which ask that they go with it: weights, runtime, tokens. */
export function modelLicenses(): string {
  const weights = join(installedModelPaths().encoder, '../../../../../LICENSE');
  // What npm delivers of the runtime lacks it.
  const runtime = join(SITE_FOLDER, '../desktop/build-resources/onnxruntime-license.txt');
  const tokens = join(fileURLToPath(import.meta.resolve('llama-tokenizer-js')), '../LICENSE.md');
  return [weights, runtime, tokens].map((file) => readFileSync(file, 'utf8').trim()).join(`\n\n${'-'.repeat(80)}\n\n`);
}
