import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { z } from 'zod';

/** A page as it is answered. */
const page = z.object({
  /** The paths that it is answered for, without a slash at the end. */
  paths: z.array(z.string()),
  /** Below the folder that is served. */
  file: z.string(),
  /** The Content-Security-Policy of its answers. */
  policy: z.string(),
});

/** A file with its own policy. */
const worker = z.object({
  path: z.string(),
  policy: z.string(),
});

/** What a web server must know of a build. Written beside the files that are served. */
export const sitePagesSchema = z.object({
  siteUrl: z.string(),
  /** Every path that is neither a page's nor a file's gets `notFound`, with status 404. */
  pages: z.array(page),
  notFound: page,
  workers: z.array(worker),
});

export type SitePage = z.infer<typeof page>;
export type SitePages = z.infer<typeof sitePagesSchema>;

/** The path of the page for everything that doesn't exist. */
export const NOT_FOUND_PATH = '/404';

/** All paths of the routes, except for the one that takes every path. */
export function pathsOf(routes: readonly RouteConfigEntry[], parent = ''): string[] {
  return routes.flatMap((route) => {
    const path = route.path === undefined ? parent : `${parent}/${route.path}`;
    const children = pathsOf(route.children ?? [], path);
    const isPage = route.index === true || (route.path !== undefined && route.children === undefined);
    return isPage && !path.endsWith('*') ? [path || '/', ...children] : children;
  });
}

/** The file of a page that the build has written, below the folder that is served. */
export function fileOfPage(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
}

/** The file for pages that are drawn in the browser. */
export function fallbackFile(folder: string): string {
  const file = '__spa-fallback.html';
  if (!existsSync(join(folder, file))) throw new Error(`The build has not written ${file}.`);
  return file;
}

/** Whether a file is the program of a worker, by the name of its source: `*.worker.ts`. */
export function isWorker(path: string): boolean {
  return /\.worker-[\w-]+\.js$/.test(path);
}

/** The paths of all files that are served as they are: pages and compressed copies have no path of their own. */
export function servedFiles(client: string): string[] {
  return readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(html|br|gz)$/.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath.slice(client.length).split(sep).join('/')}/${name}`)
    .filter((path) => !path.startsWith('/.'))
    .toSorted();
}
