import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { isStandard } from '../billing/plans.ts';
import { pageTitle } from '../page-title.ts';
import { siteConfig } from '../site-config.ts';
import { AllowanceCard } from '../usage/allowance-card.tsx';
import { UsageCard } from '../usage/usage-card.tsx';
import { usageQuery } from '../usage/usage-queries.ts';
import { useAuthStore } from './auth-store.ts';
import { LaunchCard } from './launch-card.tsx';
import { PageHeading } from './page-heading.tsx';

// Lazy: few users see it.
const GetStartedCard = lazy(() => import('./get-started-card.tsx'));

export function meta() {
  return [{ title: pageTitle('Overview') }];
}

export default function OverviewPage() {
  const isLimited = useAuthStore(({ user }) => !isStandard(user, siteConfig.standardPriceId));
  const isNew = useQuery(usageQuery).data?.monthly.length === 0;
  return (
    <>
      <PageHeading>Overview</PageHeading>
      <div className="flex flex-wrap gap-6 *:min-w-[min(100%,20rem)] *:flex-1">
        <LaunchCard />
        {isLimited && <AllowanceCard />}
      </div>
      {isNew && (
        <Suspense>
          <GetStartedCard />
        </Suspense>
      )}
      <div className="mt-6">
        <UsageCard />
      </div>
    </>
  );
}
