import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppPackage, ReleaseTools, Signature } from '../release/release-tools.ts';

export interface FakeToolsOptions {
  /** Folder for the output. */
  scratch: string;
  changedFiles?: string[];
  signature?: Signature;
  canMakeImages?: boolean;
  /** The step that fails. */
  failing?: 'build' | 'make';
}

/** Tools that write tiny files, and remember their calls and the version in the app's package. */
export class FakeTools implements ReleaseTools {
  readonly calls: string[] = [];
  version = 'former';
  readonly images: ReleaseTools['images'];
  readonly #options: FakeToolsOptions;

  constructor(options: FakeToolsOptions) {
    this.#options = options;
    const { signature = 'notarized', canMakeImages = true } = options;
    this.images = canMakeImages
      ? { make: async (version, { isSigned }) => this.#make(version, isSigned), signatureOf: async () => signature }
      : undefined;
  }

  async changedFiles(): Promise<string[]> {
    return this.#options.changedFiles ?? [];
  }

  async setVersion(version: string): Promise<() => Promise<void>> {
    const former = this.version;
    this.version = version;
    return async () => {
      this.version = former;
    };
  }

  async build(): Promise<void> {
    this.#step('build', `build ${this.version}`);
  }

  async packFolders(): Promise<void> {
    this.calls.push('pack folders');
  }

  #make(version: string, isSigned: boolean): AppPackage {
    this.#step('make', `make ${version}${isSigned ? ', signed' : ''}`);
    const folder = mkdtempSync(join(this.#options.scratch, 'made-'));
    const named = (name: string) => join(folder, name);
    const made = {
      app: named('Saykey.app'),
      image: named(`Saykey-${version}.dmg`),
      archive: named(`Saykey-${version}-universal-mac.zip`),
      blockmap: named(`Saykey-${version}-universal-mac.zip.blockmap`),
    };
    writeFileSync(made.image, `image ${version}`);
    writeFileSync(made.archive, `archive ${version}`);
    writeFileSync(made.blockmap, `blockmap ${version}`);
    return made;
  }

  #step(step: FakeToolsOptions['failing'], call: string): void {
    this.calls.push(call);
    if (this.#options.failing === step) throw new Error(`${step} failed`);
  }
}
