import { TRIAL_SUMMARY } from '../content/free-trial.ts';
import { Button } from '../design/button.tsx';
import { FeatureList, STANDARD_FEATURES } from './feature-list.tsx';
import type { Plan } from './plans.ts';

interface PlanCardProps {
  plan: Plan;
  isCurrent: boolean;
  isBusy: boolean;
  onUpgrade: () => void;
}

/** A plan, with its upgrade button. */
export function PlanCard({ plan, isCurrent, isBusy, onUpgrade }: PlanCardProps) {
  const { name, displayPrice, features, status } = plan;
  return (
    <li
      className={`flex flex-col rounded-card p-5 sm:p-7 ${isCurrent ? 'shadow-[inset_0_0_0_1px_var(--color-line)]' : 'bg-raised shadow-lifted'}`}
    >
      <h3 className="text-title">{name}</h3>
      <p className="mt-2 tabular-nums">
        <span className="font-display font-semibold text-heading">{displayPrice}</span>
        <span className="text-muted">/month</span>
      </p>
      {status === 'free' && <p className="mt-5 border-line border-t pt-5 text-muted">{TRIAL_SUMMARY}</p>}
      {features.length > 0 && (
        <div className="mt-5 grid gap-x-6 gap-y-4 border-line border-t pt-5 lg:grid-cols-2">
          <div className="font-semibold">
            <FeatureList features={STANDARD_FEATURES} />
          </div>
          <div className="text-muted text-note">
            <FeatureList features={features} />
          </div>
        </div>
      )}
      <div className="mt-auto pt-7">
        {isCurrent ? (
          <Button look="quiet" className="w-full" disabled>
            Current Plan
          </Button>
        ) : (
          <Button className="w-full" isBusy={isBusy} busyLabel="Processing..." onClick={onUpgrade}>
            Upgrade
          </Button>
        )}
      </div>
    </li>
  );
}
