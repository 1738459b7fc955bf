import * as calls from '@workspace/contract/account';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { clearCookie } from '../auth/cookies.ts';
import { Failure } from '../failure.ts';
import type { FeatureContext } from '../http/feature.ts';
import { deleteAccount } from './delete-account.ts';
import { createExportAccount } from './export-account.ts';

const EXPORT_FILE_NAME = `${PRODUCT_NAME.toLowerCase()}-export.json`;

export async function serveAccount({ serveCall, services }: FeatureContext): Promise<void> {
  const { config, rateLimits } = services;
  const exportAccount = createExportAccount(services);

  serveCall(calls.exportAccount, async ({ caller, reply }) => {
    await rateLimits.count('exportAccount', 'account', caller.userId);
    const content = exportAccount(caller);
    reply.type('application/json; charset=utf-8');
    reply.header('Content-Disposition', `attachment; filename="${EXPORT_FILE_NAME}"`);
    return reply.send(content);
  });

  serveCall(calls.deleteAccount, async ({ caller: { userId }, reply }) => {
    const isDeleted = await deleteAccount(services, { userId, actor: 'user' });
    if (!isDeleted) throw new Failure('session-ended');
    // The browser doesn't send this cookie here (its path is different), so nobody knows whether it has one.
    clearCookie(reply, config, 'refreshToken');
    return { deleted: true } as const;
  });
}
