import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { PRODUCT_NAME } from '@workspace/contract/brand';

/** How often to try: a start during another's start or exit may find the name taken, but nobody answering. */
const ATTEMPTS = 5;
/** A longer or slower message doesn't come from a start of ours. */
const MAX_MESSAGE_BYTES = 8_192;
const MESSAGE_LIMIT_MS = 2_000;

/**
 * Claims a folder for this process. Resolves with `first` if no other process has it; from then on, until this process
 * ends in whatever way, `onSecondStart` is called with the message of every process that tries to claim it. Resolves
 * with `second` if another process has it; that process has then received the message. `message`: what this start asks
 * for, if anything.
 */
export async function claimInstance(
  home: string,
  message: string,
  onSecondStart: (message: string) => void,
): Promise<'first' | 'second'> {
  const name = createHash('sha256')
    .update(await realpath(home))
    .digest('hex');
  // In Linux's abstract namespace: no file is left behind, and the name is free once the process has ended.
  const address = `\0${PRODUCT_NAME}-${process.getuid?.()}-${name}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await serve(address, onSecondStart);
      return 'first';
    } catch (error) {
      if (attempt === ATTEMPTS || !isTaken(error)) throw error;
    }
    if (await sendMessage(address, message)) return 'second';
  }
}

async function serve(address: string, onSecondStart: (message: string) => void): Promise<void> {
  const server = createServer(async (connection) => {
    const message = await read(connection);
    if (message !== undefined) onSecondStart(message);
  });
  server.listen(address);
  await once(server, 'listening');
  // Listening alone must not keep the process running.
  server.unref();
}

/** Reads everything the other side sends; undefined if that is too much, takes too long or breaks off. */
async function read(connection: Socket): Promise<string | undefined> {
  const limit = setTimeout(() => connection.destroy(new Error('The message took too long.')), MESSAGE_LIMIT_MS);
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of connection as AsyncIterable<Buffer>) {
      bytes += piece.byteLength;
      if (bytes > MAX_MESSAGE_BYTES) return undefined;
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString('utf8');
  } catch {
    return undefined;
  } finally {
    clearTimeout(limit);
    connection.destroy();
  }
}

/** Resolves with whether a process answers there, and so has received the message. */
async function sendMessage(address: string, message: string): Promise<boolean> {
  const connection = connect(address);
  const hasClosed = once(connection, 'close');
  try {
    await once(connection, 'connect');
    connection.setTimeout(MESSAGE_LIMIT_MS, () => connection.destroy());
    connection.end(message);
    connection.resume();
    await hasClosed;
    return true;
  } catch {
    return false;
  } finally {
    hasClosed.catch(() => {});
    connection.destroy();
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
