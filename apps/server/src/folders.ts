import { join } from 'node:path';

/** `apps/server`, seen from `src` and `build` alike: this module must lie in the first of them itself. */
export const SERVER_FOLDER = join(import.meta.dirname, '..');
