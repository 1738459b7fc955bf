import type { SiteUser } from '../api/response-parsers.ts';
import { Button } from '../design/button.tsx';
import { FairUseNote, FeatureList, STANDARD_FEATURES } from './feature-list.tsx';
import { periodNote } from './period-note.ts';

interface StandardViewProps {
  displayPrice: string;
  subscription: SiteUser['subscription'];
  isBusy: boolean;
  onManage: () => void;
}

/** The plan of subscribers and license holders. For a license, it says “Paid once” before any price. */
export function StandardView({ displayPrice, subscription, isBusy, onManage }: StandardViewProps) {
  const note = periodNote(subscription);
  const ownsLicense = subscription?.source === 'license';
  return (
    <section className="rounded-card bg-raised p-5 shadow-card sm:p-7">
      <h2 className="text-title">You're on the Standard Plan</h2>
      {ownsLicense ? (
        <>
          <p className="mt-2 font-display font-semibold text-heading">Paid once</p>
          <p className="mt-1">You own a license. Nothing renews, and nothing more will be charged.</p>
          <p className="mt-1 text-muted text-note tabular-nums">
            Without a license, Standard is {displayPrice}/month. You don't pay that.
          </p>
        </>
      ) : (
        <p className="mt-2 tabular-nums">
          <span className="font-display font-semibold text-heading">{displayPrice}</span>
          <span className="text-muted">/month</span>
        </p>
      )}
      {note !== undefined && <p className="mt-1 text-muted">{note}</p>}
      <div className="mt-5 grid gap-4 border-line border-t pt-5">
        <FeatureList features={STANDARD_FEATURES} />
        <FairUseNote />
      </div>
      <Button className="mt-7" isBusy={isBusy} busyLabel="Redirecting..." onClick={onManage}>
        Manage Subscription
      </Button>
    </section>
  );
}
