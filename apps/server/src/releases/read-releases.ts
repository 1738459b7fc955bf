import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { type Release, type ReleaseFile, releaseFileSchema, versionSchema } from '@workspace/contract/releases';
import type { FastifyBaseLogger } from 'fastify';
import { rcompare } from 'semver';

/** The files that may be downloaded from the folder: what electron-builder writes. */
const SERVED_FILE = /\.(dmg|zip|blockmap)$/;
const IMAGE_NAME = new RegExp(`^${PRODUCT_NAME}-(.+)\\.dmg$`);
export const UPDATE_FEED = 'latest-mac.yml';
export const MACOS_12_UPDATE_FEED = 'macos-12-mac.yml';

export interface ReleasesOptions {
  folder: string;
  publicApiUrl: string;
  log: FastifyBaseLogger;
}

/** The releases in a folder. It is read for every call, so putting a release there publishes it. */
export class Releases {
  readonly folder: string;
  readonly #publicApiUrl: string;
  readonly #log: FastifyBaseLogger;
  /** Checksums of images that have no `.json` file, by name, size and modification time. */
  readonly #checksums = new Map<string, Promise<string>>();

  constructor({ folder, publicApiUrl, log }: ReleasesOptions) {
    this.folder = folder;
    this.#publicApiUrl = publicApiUrl;
    this.#log = log;
  }

  /** Lists all releases, newest version first. An unusable file is skipped and logged. */
  async list(): Promise<Release[]> {
    const names = await this.#names();
    const described = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => this.#describe(name)),
    );
    const known = described.filter((release) => release !== undefined);
    const versions = new Set(known.map(({ version }) => version));
    const images = names.flatMap((name) => {
      const version = versionOf(name);
      return version === undefined || versions.has(version) ? [] : [{ name, version }];
    });
    const computed = await Promise.all(images.map(({ name, version }) => this.#examine(name, version)));
    return [...known, ...computed]
      .toSorted((one, other) => rcompare(one.version, other.version))
      .map((release) => ({ ...release, downloadUrl: `${this.#publicApiUrl}/download/${release.version}` }));
  }

  /** Returns whether a file with exactly this name may be downloaded. */
  async has(name: string): Promise<boolean> {
    return (
      (SERVED_FILE.test(name) || name === UPDATE_FEED || name === MACOS_12_UPDATE_FEED) &&
      (await this.#names()).includes(name)
    );
  }

  async #names(): Promise<string[]> {
    try {
      const entries = await readdir(this.folder, { withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    } catch (error) {
      this.#log.error({ err: error }, 'releases cannot be read');
      return [];
    }
  }

  async #describe(name: string): Promise<ReleaseFile | undefined> {
    try {
      const release = releaseFileSchema.parse(JSON.parse(await readFile(join(this.folder, name), 'utf8')));
      if (name === `${release.version}.json`) return release;
      this.#log.error({ file: name }, 'a release is not named after its version');
    } catch (error) {
      this.#log.error({ err: error, file: name }, 'a release cannot be read');
    }
    return undefined;
  }

  async #examine(name: string, version: string): Promise<ReleaseFile> {
    const stats = await stat(join(this.folder, name));
    return {
      version,
      sha256: await this.#checksumOf(name, stats),
      size: stats.size,
      date: stats.mtime.toISOString().slice(0, 'YYYY-MM-DD'.length),
      notes: '',
    };
  }

  #checksumOf(name: string, { size, mtimeMs }: Stats): Promise<string> {
    const key = `${name}:${size}:${mtimeMs}`;
    let checksum = this.#checksums.get(key);
    if (checksum === undefined) {
      checksum = hashFile(join(this.folder, name));
      checksum.catch(() => this.#checksums.delete(key));
      this.#checksums.set(key, checksum);
    }
    return checksum;
  }
}

/** Returns the name of a version's disk image. */
export function imageNameOf(version: string): string {
  return `${PRODUCT_NAME}-${version}.dmg`;
}

function versionOf(imageName: string): string | undefined {
  return versionSchema.safeParse(IMAGE_NAME.exec(imageName)?.[1]).data;
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
