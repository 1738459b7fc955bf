import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SiteConfig } from '../app/config.ts';
import { hashInlineCode, hashSource } from './inline-code.ts';

/** Where the meta element is inserted: after the charset declaration, before everything that the policy covers. */
const CHARSET = /<meta charset="utf-8"\s*\/?>/i;

/** Allowed only in a header, not in a meta element. */
const FRAME_ANCESTORS = "frame-ancestors 'none'";

/** Allows WebAssembly, but no other dynamically generated code. */
const WEB_ASSEMBLY = "'wasm-unsafe-eval'";

/**
 * A worker's own policy: its page's policy doesn't apply to it. It may run files of the site and WebAssembly, and
 * connect only to the site.
 */
export const WORKER_POLICY = `default-src 'none'; script-src 'self' ${WEB_ASSEMBLY}; connect-src 'self'`;

/**
 * Returns the strictest policy that a page works with: its own inline scripts and styles by hash, files of the site,
 * calls to the server, and nothing else.
 *
 * @param runsWebAssembly whether the page needs it, or its worker, in browsers that apply the page's policy to workers
 */
export function contentSecurityPolicy(
  html: string,
  { apiBaseUrl, siteUrl, demoVideoUrl }: SiteConfig,
  runsWebAssembly = false,
): string {
  const { scripts, styles, styleAttributes } = hashInlineCode(html);
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(runsWebAssembly ? [WEB_ASSEMBLY] : []), ...scripts],
    // sonner inserts its style element while it is still empty.
    'style-src-elem': ["'self'", hashSource(''), hashSource(toastStyles()), ...styles],
    'style-src-attr': styleAttributes.length === 0 ? ["'none'"] : ["'unsafe-hashes'", ...styleAttributes],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'media-src': ["'self'", ...foreignOrigin(demoVideoUrl, siteUrl)],
    'manifest-src': ["'self'"],
    'connect-src': ["'self'", new URL(apiBaseUrl).origin],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** Returns the header policy of a page, for its meta element's policy. */
export function headerPolicy(policy: string): string {
  return `${policy}; ${FRAME_ANCESTORS}`;
}

/** Inserts a policy into its page. Throws an Error if the page has no charset declaration like ours. */
export function addPolicy(html: string, policy: string): string {
  if (!CHARSET.test(html)) throw new Error('A page of the build does not declare its encoding.');
  return html.replace(
    CHARSET,
    (charset) => `${charset}<meta http-equiv="Content-Security-Policy" content="${policy}"/>`,
  );
}

function foreignOrigin(url: string, siteUrl: string): string[] {
  const { origin } = new URL(url, siteUrl);
  return origin === new URL(siteUrl).origin ? [] : [origin];
}

/** Returns the styles that sonner inserts into the page when it is loaded. */
function toastStyles(): string {
  const source = readFileSync(fileURLToPath(import.meta.resolve('sonner')), 'utf8');
  const [, text] = /^__insertCSS\((".*")\);?$/m.exec(source) ?? [];
  if (text === undefined) throw new Error('sonner inserts its styles differently now: update its policy.');
  return JSON.parse(text);
}
