import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { claimsOf, PACKAGE_CLAIMS } from './claim-list.ts';
import { type Claim, Unseen } from './claims.ts';

const ON_DEVICE = ['encoder_model.onnx', 'decoder_model_merged.onnx', 'ort-wasm-simd-threaded.wasm'];

export interface PackageCheck {
  /** The app as users get it: a folder that ends in `.app`. */
  bundle: string;
  /** The name of the program inside it. */
  name: string;
  /** Runs one of macOS's commands. If it fails, rejects with what it wrote to stderr. */
  run(command: string, ...args: string[]): Promise<string>;
}

/** What must be true of the package, seen from outside. */
export function packageClaims({ bundle, name, run }: PackageCheck): Claim[] {
  return claimsOf(PACKAGE_CLAIMS, {
    async architectures() {
      const archs = await run('/usr/bin/lipo', '-archs', join(bundle, 'Contents/MacOS', name));
      assert.deepEqual(archs.trim().split(' ').toSorted(), ['arm64', 'x86_64']);
      return archs.trim();
    },
    async 'on-device-files'() {
      const files = await readdir(join(bundle, 'Contents/Resources/on-device'));
      const missing = ON_DEVICE.filter((file) => !files.includes(file));
      assert.deepEqual(missing, [], 'files are missing');
      assert.ok(files.length >= ON_DEVICE.length + 2, 'licenses are missing');
      return `${files.length} files`;
    },
    async signature() {
      const signing = await run('/usr/bin/codesign', '--display', '--verbose=2', bundle).catch(String);
      if (!/Authority=Developer ID/.test(signing)) throw new Unseen('it is not signed with a Developer ID');
      await run('/usr/bin/codesign', '--verify', '--deep', '--strict', bundle);
      const answer = await run('/usr/sbin/spctl', '--assess', '--type', 'execute', '-vv', bundle);
      assert.match(answer, /Notarized Developer ID/);
      return 'notarized';
    },
  });
}
