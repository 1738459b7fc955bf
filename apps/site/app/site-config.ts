import type { SiteConfig } from './config.ts';

declare const __SITE_CONFIG__: SiteConfig;

/** The configuration of this build, which vite.config.ts reads from the environment. */
export const siteConfig: SiteConfig = __SITE_CONFIG__;
