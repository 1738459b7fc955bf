import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@workspace/speech/testing/fake-clock';
import { expect, onTestFinished, test } from 'vitest';
import { judgeClaims } from './claims.ts';
import { type PackageCheck, packageClaims } from './package-claims.ts';

const FILES = [
  ...['encoder_model.onnx', 'decoder_model_merged.onnx', 'ort-wasm-simd-threaded.wasm'],
  ...['moonshine-license.txt', 'onnxruntime-license.txt'],
];

/** What Apple's tools print for a signed and notarized app. */
const ANSWERS: Record<string, string> = {
  lipo: 'x86_64 arm64\n',
  display: 'Authority=Developer ID Application: Example\n',
  verify: '',
  spctl: 'source=Notarized Developer ID\n',
};

async function check({ files = FILES, answers = {} as Record<string, string | Error> } = {}) {
  const bundle = await mkdtemp(join(tmpdir(), 'package-claims-'));
  onTestFinished(() => rm(bundle, { recursive: true }));
  await mkdir(join(bundle, 'Contents/Resources/on-device'), { recursive: true });
  for (const file of files) await writeFile(join(bundle, 'Contents/Resources/on-device', file), '');
  const run: PackageCheck['run'] = async (...command) => {
    const [asked] = Object.entries({ ...ANSWERS, ...answers }).filter(([name]) => command.join(' ').includes(name));
    const answer = asked?.[1] ?? '';
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const judged = await judgeClaims(packageClaims({ bundle, name: 'App', run }), new FakeClock(), () => {});
  return Object.fromEntries(judged.map(({ id, verdict }) => [id, verdict]));
}

const ALL_HOLD = { architectures: 'holds', 'on-device-files': 'holds', signature: 'holds' };

test('Every claim holds for a correct package', async () => {
  expect(await check()).toEqual(ALL_HOLD);
});

test.each([
  ['one architecture', { answers: { lipo: 'arm64' } }, { architectures: 'refuted' }],
  ['a missing model', { files: FILES.slice(1) }, { 'on-device-files': 'refuted' }],
  ['missing licenses', { files: FILES.slice(0, 3) }, { 'on-device-files': 'refuted' }],
  ['no signature', { answers: { display: new Error('code object is not signed at all') } }, { signature: 'unseen' }],
  ['a broken signature', { answers: { verify: new Error('a sealed resource is invalid') } }, { signature: 'refuted' }],
  ['no notarization', { answers: { spctl: 'source=Unnotarized Developer ID' } }, { signature: 'refuted' }],
])('The check detects %s', async (_, wrong, changed) => {
  expect(await check(wrong)).toEqual({ ...ALL_HOLD, ...changed });
});
