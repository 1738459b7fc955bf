import type { SiteConfig } from '../app/config.ts';

/** Headers of every answer of the site, the policy of a page apart. */
export function securityHeaders({ siteUrl }: Pick<SiteConfig, 'siteUrl'>): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy':
      'camera=(), microphone=(self), geolocation=(), payment=(), usb=(), midi=(), display-capture=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Only if the site is reached over TLS: on localhost it would outlast the visit.
    ...(siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
