import type { ExitCode } from './exit-codes.ts';
import { awaitInterruption } from './interruption.ts';
import { write } from './output.ts';
import { type RunContext, reportFailure, run } from './run.ts';

const { argv, env: environment, stdout, stderr } = process;
const interruption = awaitInterruption();
const context: RunContext = { args: argv.slice(2), environment, stdout, stderr, signal: interruption.signal };

/** Ends the process once everything written has left it. */
async function end(exitCode: ExitCode): Promise<void> {
  await Promise.allSettled([write(stderr, ''), write(stdout, '')]);
  process.exit(interruption.exitCode ?? exitCode);
}

// Each write reports its own failure.
for (const stream of [stdout, stderr]) stream.on('error', () => {});
process.on('uncaughtException', async (error) => end(await reportFailure(error, context)));

await end(await run(context));
