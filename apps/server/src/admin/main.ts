import { createInterface } from 'node:readline/promises';
import { readConfig } from '../config.ts';
import { connect } from './connect.ts';
import { runCommand } from './run-command.ts';
import { readOperator } from './support-services.ts';

/** Asks on the terminal. Questions go where complaints go, so that they never stand in what is printed. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Whoever ends the input gives no answer.
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
  complain: (text) => console.error(text),
  ask,
});
