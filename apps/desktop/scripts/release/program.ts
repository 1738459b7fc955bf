import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

interface ProgramOptions {
  cwd: string;
  /** Shows the program's output instead of returning it. */
  isShown?: boolean;
}

/** How a program ended, and what it wrote to stdout and stderr. */
export interface ProgramEnd {
  exitCode: number | null;
  output: string;
}

/** Runs a program to its end. Rejects if it can't be started. */
export type RunProgram = (command: string, args: readonly string[], options: ProgramOptions) => Promise<ProgramEnd>;

export const runProgram: RunProgram = async (command, args, { cwd, isShown = false }) => {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
  });
  const ended = once(child, 'close');
  const said = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
  const [[exitCode], ...output] = await Promise.all([ended, ...said]);
  return { exitCode, output: output.join('') };
};
