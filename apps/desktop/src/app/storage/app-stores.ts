import { join } from 'node:path';
import { JsonFile } from './json-file.ts';
import type { DocumentStore } from './saved-document.ts';

/** The stores of the app's documents. */
export type AppStores = Record<'settings' | 'usage' | 'spending' | 'account' | 'muted', DocumentStore>;

/** Stores each document as a file in an existing folder. */
export function storesIn(folder: string): AppStores {
  const file = (name: string) => new JsonFile(join(folder, name));
  return {
    settings: file('settings.json'),
    usage: file('usage.json'),
    spending: file('spending.json'),
    account: file('account.json'),
    muted: file('muted.json'),
  };
}
