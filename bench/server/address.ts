import type { Program } from '../desktop/programs.ts';

/** Waits until a program says that it `is ready on` an address, and resolves with the address. */
export async function addressOf(program: Program): Promise<string> {
  const line = await program.line(/ is ready on http/);
  return line.slice(line.indexOf('http'));
}
