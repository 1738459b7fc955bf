import { join } from 'node:path';
import { Program } from '../desktop/programs.ts';
import { addressOf } from './address.ts';
import type { BareAnswer } from './bare-server.ts';

const PROGRAM = join(import.meta.dirname, 'bare-server.ts');

/** Starts a bare server that gives these answers, verifying tokens if `tokenCheck` says how. */
export async function startBareServer(
  answers: readonly BareAnswer[],
  tokenCheck: Record<string, string> = {},
): Promise<{ url: string; end: () => Promise<void> }> {
  const program = Program.start(process.execPath, [PROGRAM], { ANSWERS: JSON.stringify(answers), ...tokenCheck });
  return { url: await addressOf(program), end: () => program.end() };
}
