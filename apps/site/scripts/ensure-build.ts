import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { readSiteConfig, type SiteConfig } from '../app/config.ts';
import { buildSite } from './build-site.ts';
import { removeOldBuilds } from './remove-old-builds.ts';
import { SITE_FOLDER } from './site-folder.ts';

const root = join(SITE_FOLDER, '..', '..');
const builds = join(root, '.cache', 'site');
/** All inputs of a build. */
const SOURCES = [
  'apps/site/{app,public,scripts}/**/*',
  'apps/site/*.{ts,json}',
  'packages/{browser-sound,contract,dictation,on-device,speech}/src/**/*',
  'apps/desktop/build-resources/onnxruntime-license.txt',
  'releases/*.json',
  'package-lock.json',
];

/**
 * Builds the site unless there is already a build of the same sources and variables. Resolves to the build's folder.
 *
 * @throws BuildFailure, and whatever `readSiteConfig` throws
 */
export async function ensureBuild(): Promise<string> {
  const config = readSiteConfig(process.env);
  const folder = join(builds, fingerprint(config));
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  // In a temporary folder, so that no process sees a partial build, even if two build the same thing at once.
  mkdirSync(builds, { recursive: true });
  const aside = mkdtempSync(join(builds, '.building-'));
  const clean = () => rmSync(aside, { recursive: true, force: true });
  process.once('exit', clean);
  try {
    await buildSite(aside, config);
    moveInto(folder, aside);
  } finally {
    clean();
    process.off('exit', clean);
  }
  removeOldBuilds(builds);
  return folder;
}

/** Returns a hash of everything that goes into a build. */
function fingerprint(config: SiteConfig): string {
  const hash = createHash('sha256').update(process.version).update(JSON.stringify(config));
  const files = globSync(SOURCES, { cwd: root, exclude: ['**/*.test.{ts,tsx}'] });
  for (const name of files.toSorted()) {
    const file = join(root, name);
    if (statSync(file).isFile()) hash.update(`\0${name}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function moveInto(folder: string, built: string): void {
  try {
    renameSync(built, folder);
  } catch (error) {
    // Another process has finished the same build first.
    if (!existsSync(folder)) throw error;
  }
}
