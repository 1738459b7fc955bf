import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '../app/config.ts';
import routes from '../app/routes.ts';
import { PRERENDERED } from '../react-router.config.ts';
import { compressFiles } from './compress-files.ts';
import { addPolicy, contentSecurityPolicy, headerPolicy, WORKER_POLICY } from './content-security-policy.ts';
import { robots, sitemap } from './crawler-files.ts';
import { drawFirst } from './draw-first.ts';
import { modelLicenses } from './model-licenses.ts';
import {
  fallbackFile,
  fileOfPage,
  isWorker,
  NOT_FOUND_PATH,
  pathsOf,
  type SitePage,
  type SitePages,
  servedFiles,
} from './site-pages.ts';
import { caddyForm, isHashedAsset, nginxForm } from './web-server-forms.ts';

/** Public pages of no use to search engines, left out of the sitemap. */
const UNLISTED = ['/confirmed', NOT_FOUND_PATH];

/** The page where visitors can dictate, which needs WebAssembly for the speech recognition. */
const VOICE_PATH = '/';

/**
 * Prepares React Router's output for serving: adds a policy to each page, files for search engines and compressed
 * copies; and beside `client`, the data and configuration for web servers.
 *
 * @param folder the build's folder, which contains `client`
 */
export function finishBuild(folder: string, config: SiteConfig): void {
  const client = join(folder, 'client');
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const drawnInBrowser = pathsOf(routes).filter((path) => !PRERENDERED.includes(path));
  const readText = (name: string) => readFileSync(join(client, name), 'utf8');
  const toPage = (paths: string[], file: string, html = readText(file)): SitePage => {
    const policy = contentSecurityPolicy(html, config, paths.includes(VOICE_PATH));
    write(join('client', file), addPolicy(html, policy));
    return { paths, file, policy: headerPolicy(policy) };
  };
  const toPublicPage = (path: string) =>
    toPage([path], fileOfPage(path), drawFirst(readText(fileOfPage(path)), readText));
  const pages: SitePage[] = PRERENDERED.filter((path) => path !== NOT_FOUND_PATH).map(toPublicPage);
  pages.push(toPage(drawnInBrowser, fallbackFile(client)));
  const sitePages: SitePages = {
    siteUrl: config.siteUrl,
    pages,
    notFound: toPublicPage(NOT_FOUND_PATH),
    workers: servedFiles(client)
      .filter(isWorker)
      .map((path) => ({ path, policy: WORKER_POLICY })),
  };
  const listed = PRERENDERED.filter((path) => !UNLISTED.includes(path));
  write(join('client', 'model-licenses.txt'), `${modelLicenses()}\n`);
  write(join('client', 'sitemap.xml'), sitemap(config.siteUrl, listed));
  write(join('client', 'robots.txt'), robots(config.siteUrl, drawnInBrowser));
  const form = { ...sitePages, files: servedFiles(client).filter((path) => !isHashedAsset(path)) };
  write('pages.json', `${JSON.stringify(sitePages, null, 2)}\n`);
  write('nginx-site.conf', nginxForm(form));
  write('caddy-site.conf', caddyForm(form));
  compressFiles(client);
}
