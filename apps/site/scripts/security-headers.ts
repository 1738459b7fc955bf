import type { SiteConfig } from '../app/config.ts';

/** Returns the headers of every response of the site, except for the page's policy. */
export function securityHeaders({ siteUrl }: Pick<SiteConfig, 'siteUrl'>): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy':
      'camera=(), microphone=(self), geolocation=(), payment=(), usb=(), midi=(), display-capture=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Only if the site is served over TLS: on localhost it would outlast the visit.
    ...(siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
