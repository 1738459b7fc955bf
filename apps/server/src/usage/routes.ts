import { getEntitlement, getMonthlyUsage, getUsage, reportUsage } from '@workspace/contract/usage';
import type { FeatureContext } from '../http/feature.ts';
import { prepareReadEntitlement } from './read-entitlement.ts';
import { prepareReadMonthlyUsage } from './read-monthly-usage.ts';
import { prepareReadUsage } from './read-usage.ts';
import { prepareReportUsage } from './report-usage.ts';

export async function serveUsage({ serveCall, services }: FeatureContext): Promise<void> {
  const report = prepareReportUsage(services);
  serveCall(reportUsage, async ({ input, caller }) => {
    await services.rateLimits.count('reportUsage', 'account', caller.userId);
    return report(caller.userId, input.body.entries);
  });

  const readUsage = prepareReadUsage(services);
  serveCall(getUsage, ({ caller }) => readUsage(caller));

  const readMonthlyUsage = prepareReadMonthlyUsage(services);
  serveCall(getMonthlyUsage, ({ input, caller }) => readMonthlyUsage(caller.userId, input.params.month));

  const readEntitlement = prepareReadEntitlement(services);
  serveCall(getEntitlement, ({ caller }) => readEntitlement(caller));
}
