/**
 * A thread that does nothing but hash passwords. It runs at the lowest priority, so that a flood of sign-ins leaves the
 * processor to everything else.
 */
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashingAnswer, HashingRequest } from './hashing-threads.ts';

/** On Linux, priorities apply to threads, whose ids work like process ids; elsewhere the priority stays as it is. */
if (process.platform === 'linux') {
  setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW);
}

parentPort?.on('message', ({ id, task }: HashingRequest) => {
  parentPort?.postMessage({ id, ...perform(task) } satisfies HashingAnswer);
});

function perform(task: HashingRequest['task']) {
  try {
    const { password } = task;
    return {
      result:
        'salt' in task ? hashSync(password, { ...task.options, salt: task.salt }) : verifySync(task.hash, password),
    };
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'unknown' };
  }
}
