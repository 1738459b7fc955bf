import { URL_SCHEME } from '@workspace/contract/brand';
import { callApi } from '../api/api-client.ts';

/** Asks for everything that is held about the user, and lets the browser save it as JSON. */
export async function exportAccount(): Promise<void> {
  const account = await callApi('exportAccount', {});
  const file = new Blob([`${JSON.stringify(account, null, 2)}\n`], { type: 'application/json' });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${URL_SCHEME}-account-${account.exportedAt.slice(0, 10)}.json`;
  link.click();
  // Only once the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
