import { useAuthStore } from '../account/auth-store.ts';
import { PageHeading } from '../account/page-heading.tsx';
import { Button } from '../design/button.tsx';
import { pageTitle } from '../page-title.ts';
import { siteConfig } from '../site-config.ts';
import { BetaTesterView } from './beta-tester-view.tsx';
import { isStandard, listPlans } from './plans.ts';
import { StandardView } from './standard-view.tsx';
import { useBilling } from './use-billing.ts';

const PLANS = listPlans(siteConfig);

export function meta() {
  return [{ title: pageTitle('Billing') }];
}

export default function BillingPage() {
  const user = useAuthStore((state) => state.user);
  const { busy, upgrade, openPortal, isRefreshing, refresh } = useBilling();

  return (
    <>
      <PageHeading>Billing</PageHeading>
      {isStandard(user, siteConfig.standardPriceId) ? (
        <StandardView
          displayPrice={PLANS[1].displayPrice}
          subscription={user?.subscription}
          isBusy={busy === 'portal'}
          onManage={openPortal}
        />
      ) : (
        <BetaTesterView plans={PLANS} busy={busy} onUpgrade={upgrade} />
      )}
      <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 text-muted text-note">
        <p>Changed something a moment ago, and it doesn't show here yet?</p>
        <Button look="quiet" isBusy={isRefreshing} busyLabel="Refreshing..." onClick={refresh}>
          Refresh
        </Button>
      </div>
    </>
  );
}
