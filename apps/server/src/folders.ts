import { join } from 'node:path';

/** `apps/server`, seen from both `src` and `build`: this module must be at the top level of either. */
export const SERVER_FOLDER = join(import.meta.dirname, '..');
