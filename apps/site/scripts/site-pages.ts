import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { z } from 'zod';

/** A page and how it is served. */
const page = z.object({
  /** The paths it is served at, without trailing slashes. */
  paths: z.array(z.string()),
  /** Relative to the served folder. */
  file: z.string(),
  /** The Content-Security-Policy header of its responses. */
  policy: z.string(),
});

/** A worker's file, with its own policy. */
const worker = z.object({
  path: z.string(),
  policy: z.string(),
});

/** A build's data for web servers. Written beside the served files. */
export const sitePagesSchema = z.object({
  siteUrl: z.string(),
  /** Paths of neither a page nor a file get `notFound`, with status 404. */
  pages: z.array(page),
  notFound: page,
  workers: z.array(worker),
});

export type SitePage = z.infer<typeof page>;
export type SitePages = z.infer<typeof sitePagesSchema>;

/** The path of the 404 page. */
export const NOT_FOUND_PATH = '/404';

/** Returns the paths of all pages in the routes, except for the catch-all. */
export function pathsOf(routes: readonly RouteConfigEntry[], parent = ''): string[] {
  return routes.flatMap((route) => {
    const path = route.path === undefined ? parent : `${parent}/${route.path}`;
    const children = pathsOf(route.children ?? [], path);
    const isPage = route.index === true || (route.path !== undefined && route.children === undefined);
    return isPage && !path.endsWith('*') ? [path || '/', ...children] : children;
  });
}

/** Returns the file of a prerendered page, relative to the served folder. */
export function fileOfPage(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}/index.html`;
}

/** Returns the file for pages that are rendered in the browser. Throws an Error if the build hasn't written it. */
export function fallbackFile(folder: string): string {
  const file = '__spa-fallback.html';
  if (!existsSync(join(folder, file))) throw new Error(`The build did not write ${file}.`);
  return file;
}

/** Whether a file is a worker's script, judging by the name of its source: `*.worker.ts`. */
export function isWorker(path: string): boolean {
  return /\.worker-[\w-]+\.js$/.test(path);
}

/** Returns the URL paths of all files except pages and compressed copies, which have no path of their own. */
export function servedFiles(client: string): string[] {
  return readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(html|br|gz)$/.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath.slice(client.length).split(sep).join('/')}/${name}`)
    .filter((path) => !path.startsWith('/.'))
    .toSorted();
}
