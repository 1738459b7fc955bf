import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** There are no pages to show. The message says what to do. */
export class MissingPagesError extends Error {
  override readonly name = 'MissingPagesError';
}

export interface PageFile {
  type: string;
  content: Buffer<ArrayBuffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wav': 'audio/wav',
  '.woff2': 'font/woff2',
};

const INDEX = 'index.html';

/**
 * Reads the windows' built pages: files by the path a window requests, a folder's page by the folder's path with a
 * trailing slash. A build in the meantime does no harm, and no path leads out of the folder. Rejects with a
 * `MissingPagesError`.
 */
export async function readWindowPages(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  if (files.length === 0)
    throw new MissingPagesError("The windows haven't been built. Run: npm run build -w apps/desktop");
  const pages = files.map(async ({ parentPath, name }) => {
    const file = join(parentPath, name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    return [
      path.endsWith(`/${INDEX}`) ? path.slice(0, -INDEX.length) : path,
      { type, content: await readFile(file) },
    ] as const;
  });
  return new Map(await Promise.all(pages));
}
