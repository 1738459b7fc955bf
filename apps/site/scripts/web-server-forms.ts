import type { SiteConfig } from '../app/config.ts';
import { securityHeaders } from './security-headers.ts';
import type { SitePages } from './site-pages.ts';

/** Caching: forever for assets with a content hash in their names, an hour for other files, revalidation for pages. */
export const CACHE_CONTROL = {
  asset: 'public, max-age=31536000, immutable',
  file: 'public, max-age=3600',
  page: 'no-cache',
} as const;

/** Whether a file has a content hash in its name. */
export function isHashedAsset(path: string): boolean {
  return path.startsWith('/assets/');
}

interface Form extends SitePages {
  /** Paths of the files other than pages and assets, such as `/robots.txt`. */
  files: readonly string[];
}

function headersOf(siteUrl: SiteConfig['siteUrl'], cacheControl: string, policy?: string): [string, string][] {
  return Object.entries({
    ...securityHeaders({ siteUrl }),
    'Cache-Control': cacheControl,
    ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
  });
}

/** Returns the contents of nginx's `server` block, except for `listen`, `server_name` and `root`. */
export function nginxForm({ siteUrl, pages, notFound, files, workers }: Form): string {
  const headers = (cacheControl: string, policy?: string) =>
    headersOf(siteUrl, cacheControl, policy).map(([name, value]) => `    add_header ${name} "${value}" always;`);
  const location = (match: string, lines: string[]) => [`location ${match} {`, ...lines, '}', ''];
  return [
    '# Written by the build: include it in the server block of the site, which names the root.',
    'gzip_static on; # beside it, where nginx has the module: brotli_static on;',
    `error_page 404 /${notFound.file};`,
    'rewrite ^(/.+)/$ $1 permanent;',
    '',
    ...location(`= /${notFound.file}`, ['    internal;', ...headers(CACHE_CONTROL.page, notFound.policy)]),
    ...pages.flatMap((page) =>
      page.paths.flatMap((path) =>
        location(`= ${path}`, [...headers(CACHE_CONTROL.page, page.policy), `    try_files /${page.file} =404;`]),
      ),
    ),
    ...files.flatMap((path) => location(`= ${path}`, [...headers(CACHE_CONTROL.file), '    try_files $uri =404;'])),
    ...workers.flatMap(({ path, policy }) =>
      location(`= ${path}`, [...headers(CACHE_CONTROL.asset, policy), '    try_files $uri =404;']),
    ),
    ...location('/assets/', [...headers(CACHE_CONTROL.asset), '    try_files $uri =404;']),
    ...location('/', ['    return 404;']),
  ].join('\n');
}

/** Returns the contents of the site's block in a Caddyfile, except for `root`. */
export function caddyForm({ siteUrl, pages, notFound, files, workers }: Form): string {
  const headers = (cacheControl: string, policy?: string) =>
    headersOf(siteUrl, cacheControl, policy).map(([name, value]) => `    header ${name} "${value}"`);
  const serve = ['    file_server {', '        precompressed br gzip', '    }'];
  const handle = (matcher: string, lines: string[]) => [`handle ${matcher}{`, ...lines, '}', ''];
  return [
    '# Written by the build: import it in the block of the site, which names the root.',
    ...pages.flatMap((page, index) => [
      `@page${index} path ${page.paths.join(' ')}`,
      ...handle(`@page${index} `, [
        ...headers(CACHE_CONTROL.page, page.policy),
        `    rewrite * /${page.file}`,
        ...serve,
      ]),
    ]),
    `@files path ${files.join(' ')}`,
    ...handle('@files ', [...headers(CACHE_CONTROL.file), ...serve]),
    ...workers.flatMap(({ path, policy }) => handle(`${path} `, [...headers(CACHE_CONTROL.asset, policy), ...serve])),
    ...handle('/assets/* ', [...headers(CACHE_CONTROL.asset), ...serve]),
    ...handle('', ['    error 404']),
    'handle_errors {',
    ...headers(CACHE_CONTROL.page, notFound.policy),
    `    rewrite * /${notFound.file}`,
    ...serve,
    '}',
    '',
  ].join('\n');
}
