import { join } from 'node:path';

/** `apps/server`, seen from `src` and `build` alike: this module must be at the top level of either. */
export const SERVER_FOLDER = join(import.meta.dirname, '..');
