import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { StartFailure } from './process-group.ts';

/**
 * Removes a folder of data, unless something listens on the port of the server that works on it. Rejects with a
 * `StartFailure` then.
 */
export async function removeData(folder: string, port: number): Promise<void> {
  if (await isListening(port))
    throw new StartFailure(`Something runs on port ${port}. Stop it before its data is removed.`);
  await rm(folder, { recursive: true, force: true });
}

async function isListening(port: number): Promise<boolean> {
  const connection = connect(port, 'localhost');
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}
