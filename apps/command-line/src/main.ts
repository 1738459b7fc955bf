import { createNodeTransport } from '@workspace/node-ports/node-transport';
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import { createProvider } from '@workspace/speech/create-provider';
import { parseArguments } from './arguments.ts';
import { checkAudioFile, readAudioFile } from './audio-file.ts';
import { locateFile, readConfiguration } from './configuration.ts';
import { EXIT_CODE, type ExitCode, explain } from './exit-codes.ts';
import { fileMicrophone } from './file-microphone.ts';
import { awaitInterruption } from './interruption.ts';
import { write } from './output.ts';
import { ProgressLine } from './progress-line.ts';
import { transcribe } from './transcribe.ts';

const interruption = awaitInterruption();

async function run(): Promise<ExitCode> {
  const invocation = parseArguments(process.argv.slice(2));
  if (invocation.command === 'print') {
    await write(process.stdout, invocation.text);
    return EXIT_CODE.success;
  }
  const asked = invocation.arguments;
  const configuration = readConfiguration(asked);
  const file = locateFile(asked.file);
  const audioSeconds = await checkAudioFile(file);
  const clock = createSteadyClock();
  const microphone = fileMicrophone(() => readAudioFile(file), asked.pace, clock);
  const transport = createNodeTransport(configuration);
  const provider = createProvider(asked.provider, configuration, { clock, transport });
  const progress = new ProgressLine(process.stderr, clock, { host: provider.host, audioSeconds });
  try {
    const exitCode = await transcribe(asked, {
      provider,
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
