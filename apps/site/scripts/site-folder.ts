import { join } from 'node:path';

/** Where the site's own package is. */
export const SITE_FOLDER = join(import.meta.dirname, '..');
