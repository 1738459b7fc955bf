import { join } from 'node:path';
import type { AppDependencies } from '../app.ts';
import { JsonFile } from './json-file.ts';

/** Where the app keeps its documents: files of its own in a folder, which is there. */
export function storesIn(folder: string): AppDependencies['stores'] {
  const file = (name: string) => new JsonFile(join(folder, name));
  return {
    settings: file('settings.json'),
    usage: file('usage.json'),
    spending: file('spending.json'),
    account: file('account.json'),
    muted: file('muted.json'),
  };
}
