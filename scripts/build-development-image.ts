// Builds the placeholder disk image of release 0.5.5 until there is a signed one: byte-for-byte the same each time.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { releaseFileSchema } from '@workspace/contract/releases';

/** The image can't be built here. The message says why and what to do. */
export class ImageError extends Error {}

const ROOT = join(import.meta.dirname, '..');
const VERSION = '0.5.5';
const EPOCH_SECONDS = Date.UTC(2025, 1, 28) / 1_000;
/** The same time, in xorriso's notation. */
const FILE_DATES = '2025022800000000';
const SERIAL_NUMBER = '0505050505050505';

const README = `${PRODUCT_NAME} ${VERSION}: development image

This disk image is built by a script, for development and tests. It holds no
app: it stands in the place of the signed release until there is one.

To run ${PRODUCT_NAME} itself, follow the README of its repository.
`;

/**
 * Puts the image into a folder, unless it is there already. Returns its path.
 *
 * @throws ImageError if xorriso is missing, or if this version of it builds a different image than the one whose
 *   checksum is committed
 */
export function buildDevelopmentImage(folder: string): string {
  const image = join(folder, `${PRODUCT_NAME}-${VERSION}.dmg`);
  const { sha256 } = releaseFileSchema.parse(
    JSON.parse(readFileSync(join(ROOT, 'releases', `${VERSION}.json`), 'utf8')),
  );
  if (checksumOf(image) === sha256) return image;
  const scratch = mkdtempSync(join(tmpdir(), 'development-image-'));
  try {
    const built = runXorriso(scratch);
    const checksum = checksumOf(built);
    if (checksum !== sha256) {
      throw new ImageError(
        `This version of xorriso builds another image (${checksum}) than the one that is committed.`,
      );
    }
    mkdirSync(folder, { recursive: true });
    copyFileSync(built, image);
  } finally {
    rmSync(scratch, { recursive: true });
  }
  return image;
}

/** Builds a hybrid of ISO 9660 and HFS+ that doesn't depend on when, where or by whom it is built. */
function runXorriso(scratch: string): string {
  const content = join(scratch, 'content');
  const built = join(scratch, 'image.dmg');
  mkdirSync(content, { mode: 0o755 });
  writeFileSync(join(content, 'READ ME.txt'), README, { mode: 0o644 });
  copyFileSync(join(ROOT, 'LICENSE'), join(content, 'LICENSE.txt'));
  const fixed = ['-uid', '0', '-gid', '0', '-file-mode', '0444', '-dir-mode', '0555'];
  const dated = ['--set_all_file_dates', FILE_DATES, '-hfsplus-serial-no', SERIAL_NUMBER];
  const named = ['-V', PRODUCT_NAME.toUpperCase(), '-A', '', '-p', ''];
  const args = ['-as', 'mkisofs', '-quiet', '-hfsplus', ...named, ...fixed, ...dated, '-o', built, content];
  try {
    execFileSync('xorriso', args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TZ: 'UTC', SOURCE_DATE_EPOCH: String(EPOCH_SECONDS) },
    });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new ImageError(
      isMissing ? 'The disk image needs xorriso. On Debian or Ubuntu: apt-get install xorriso' : 'xorriso failed.',
      { cause: error },
    );
  }
  return built;
}

/** SHA-256 in hexadecimal; undefined if the file doesn't exist. */
function checksumOf(file: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(buildDevelopmentImage(process.argv[2] ?? join(ROOT, 'releases')));
}
