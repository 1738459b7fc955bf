import { readFile, rename } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import writeFileAtomic from 'write-file-atomic';

/** Only its owner may read it. */
const MODE = 0o600;

/** A file with one JSON value. It is replaced atomically. */
export class JsonFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Loads the last saved value; `undefined` if there is none. Rejects if it can't be read or isn't JSON. */
  async load(): Promise<unknown> {
    let text: string;
    try {
      text = await readFile(this.#path, 'utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    return JSON.parse(text);
  }

  /** Saves a value. Rejects if the disk is full, or the folder isn't writable. */
  async save(value: unknown): Promise<void> {
    await writeFileAtomic(this.#path, `${JSON.stringify(value, null, 2)}\n`, { mode: MODE });
  }

  /** Moves the file aside under a new name, so that no later save overwrites what couldn't be parsed. */
  async quarantine(): Promise<void> {
    const { name, ext } = parse(this.#path);
    const stamp = new Date().toISOString().replace(/\D/g, '');
    try {
      await rename(this.#path, join(dirname(this.#path), `${name}.unreadable-${stamp}${ext}`));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Returns why a file can't be saved, and what to do, in plain words. */
export function saveProblemOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk is full. Free up some space; ${PRODUCT_NAME} keeps trying to save.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${PRODUCT_NAME} can’t write to its folder. Check the folder’s permissions; ${PRODUCT_NAME} keeps trying to save.`;
    default:
      return `The disk reported an error. ${PRODUCT_NAME} keeps trying to save.`;
  }
}
