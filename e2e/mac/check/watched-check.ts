import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Clock } from '@workspace/speech/clock';
import { z } from 'zod';
import { brokenOff, type JudgedClaim, lineOf } from './claims.ts';

const judgedSchema = z.object({
  id: z.string(),
  says: z.string(),
  verdict: z.enum(['holds', 'refuted', 'unseen']),
  because: z.string(),
});

export interface WatchedCheck {
  /** The program and its arguments. */
  command: readonly [string, ...string[]];
  /** The claims it judges, by id. */
  claims: Readonly<Record<string, string>>;
  clock: Clock;
  /** After this long without output it counts as hung and is killed: system calls block its only thread. */
  silenceMs: number;
  print(line: string): void;
}

/** Runs a check in its own process, which may hang or crash: claims that it didn't reach are then unseen. */
export async function runWatched({ command, claims, clock, silenceMs, print }: WatchedCheck): Promise<JudgedClaim[]> {
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = endOf(child);
  let last = '';
  const judged: JudgedClaim[] = [];
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
    if (line.startsWith('{')) judged.push(judgedSchema.parse(JSON.parse(line)));
    else {
      last = line;
      print(line);
    }
  }
  const end = await ended;
  callOff();
  if (end === '0') return judged;
  const judgedIds = new Set(judged.map(({ id }) => id));
  const missed = Object.entries(claims)
    .filter(([id]) => !judgedIds.has(id))
    .map(([id, says]): JudgedClaim => ({ id, says, verdict: 'unseen', because: 'the check had ended' }));
  const broken = brokenOff(`${hasHung ? 'it hung' : `it ended with ${end}`} after “${last.trim()}”`);
  for (const claim of [broken, ...missed]) print(lineOf(claim));
  return [...judged, broken, ...missed];
}

async function endOf(child: ChildProcess): Promise<string> {
  try {
    const [exitCode, signal] = await once(child, 'exit');
    return String(exitCode ?? signal);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
