import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PORT } from './cluster-settings.ts';
import type { UserIds } from './program-launcher.ts';

/** The longest path that a socket may have: `sun_path` without its terminating zero. */
const MAX_PATH_BYTES = process.platform === 'darwin' ? 103 : 107;

export interface SocketFolder {
  readonly path: string;
  /** Removes what was created only for the socket. */
  remove(): Promise<void>;
}

/** Returns where to create the server's socket: in the folder, or if its path would be too long, in a temporary one. */
export async function openSocketFolder(folder: string, owner: UserIds | undefined): Promise<SocketFolder> {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= MAX_PATH_BYTES) {
    return { path: folder, remove: async () => {} };
  }
  const path = await mkdtemp(join(tmpdir(), 'postgres-'));
  if (owner) await chown(path, owner.uid, owner.gid);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
