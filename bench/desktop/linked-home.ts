import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AccountDocument, NO_ACCOUNT } from '@workspace/desktop/app/account/account-document';
import { RefreshTokenSecret } from '@workspace/desktop/app/account/refresh-token-secret';
import { SecretFile } from '@workspace/desktop/browser/secret-file';

const ACCOUNT = { id: '00000000-0000-4000-8000-000000000000', email: 'bench@example.com' };

/** Creates the folder of an app that was linked to an account in an earlier run. */
export async function makeLinkedHome(home: string): Promise<void> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const document: AccountDocument = { ...NO_ACCOUNT, account: ACCOUNT };
  writeFileSync(join(home, 'account.json'), JSON.stringify(document));
  await new RefreshTokenSecret(new SecretFile(join(home, 'keys.json'))).keep(ACCOUNT.id, 'refresh-0');
}
