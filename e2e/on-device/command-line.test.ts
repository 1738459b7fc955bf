// How on-device recognition is selected, and how it fails.
import { spawnSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedModelPaths } from '@workspace/node-ports/model-files';
import { wordsOf } from '@workspace/speech/word-errors';
import { describe, expect, test, vi } from 'vitest';
import { RunningProcess } from '../child-processes.ts';
import { MAIN, startCommandLine } from '../command-line-process.ts';
import { ENDLESS_SECONDS, SAMPLE_RATE } from '../recordings.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { randomNumbers } from '../synthetic-speech.ts';
import { CAN_TRACE } from '../system-calls.ts';
import { wavFile } from '../wav-files.ts';
import { command, concatenated, readAloud, save, silence } from './human-speech.ts';
import { untilLoaded } from './recognizer-child.ts';

const folder = scratchFolder();
const short = { path: save(folder, 'short.wav', command().samples), text: command().text };
const [first] = readAloud();
const long = { path: save(folder, 'long.wav', first!.samples), text: first!.text };
/** Longer than a test may take. */
const endless = save(folder, 'endless.wav', concatenated(first!.samples, silence(ENDLESS_SECONDS)));

describe('On-device recognition', () => {
  test('is used if there is no key, and the command says so', async () => {
    const { exitCode, stdout, stderr } = await startCommandLine(['transcribe', short.path, '--pace', 'fast']).ended;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'Provider: on-device\n' });
    expect(wordsOf(stdout)).toEqual(wordsOf(short.text));
  });

  test.each([
    ['--language', 'de'],
    ['--language', 'de', '--language', 'fr', '--provider', 'on-device'],
  ])('rejects languages other than English with a clear message: %s %s', async (...args) => {
    const { exitCode, stdout, stderr } = await startCommandLine(['transcribe', short.path, ...args]).ended;
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(
      /^Recognition on this computer understands English only\. Use --language en, or a provider with your API key\.\n/,
    );
  });

  const random = randomNumbers(7);
  const sounds: [string, (index: number) => number][] = [
    ['silence', () => 0],
    ['noise', () => (random() - 0.5) * 0.009],
    ['loud noise', () => (random() - 0.5) * 0.2],
  ];
  test.each(sounds)('recognizes no words in %s', async (name, at) => {
    const samples = Float64Array.from({ length: SAMPLE_RATE * 4 }, (_, index) => at(index));
    const path = join(folder, `${name}.wav`);
    writeFileSync(path, wavFile(SAMPLE_RATE, 'pcm16', [samples]));
    const args = ['transcribe', path, '--pace', 'fast', '--provider', 'on-device'];
    expect(await startCommandLine(args).ended).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'No speech was heard.\n',
    });
  });

  test('loses nothing if its process is killed in the middle of a phrase', async () => {
    const running = startCommandLine(['transcribe', long.path, '--provider', 'on-device']);
    const recognizer = await untilLoaded(running);
    process.kill(recognizer, 'SIGKILL');
    await untilLoaded(running, recognizer);
    const { exitCode, stdout, stderr } = await running.ended;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(wordsOf(stdout)).toEqual(wordsOf(long.text));
  });

  test('ends with the command on Ctrl-C, and leaves no process', async () => {
    const running = startCommandLine(['transcribe', endless, '--provider', 'on-device']);
    await untilLoaded(running);
    running.signal('SIGINT');
    const { exitCode, stderr } = await running.ended;
    expect({ exitCode, stderr }).toEqual({ exitCode: 130, stderr: '' });
    await vi.waitUntil(() => !running.isAnyoneLeft, { timeout: 300_000, interval: 50 });
  });

  test('leaves no process if the command is killed', async () => {
    const running = startCommandLine(['transcribe', long.path, '--provider', 'on-device']);
    await untilLoaded(running);
    running.signal('SIGKILL');
    await running.ended;
    await vi.waitUntil(() => !running.isAnyoneLeft, { timeout: 300_000, interval: 50 });
  });
});

describe('If one of the recognizer’s files', () => {
  const advice = 'Reinstall the app, or use a provider with your API key.';
  const args = [MAIN, 'transcribe', short.path, '--pace', 'fast', '--provider', 'on-device'];
  const { encoder, runtime } = installedModelPaths();

  test.skipIf(!CAN_TRACE)('is missing, the command says so (needs strace, to hide it)', async () => {
    const away = ['-f', '-qq', '-o', join(folder, 'away.trace'), '-P', encoder];
    const faults = ['-e', 'trace=openat', '-e', 'inject=openat:error=ENOENT'];
    const running = RunningProcess.start('strace', [...away, ...faults, process.execPath, ...args], {});
    expect(await running.ended).toEqual({
      exitCode: 4,
      stdout: '',
      stderr: `Speech recognition on this computer can’t start: a part of it is missing. ${advice}\n`,
    });
  });

  const CAN_MOUNT = spawnSync('unshare', ['-m', 'true']).status === 0;
  test.skipIf(!CAN_MOUNT)('is damaged, the command says so (needs root, to replace it)', async () => {
    const damaged = join(folder, 'damaged');
    writeFileSync(damaged, '');
    truncateSync(damaged, 100_000);
    const script = 'mount --bind "$1" "$2" && shift 2 && exec "$@"';
    const command = ['-m', 'sh', '-c', script, 'sh', damaged, runtime, process.execPath, ...args];
    const running = RunningProcess.start('unshare', command, {});
    expect(await running.ended).toEqual({
      exitCode: 4,
      stdout: '',
      stderr: `Speech recognition on this computer can’t start: a part of it is damaged. ${advice}\n`,
    });
  });
});
