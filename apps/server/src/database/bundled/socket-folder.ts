import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PORT } from './cluster-settings.ts';
import type { UserIds } from './program-launcher.ts';

/** The longest path that a socket may have: `sun_path` without its final zero. */
const MAX_PATH_BYTES = process.platform === 'darwin' ? 103 : 107;

export interface SocketFolder {
  readonly path: string;
  /** Resolves when nothing is left that was made for the socket alone. */
  remove(): Promise<void>;
}

/** Where the server's socket is made: in the folder, or if its path is too long for that, in a temporary one. */
export async function openSocketFolder(folder: string, owner: UserIds | undefined): Promise<SocketFolder> {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= MAX_PATH_BYTES) {
    return { path: folder, remove: async () => {} };
  }
  const path = await mkdtemp(join(tmpdir(), 'postgres-'));
  if (owner) await chown(path, owner.uid, owner.gid);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
