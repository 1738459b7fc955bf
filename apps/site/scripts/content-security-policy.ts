import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SiteConfig } from '../app/config.ts';
import { hashInlineCode, hashSource } from './inline-code.ts';

/** Where the meta element goes: behind the declaration of the encoding, before everything that the policy is for. */
const CHARSET = /<meta charset="utf-8"\s*\/?>/i;

/** What a header may say, but no meta element. */
const FRAME_ANCESTORS = "frame-ancestors 'none'";

/** Allows WebAssembly, and no other code that is made while the page runs. */
const WEB_ASSEMBLY = "'wasm-unsafe-eval'";

/**
 * A worker's own policy: that of its page does not hold for it. It runs files of the site and WebAssembly, and reaches
 * nobody but the site.
 */
export const WORKER_POLICY = `default-src 'none'; script-src 'self' ${WEB_ASSEMBLY}; connect-src 'self'`;

/**
 * The strictest policy that a page works with: its own inline scripts and styles by their hashes, files of the site,
 * calls of the server, and nothing else.
 *
 * @param runsWebAssembly whether the page, or a worker of it if the browser holds that to the page's policy, needs it
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
    // sonner puts its element into the page while it is still empty.
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

/** The policy for the header of the page that carries it as a meta element. */
export function headerPolicy(policy: string): string {
  return `${policy}; ${FRAME_ANCESTORS}`;
}

/** Writes a policy into its page. Throws an Error if the page does not declare its encoding as ours do. */
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

/** The styles that sonner writes into the page when it is loaded. */
function toastStyles(): string {
  const source = readFileSync(fileURLToPath(import.meta.resolve('sonner')), 'utf8');
  const [, text] = /^__insertCSS\((".*")\);?$/m.exec(source) ?? [];
  if (text === undefined) throw new Error('sonner no longer inserts its styles as it did: see to its policy anew.');
  return JSON.parse(text);
}
