import type { Writable } from 'node:stream';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import type { Recognizer } from '@workspace/on-device/recognizer';
import { parseArguments } from './arguments.ts';
import { checkAudioFile, readAudioFile } from './audio-file.ts';
import { locateFile } from './configuration.ts';
import { EXIT_CODE, type ExitCode, explain } from './exit-codes.ts';
import { fileMicrophone } from './file-microphone.ts';
import { write } from './output.ts';
import { ProgressLine, type Terminal } from './progress-line.ts';
import { openRecognition } from './recognition.ts';
import { transcribe } from './transcribe.ts';

/** What a run gets from its caller. */
export interface RunContext {
  /** The arguments, without the program's name. */
  args: readonly string[];
  environment: NodeJS.ProcessEnv;
  /** Where the text goes. */
  stdout: Writable;
  /** Where progress and failures are printed. */
  stderr: Writable & Terminal;
  /** Ends the run. After that nothing more is printed. */
  signal: AbortSignal;
  /**
   * Recognizes speech on this computer for several runs, and is ended by the caller. Without it, each run has its own.
   */
  recognizer?: Recognizer | undefined;
}

/** Runs what the arguments ask for. Resolves with the exit code. */
export function run(context: RunContext): Promise<ExitCode> {
  return runCommand(context).catch((error) => reportFailure(error, context));
}

/** The one place where an error becomes a message and an exit code. */
export async function reportFailure(error: unknown, { stderr, signal }: RunContext): Promise<ExitCode> {
  const { exitCode, message } = explain(error);
  if (!signal.aborted) await write(stderr, `${message}\n`).catch(() => {});
  return exitCode;
}

async function runCommand({ args, environment, stdout, stderr, signal, recognizer }: RunContext): Promise<ExitCode> {
  const invocation = parseArguments(args);
  if (invocation.command === 'print') {
    await write(stdout, invocation.text);
    return EXIT_CODE.success;
  }
  const asked = invocation.arguments;
  const clock = createSteadyClock();
  const recognition = openRecognition(asked, clock, environment, recognizer);
  const { provider } = recognition;
  const file = locateFile(asked.file, environment);
  const audioSeconds = await checkAudioFile(file);
  const microphone = fileMicrophone(() => readAudioFile(file), asked.pace, clock);
  const progress = new ProgressLine(stderr, clock, { host: provider.host, audioSeconds });
  // With a key, the user knows the setup; without one, say what recognizes the speech.
  if (recognition.isDefault && provider.id === 'on-device') progress.notice(`Provider: ${provider.id}`);
  try {
    const exitCode = await transcribe(asked, {
      recognition,
      cleanUp: recognition.cleanUp,
      microphone,
      clock,
      progress,
      signal,
      print: (text) => {
        progress.close();
        return write(stdout, text);
      },
    });
    if (microphone.failure !== undefined) throw microphone.failure;
    return exitCode;
  } finally {
    progress.close();
    await recognition.close();
  }
}
