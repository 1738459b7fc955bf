import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getNativeModules } from './native-modules.ts';
import { type RunProgram, runProgram } from './program.ts';

const NAMES = ['@koromix/koffi-darwin-arm64', '@koromix/koffi-darwin-x64'];

/** A repository whose lockfile names modules as published, and an npm that fetches them. */
function repository({ published = '3.0.0', integrity }: { published?: string; integrity?: string } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'native-modules-test-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'package'));
  writeFileSync(join(root, 'package', 'package.json'), JSON.stringify({ version: published }));
  const archive = join(root, 'archive.tgz');
  execFileSync('tar', ['-czf', archive, '-C', root, 'package']);
  const locked = {
    version: published,
    integrity: integrity ?? `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`,
  };
  const packages = Object.fromEntries(NAMES.map((name) => [`node_modules/${name}`, locked]));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  const fetched: string[] = [];
  const run: RunProgram = async (command, args, options) => {
    if (command !== 'npm') return runProgram(command, args, options);
    fetched.push(args[1]!);
    copyFileSync(archive, join(args[3]!, 'fetched.tgz'));
    return { exitCode: 0, output: '' };
  };
  const installed = (name: string) =>
    JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  return { root, run, fetched, installed };
}

test('Missing modules of both architectures are fetched in the lockfile’s version', async () => {
  const { root, run, fetched, installed } = repository();
  await getNativeModules(root, run);
  expect(fetched).toEqual(NAMES.map((name) => `${name}@3.0.0`));
  expect(NAMES.map(installed)).toEqual([{ version: '3.0.0' }, { version: '3.0.0' }]);
});

test('Installed modules are kept unless their version differs from the lockfile’s', async () => {
  const { root, run, fetched, installed } = repository();
  for (const [index, name] of NAMES.entries()) {
    mkdirSync(join(root, 'node_modules', name), { recursive: true });
    writeFileSync(join(root, 'node_modules', name, 'package.json'), JSON.stringify({ version: `${index + 2}.0.0` }));
  }
  await getNativeModules(root, run);
  expect(fetched).toEqual([`${NAMES[0]}@3.0.0`]);
  expect(NAMES.map(installed)).toEqual([{ version: '3.0.0' }, { version: '3.0.0' }]);
});

test('A module that doesn’t match the lockfile’s checksum is rejected and not installed', async () => {
  const { root, run, installed } = repository({ integrity: 'sha512-other' });
  await expect(getNativeModules(root, run)).rejects.toThrow('doesn’t match the lockfile’s checksum');
  expect(() => installed(NAMES[0]!)).toThrow();
});

test('A failed download is reported with what to do next', async () => {
  const { root } = repository();
  await expect(getNativeModules(root, async () => ({ exitCode: 1, output: '' }))).rejects.toThrow(
    'Check the connection',
  );
});
