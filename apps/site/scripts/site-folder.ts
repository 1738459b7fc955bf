import { join } from 'node:path';

/** Folder of the site's package. */
export const SITE_FOLDER = join(import.meta.dirname, '..');
