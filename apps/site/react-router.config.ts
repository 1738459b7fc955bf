import type { Config } from '@react-router/dev/config';
import { readSiteEnvironment } from './scripts/environment.ts';

/** Pages that are prerendered and readable without JavaScript; all others are rendered in the browser. */
export const PRERENDERED = [
  '/',
  '/privacy',
  '/terms',
  '/contact',
  '/confirmed',
  '/announcement',
  '/measurements',
  '/404',
];

export default {
  appDirectory: 'app',
  buildDirectory: readSiteEnvironment(process.env).buildFolder,
  ssr: false,
  prerender: PRERENDERED,
} satisfies Config;
