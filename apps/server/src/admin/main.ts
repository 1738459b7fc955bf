import { createInterface } from 'node:readline/promises';
import { readConfig } from '../config.ts';
import { connect } from './connect.ts';
import { runCommand } from './run-command.ts';
import { readOperator } from './support-services.ts';

/** Asks on the terminal. Questions go to stderr, so that stdout holds only the result. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // The end of the input counts as no answer.
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return await Promise.race([terminal.question(question), ended]);
  } finally {
    terminal.close();
  }
}

process.exitCode = await runCommand(process.argv.slice(2), {
  connect: async () => connect(readConfig(process.env), readOperator(process.env)),
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  ask,
});
