import { URL_SCHEME } from '@workspace/contract/brand';
import { callApi } from '../api/api-client.ts';

/** Fetches everything held about the user and has the browser download it as JSON. */
export async function exportAccount(): Promise<void> {
  const account = await callApi('exportAccount', {});
  const file = new Blob([`${JSON.stringify(account, null, 2)}\n`], { type: 'application/json' });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${URL_SCHEME}-account-${account.exportedAt.slice(0, 10)}.json`;
  link.click();
  // Delayed until the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
