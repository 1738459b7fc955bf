// On-device recognition makes no connection and writes nothing to disk.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsOf } from '@workspace/speech/word-errors';
import { describe, expect, test } from 'vitest';
import { RunningProcess } from '../child-processes.ts';
import { MAIN } from '../command-line-process.ts';
import { SandboxProcess } from '../sandbox-process.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { CAN_TRACE, readTrace, traced } from '../system-calls.ts';
import { command, save } from './human-speech.ts';

const KEY = 'sk-canary-on-device';
const folder = scratchFolder();
const { samples, text } = command();
const path = save(folder, 'command.wav', samples);
const args = [MAIN, 'transcribe', path, '--pace', 'fast'];

describe.skipIf(!CAN_TRACE)('According to the system calls of all its processes (needs strace)', () => {
  test('on-device recognition connects to nothing and writes nothing', async () => {
    const trace = join(folder, 'on-device.trace');
    const [program, tracing] = traced([process.execPath, ...args], trace);
    const { exitCode, stdout } = await RunningProcess.start(program, tracing, { cwd: folder, env: {} }).ended;
    expect(exitCode).toBe(0);
    expect(wordsOf(stdout)).toEqual(wordsOf(text));
    // The recognizer's process is among them.
    expect(readFileSync(trace, 'utf8')).toContain('encoder_model.onnx');
    expect(readTrace(trace)).toEqual({ connections: [], filesChanged: [] });
  });

  test('the on-device fallback connects only to the provider and writes nothing', async () => {
    const sandbox = await SandboxProcess.start();
    const account = await sandbox.openAccount({ key: 'refused' }, KEY);
    const trace = join(folder, 'fallback.trace');
    const asked = ['--provider', 'openai', '--base-url', account.baseUrl, '--fallback', 'on-device'];
    const [program, tracing] = traced([process.execPath, ...args, ...asked], trace);
    const env = { OPENAI_API_KEY: KEY };
    const { stdout, stderr } = await RunningProcess.start(program, tracing, { cwd: folder, env }).ended;
    expect(wordsOf(stdout)).toEqual(wordsOf(text));
    expect(stderr).not.toContain(KEY);
    const { port } = new URL(account.baseUrl);
    const { connections, filesChanged } = readTrace(trace);
    expect(connections).not.toEqual([]);
    expect(connections.filter((to) => to !== `127.0.0.1:${port}` && to !== `::1:${port}`)).toEqual([]);
    expect(filesChanged).toEqual([]);
    // The recognizer's process was started without the key.
    expect(readFileSync(trace, 'utf8')).toContain('encoder_model.onnx');
  });
});

const CAN_DISCONNECT = spawnSync('unshare', ['-n', 'true']).status === 0;

describe.skipIf(!CAN_DISCONNECT)('On a machine without a network (needs root, for a network namespace)', () => {
  const run = (asked: string[], env = {}) =>
    RunningProcess.start('unshare', ['-n', process.execPath, ...args, ...asked], { cwd: folder, env }).ended;

  test('speech is recognized', async () => {
    const { exitCode, stdout, stderr } = await run([]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'Provider: on-device\n' });
    expect(wordsOf(stdout)).toEqual(wordsOf(text));
  });

  test('on-device recognition replaces an unreachable provider', async () => {
    const asked = ['--provider', 'deepgram', '--fallback', 'on-device'];
    const { exitCode, stdout } = await run(asked, { DEEPGRAM_API_KEY: KEY });
    expect(exitCode).toBe(0);
    expect(wordsOf(stdout)).toEqual(wordsOf(text));
  });
});
