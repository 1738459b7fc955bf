import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** A password to hash, or to check against a hash. */
export type HashingTask = { password: string; salt: Uint8Array; options: Options } | { password: string; hash: string };

export interface HashingRequest {
  id: number;
  task: HashingTask;
}

export type HashingAnswer = { id: number } & ({ result: string | boolean } | { error: string });

/** Leaves one core for everything else. */
export const THREADS = Math.max(1, availableParallelism() - 1);

/** Next to this module, in the build too. */
const PROGRAM = join(import.meta.dirname, `hashing-thread${extname(import.meta.filename)}`);
const MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

interface Thread {
  worker: Worker;
  waiting: Map<number, PromiseWithResolvers<string | boolean>>;
}

/** The threads of the whole process. They are started when first needed, since they take memory. */
const threads: Thread[] = [];
let lastId = 0;

/** Runs a task on an idle or new thread, else on the one that has the least to do. */
export function onThread(task: HashingTask): Promise<string | boolean> {
  const [idle] = threads.toSorted((one, other) => one.waiting.size - other.waiting.size);
  const thread = idle?.waiting.size === 0 || threads.length >= THREADS ? idle! : startThread();
  lastId += 1;
  const answer = Promise.withResolvers<string | boolean>();
  thread.waiting.set(lastId, answer);
  thread.worker.postMessage({ id: lastId, task } satisfies HashingRequest);
  // Keeps the process alive while somebody is waiting.
  thread.worker.ref();
  return answer.promise;
}

function startThread(): Thread {
  const worker = new Worker(PROGRAM, { resourceLimits: MEMORY });
  const thread: Thread = { worker, waiting: new Map() };
  worker.on('message', (message: HashingAnswer) => {
    const { resolve, reject } = thread.waiting.get(message.id)!;
    thread.waiting.delete(message.id);
    if (thread.waiting.size === 0) worker.unref();
    if ('error' in message) reject(new Error(message.error));
    else resolve(message.result);
  });
  const end = (error: Error) => {
    if (threads.includes(thread)) threads.splice(threads.indexOf(thread), 1);
    for (const { reject } of thread.waiting.values()) reject(error);
    thread.waiting.clear();
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The hashing thread has exited.')));
  threads.push(thread);
  return thread;
}
