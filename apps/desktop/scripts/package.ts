// Packs the Mac app as is, without releasing it: npm run package -w apps/desktop. Signing credentials come from the
// environment.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runProgram } from './release/program.ts';
import { readReleaseEnvironment } from './release/release-environment.ts';
import { ReleaseError } from './release/release-error.ts';
import { systemTools } from './release/system-tools.ts';

const root = resolve(import.meta.dirname, '../../..');
const { version } = JSON.parse(readFileSync(join(root, 'apps/desktop/package.json'), 'utf8'));

try {
  const { canNotarize } = readReleaseEnvironment(process.env);
  const tools = systemTools({ root, run: runProgram, platform: process.platform, canNotarize });
  await tools.build();
  if (tools.images) {
    const { app, image } = await tools.images.make(version, { isSigned: false });
    console.log(`${image} (${await tools.images.signatureOf(app)})`);
  } else {
    await tools.packFolders();
    console.log('Packed into folders: disk images can only be made on macOS.');
  }
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
