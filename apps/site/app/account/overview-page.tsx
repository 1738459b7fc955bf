import { isStandard } from '../billing/plans.ts';
import { pageTitle } from '../page-title.ts';
import { siteConfig } from '../site-config.ts';
import { AllowanceCard } from '../usage/allowance-card.tsx';
import { UsageCard } from '../usage/usage-card.tsx';
import { useAuthStore } from './auth-store.ts';
import { GetStartedCard } from './get-started-card.tsx';
import { LaunchCard } from './launch-card.tsx';
import { PageHeading } from './page-heading.tsx';

export function meta() {
  return [{ title: pageTitle('Overview') }];
}

export default function OverviewPage() {
  const isLimited = useAuthStore(({ user }) => !isStandard(user, siteConfig.standardPriceId));
  return (
    <>
      <PageHeading>Overview</PageHeading>
      <div className="flex flex-wrap gap-6 *:min-w-[min(100%,20rem)] *:flex-1">
        <LaunchCard />
        {isLimited && <AllowanceCard />}
      </div>
      <GetStartedCard />
      <div className="mt-6">
        <UsageCard />
      </div>
    </>
  );
}
