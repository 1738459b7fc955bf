import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ProgramEnd, RunProgram } from './program.ts';
import { systemTools } from './system-tools.ts';

const FINE: ProgramEnd = { exitCode: 0, output: '' };

/** Tools on top of programs whose results are given by the start of their command line; by default they exit with 0. */
function toolsOver(
  ends: Record<string, ProgramEnd>,
  { platform = 'darwin', root = '/repository', canNotarize = true } = {},
) {
  const lines: string[] = [];
  const run: RunProgram = async (command, args) => {
    const line = [command, ...args].join(' ');
    lines.push(line);
    const key = Object.keys(ends).find((beginning) => line.startsWith(beginning));
    return key === undefined ? FINE : ends[key]!;
  };
  return { lines, tools: systemTools({ root, run, platform, canNotarize }) };
}

const DEVELOPER = 'Executable=/x\nAuthority=Developer ID Application: Somebody (TEAM123456)\nAuthority=Apple Root CA\n';

test.each([
  ['notarized', { 'codesign --display': { exitCode: 0, output: DEVELOPER } }],
  ['signed', { 'codesign --display': { exitCode: 0, output: DEVELOPER }, xcrun: { exitCode: 65, output: '' } }],
  [
    'none',
    { 'codesign --verify': { exitCode: 1, output: '' }, 'codesign --display': { exitCode: 0, output: DEVELOPER } },
  ],
  ['none', { 'codesign --display': { exitCode: 0, output: 'Signature=adhoc\n' } }],
])('An app’s signature is “%s” according to macOS’s tools', async (signature, ends) => {
  const { tools } = toolsOver(ends);
  expect(await tools.images?.signatureOf('/Some.app')).toBe(signature);
});

test('Images are universal, and packing fails without a signature if one is required', async () => {
  const { tools, lines } = toolsOver({});
  const made = await tools.images?.make('0.6.0', { isSigned: true });
  expect(lines).toEqual([
    'electron-builder --mac --universal -c.forceCodeSigning=true --config electron-builder.ts --publish never',
  ]);
  expect(made?.image).toBe('/repository/apps/desktop/build/packages/Saykey-0.6.0.dmg');
});

test('Without credentials for notarizing, only an unsigned image is packed', async () => {
  const { tools, lines } = toolsOver({}, { canNotarize: false });
  await expect(tools.images?.make('0.6.0', { isSigned: true })).rejects.toThrow('APPLE_API_KEY');
  expect(lines).toEqual([]);
  await tools.images?.make('0.6.0', { isSigned: false });
  expect(lines).toHaveLength(1);
});

test('Outside macOS no images can be made, only app folders for both architectures', async () => {
  const { tools, lines } = toolsOver({}, { platform: 'linux' });
  expect(tools.images).toBeUndefined();
  await tools.packFolders();
  expect(lines).toEqual(['electron-builder --mac dir --arm64 --x64 --config electron-builder.ts --publish never']);
});

test('A failed program is reported by name', async () => {
  const { tools } = toolsOver({ 'electron-builder': { exitCode: 1, output: '' } });
  await expect(tools.packFolders()).rejects.toThrow('electron-builder failed, see above.');
});

test('Uncommitted files are listed, including untracked ones', async () => {
  const { tools } = toolsOver({ 'git status': { exitCode: 0, output: ' M README.md\n?? new file.ts\n' } });
  expect(await tools.changedFiles()).toEqual(['README.md', 'new file.ts']);
});

test('The version is written to the package and the lockfile, which can be restored byte for byte', async () => {
  const root = mkdtempSync(join(tmpdir(), 'system-tools-test-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const manifest = join(root, 'apps/desktop/package.json');
  const lockfile = join(root, 'package-lock.json');
  mkdirSync(join(root, 'apps/desktop'), { recursive: true });
  const former = [
    '{ "name": "desktop", "version": "0.5.5" }',
    '{"packages":{"apps/desktop":{"version":"0.5.5"},"apps/site":{"version":"0.5.5"}}}',
  ];
  writeFileSync(manifest, former[0]!);
  writeFileSync(lockfile, former[1]!);
  const restore = await toolsOver({}, { root }).tools.setVersion('0.6.0');
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toEqual({ name: 'desktop', version: '0.6.0' });
  expect(JSON.parse(readFileSync(lockfile, 'utf8'))).toEqual({
    packages: { 'apps/desktop': { version: '0.6.0' }, 'apps/site': { version: '0.5.5' } },
  });
  await restore();
  expect([readFileSync(manifest, 'utf8'), readFileSync(lockfile, 'utf8')]).toEqual(former);
});
