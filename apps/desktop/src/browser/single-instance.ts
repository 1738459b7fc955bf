import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { PRODUCT_NAME } from '@workspace/contract/brand';

/** How often two starts at the same moment, or one during an end, may find each other in between. */
const ATTEMPTS = 5;

/**
 * Claims a folder for this process. Resolves with `first` where no other process has it; from then on `onSecondStart` is
 * called whenever another one claims it, until this process ends, however it ends. Resolves with `second` where another
 * process has it, which has then been told.
 */
export async function claimInstance(home: string, onSecondStart: () => void): Promise<'first' | 'second'> {
  const name = createHash('sha256')
    .update(await realpath(home))
    .digest('hex');
  // In the abstract namespace of Linux: no file is left behind, and the name is free once the process has ended.
  const address = `\0${PRODUCT_NAME}-${process.getuid?.()}-${name}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await serve(address, onSecondStart);
      return 'first';
    } catch (error) {
      if (attempt === ATTEMPTS || !isTaken(error)) throw error;
    }
    if (await reach(address)) return 'second';
  }
}

async function serve(address: string, onSecondStart: () => void): Promise<Server> {
  const server = createServer((connection) => {
    connection.on('error', () => connection.destroy());
    connection.end();
    onSecondStart();
  });
  server.listen(address);
  await once(server, 'listening');
  // Being the first is no reason to stay.
  return server.unref();
}

/** Whether a process answers there. */
async function reach(address: string): Promise<boolean> {
  const connection = connect(address);
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
