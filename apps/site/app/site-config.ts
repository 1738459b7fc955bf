import type { SiteConfig } from './config.ts';

declare const __SITE_CONFIG__: SiteConfig;

/** The configuration of this build, read from the environment by vite.config.ts. */
export const siteConfig: SiteConfig = __SITE_CONFIG__;
