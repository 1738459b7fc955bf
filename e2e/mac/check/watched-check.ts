import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Clock } from '@workspace/speech/clock';
import { z } from 'zod';
import type { JudgedClaim } from './claims.ts';

const judgedSchema = z.array(
  z.object({ id: z.string(), says: z.string(), verdict: z.enum(['holds', 'refuted', 'unseen']), because: z.string() }),
);

export interface WatchedCheck {
  /** The program, with its arguments. */
  command: readonly [string, ...string[]];
  clock: Clock;
  /** After so long without a line it is taken to hang, and ended: a call of the system holds up its only thread. */
  silenceMs: number;
  print(line: string): void;
}

/** Runs a check in a process of its own, which may hang or crash. Resolves with what it judged, and where it ended. */
export async function runWatched({ command, clock, silenceMs, print }: WatchedCheck): Promise<JudgedClaim[]> {
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = endOf(child);
  let last = '';
  let judged: JudgedClaim[] | undefined;
  let hasHung = false;
  const watch = () =>
    clock.schedule(silenceMs, () => {
      hasHung = true;
      child.kill('SIGKILL');
    });
  let callOff = watch();
  for await (const line of createInterface({ input: child.stdout })) {
    callOff();
    callOff = watch();
    if (line.startsWith('[')) judged = judgedSchema.parse(JSON.parse(line));
    else {
      last = line;
      print(line);
    }
  }
  const end = await ended;
  callOff();
  if (judged) return judged;
  const because = `${hasHung ? 'it hung' : `it ended with ${end}`} after “${last.trim()}”`;
  print(`refuted  process: ${because}`);
  return [{ id: 'process', says: 'the check runs to its end', verdict: 'refuted', because }];
}

async function endOf(child: ChildProcess): Promise<string> {
  try {
    const [exitCode, signal] = await once(child, 'exit');
    return String(exitCode ?? signal);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
