import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedModelPaths } from '@workspace/node-ports/model-files';
import { SITE_FOLDER } from './site-folder.ts';

/** Returns the licenses of the weights, runtime and tokenizer, which must be distributed with them. */
export function modelLicenses(): string {
  const weights = join(installedModelPaths().encoder, '../../../../../LICENSE');
  // The runtime's npm package lacks its license.
  const runtime = join(SITE_FOLDER, '../desktop/build-resources/onnxruntime-license.txt');
  const tokens = join(fileURLToPath(import.meta.resolve('llama-tokenizer-js')), '../LICENSE.md');
  return [weights, runtime, tokens].map((file) => readFileSync(file, 'utf8').trim()).join(`\n\n${'-'.repeat(80)}\n\n`);
}
