import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { MessageFromRecognizer } from '@workspace/on-device/messages';
import type { RecognizerListener, RecognizerProcess } from '@workspace/on-device/recognizer';
import type { ModelPaths } from './model-files.ts';

export interface RecognizerLocation {
  /** The script that the process runs: `RECOGNIZER_PROGRAM`, or its bundle. */
  program: string;
  model: ModelPaths;
}

/** The program in the source tree; a bundle has its own. */
export const RECOGNIZER_PROGRAM = fileURLToPath(new URL('recognizer-program.ts', import.meta.url));

/** Returns freed memory to the system at once, since the runtime's compiler uses a lot of it for a short time. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '16384', MALLOC_TRIM_THRESHOLD_: '65536' };

/** Starts the recognizer in a separate process. It exits when this process does, even if this one is killed. */
export function launchRecognizer(location: RecognizerLocation, listener: RecognizerListener): RecognizerProcess {
  const { encoder, decoder, runtime } = location.model;
  const child = fork(location.program, [encoder, decoder, runtime], {
    // Nothing of this process's environment, which contains API keys.
    env: ENVIRONMENT,
    execArgv: ['--max-semi-space-size=1'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let isOver = false;
  const gone = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
    child.on('error', () => resolve());
  });
  const exit = () => {
    if (isOver) return;
    isOver = true;
    listener.onExit();
  };
  child.on('message', (message) => {
    if (!isOver) listener.onMessage(message as MessageFromRecognizer);
  });
  child.on('exit', exit);
  child.on('error', exit);
  return {
    send: (message) => send(child, message),
    end: () => {
      isOver = true;
      child.kill('SIGKILL');
      return gone;
    },
  };
}

/** Sends a message, unless the channel is closed; then the exit event follows. */
function send(child: ChildProcess, message: object): void {
  if (child.connected) child.send(message, () => {});
}
