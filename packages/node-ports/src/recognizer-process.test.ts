import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessageFromRecognizer } from '@workspace/on-device/messages';
import type { RecognizerProcess } from '@workspace/on-device/recognizer';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { installedModelPaths, type ModelPaths } from './model-files.ts';
import { launchRecognizer, RECOGNIZER_PROGRAM } from './recognizer-process.ts';

const CANARY = 'sk-canary-recognizer';

type Understood = Extract<MessageFromRecognizer, { type: 'text' }>;

interface Launched {
  recognizer: RecognizerProcess;
  messages: MessageFromRecognizer[];
  exits: number;
  pid: number;
}

function launch(model: Partial<ModelPaths> = {}): Launched {
  const before = childrenOf(process.pid);
  const launched = { messages: [], exits: 0 } as unknown as Launched;
  launched.recognizer = launchRecognizer(
    { program: RECOGNIZER_PROGRAM, model: { ...installedModelPaths(), ...model } },
    {
      onMessage: (message) => launched.messages.push(message),
      onExit: () => {
        launched.exits += 1;
      },
    },
  );
  launched.pid = childrenOf(process.pid).find((pid) => !before.includes(pid))!;
  onTestFinished(() => launched.recognizer.end());
  return launched;
}

/** Returns the IDs of running child processes, read from /proc. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number);
}

/** Returns a process's parent ID; undefined if there is no such process, or it is a zombie. */
function parentOf(pid: number | string): number | undefined {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

const isAlive = (pid: number) => parentOf(pid) !== undefined;

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'recognizer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const until = (isReached: () => boolean) => vi.waitUntil(isReached, { timeout: 300_000, interval: 20 });

/** Returns “Your words appear while you talk, commas and all.” in a synthetic voice, at the product's sample rate. */
function spokenSample(): Int16Array {
  const { dirname } = import.meta;
  const file = readFileSync(join(dirname, '..', '..', '..', 'sandbox', 'speech', 'sample', 'sample.wav'));
  const [from, to] = [2.6, 6.5].map((seconds) => 44 + 2 * 16_000 * seconds);
  const sound = file.subarray(from, to);
  // Nearest-neighbor resampling is good enough for speech.
  return Int16Array.from({ length: Math.floor((sound.length / 2) * 1.5) }, (_, index) =>
    sound.readInt16LE(2 * Math.floor(index / 1.5)),
  );
}

const LINUX = process.platform === 'linux';

describe.skipIf(!LINUX)('The recognizer’s process (as seen in /proc)', () => {
  test('loads the model, recognizes speech even if the draft is wrong, and exits at once when it is ended', async () => {
    vi.stubEnv('OPENAI_API_KEY', CANARY);
    const { recognizer, messages, pid } = launch();
    vi.unstubAllEnvs();
    recognizer.send({ type: 'recognize', id: 1, samples: new Int16Array(24_000), draft: [], final: true });
    recognizer.send({ type: 'recognize', id: 2, samples: new Int16Array(24_000), draft: [], final: true });
    recognizer.send({ type: 'cancel', id: 2 });
    recognizer.send({ type: 'recognize', id: 3, samples: new Int16Array(24_000), draft: [], final: false });
    await until(() => messages.length === 3);
    expect(messages).toEqual([
      { type: 'ready' },
      { type: 'text', id: 1, text: '', tokens: [] },
      { type: 'text', id: 3, text: '', tokens: [] },
    ]);
    // Only the allocator's settings and Node's IPC variables, nothing of this process's environment.
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').filter(Boolean);
    const names = environment.map((variable) => variable.split('=')[0]);
    expect(names.filter((name) => !/^(MALLOC_|NODE_CHANNEL_)/.test(name!))).toEqual([]);
    expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).not.toContain(CANARY);

    const samples = spokenSample();
    const understand = async (draft: readonly number[]) => {
      const id = messages.length + 1;
      recognizer.send({ type: 'recognize', id, samples, draft, final: true });
      await until(() => messages.some((message) => message.type === 'text' && message.id === id));
      const understood = messages.find((message) => message.type === 'text' && message.id === id) as Understood;
      expect(understood.text).toMatch(/^Your words appear while you talk\b/);
      return understood;
    };
    const { text, tokens } = await understand([]);
    expect(await understand(tokens)).toMatchObject({ text, tokens });
    // The unclear end of the phrase may come out differently: weights are rounded for all tokens of a step together.
    await understand([...tokens.slice(0, 3), 15_043, 15_043, 15_043]);
    await understand([15_043, ...tokens]);

    recognizer.end();
    await until(() => !isAlive(pid));
  });

  test('reports its exit once when it is killed, and ignores messages sent to it afterwards', async () => {
    const launched = launch();
    process.kill(launched.pid, 'SIGKILL');
    await until(() => launched.exits > 0);
    launched.recognizer.send({ type: 'cancel', id: 1 });
    launched.recognizer.end();
    expect(launched.exits).toBe(1);
    expect(launched.messages).toEqual([]);
  });

  test('reports nothing once it has been ended', async () => {
    const launched = launch();
    launched.recognizer.end();
    await until(() => !isAlive(launched.pid));
    expect(launched).toMatchObject({ exits: 0, messages: [] });
  });

  test.for(['encoder', 'decoder', 'runtime'] as const)('reports a missing model file, and exits: %s', async (part) => {
    const launched = launch({ [part]: join(scratchFolder(), 'missing') });
    await until(() => launched.exits > 0);
    expect(launched.messages).toEqual([{ type: 'load-failed', failure: 'missing' }]);
  });

  test.for(['encoder', 'decoder', 'runtime'] as const)('reports a damaged model file, and exits: %s', async (part) => {
    const broken = join(scratchFolder(), part);
    writeFileSync(broken, readFileSync(installedModelPaths()[part]).subarray(0, 1_000_000));
    const launched = launch({ [part]: broken });
    await until(() => launched.exits > 0);
    expect(launched.messages).toEqual([{ type: 'load-failed', failure: 'damaged' }]);
  });

  test('exits when its parent process is killed', async () => {
    const program = join(scratchFolder(), 'parent.ts');
    const { href } = new URL('recognizer-process.ts', import.meta.url);
    const files = new URL('model-files.ts', import.meta.url).href;
    writeFileSync(
      program,
      `import { launchRecognizer, RECOGNIZER_PROGRAM } from ${JSON.stringify(href)};
      import { installedModelPaths } from ${JSON.stringify(files)};
      launchRecognizer({ program: RECOGNIZER_PROGRAM, model: installedModelPaths() }, {
        onMessage: ({ type }) => process.send(type),
        onExit: () => {},
      });`,
    );
    const parent = fork(program, { execArgv: [] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    expect(await once(parent, 'message')).toContain('ready');
    const [child] = childrenOf(parent.pid!);
    parent.kill('SIGKILL');
    await until(() => !isAlive(child!));
  });

  test('reports an exit if its program is missing', async () => {
    let exits = 0;
    launchRecognizer(
      { program: join(scratchFolder(), 'missing.ts'), model: installedModelPaths() },
      {
        onMessage: () => {},
        onExit: () => {
          exits += 1;
        },
      },
    );
    await until(() => exits === 1);
  });
});
