import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import { parseArguments } from './arguments.ts';
import { checkAudioFile, readAudioFile } from './audio-file.ts';
import { locateFile } from './configuration.ts';
import { EXIT_CODE, type ExitCode, explain } from './exit-codes.ts';
import { fileMicrophone } from './file-microphone.ts';
import { awaitInterruption } from './interruption.ts';
import { write } from './output.ts';
import { ProgressLine } from './progress-line.ts';
import { openRecognition } from './recognition.ts';
import { transcribe } from './transcribe.ts';

const interruption = awaitInterruption();

async function run(): Promise<ExitCode> {
  const invocation = parseArguments(process.argv.slice(2));
  if (invocation.command === 'print') {
    await write(process.stdout, invocation.text);
    return EXIT_CODE.success;
  }
  const asked = invocation.arguments;
  const clock = createSteadyClock();
  const recognition = openRecognition(asked, clock);
  const { provider } = recognition;
  const file = locateFile(asked.file);
  const audioSeconds = await checkAudioFile(file);
  const microphone = fileMicrophone(() => readAudioFile(file), asked.pace, clock);
  const progress = new ProgressLine(process.stderr, clock, { host: provider.host, audioSeconds });
  // With a key all is as the user has set it up; without one it is to be known who understands.
  if (recognition.isDefault && provider.id === 'on-device') progress.notice(`Provider: ${provider.id}`);
  try {
    const exitCode = await transcribe(asked, {
      recognition,
      microphone,
      clock,
      progress,
      signal: interruption.signal,
      print: (text) => {
        progress.close();
        return write(process.stdout, text);
      },
    });
    if (microphone.failure !== undefined) throw microphone.failure;
    return exitCode;
  } finally {
    progress.close();
    await recognition.close();
  }
}

/** The one place where an error becomes a message and an exit code. After a signal there is nothing more to tell. */
async function end({ exitCode, message }: { exitCode: ExitCode; message?: string }): Promise<void> {
  const told = message === undefined || interruption.signal.aborted ? '' : `${message}\n`;
  await Promise.allSettled([write(process.stderr, told), write(process.stdout, '')]);
  process.exit(interruption.exitCode ?? exitCode);
}

// Whoever writes hears of failures by the write itself.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.on('uncaughtException', (error) => end(explain(error)));

await run().then(
  (exitCode) => end({ exitCode }),
  (error) => end(explain(error)),
);
