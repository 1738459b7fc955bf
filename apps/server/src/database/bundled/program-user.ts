import { stat } from 'node:fs/promises';
import type { UserIds } from './program-launcher.ts';

/** The user `nobody`: it exists already, and initdb finds its name. */
const NOBODY: UserIds = { uid: 65_534, gid: 65_534 };

/**
 * Returns the user that PostgreSQL's programs must run as to work in a folder; undefined for the user of this process,
 * which is right unless that is root. Then it is the folder's owner, so that an ordinary user's data folder stays
 * theirs, or `nobody` if root owns it.
 */
export async function programUser(folder: string): Promise<UserIds | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = await stat(folder);
  return uid === 0 ? NOBODY : { uid, gid };
}
