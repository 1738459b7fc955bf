import { FairUseNote } from './feature-list.tsx';
import { PlanCard } from './plan-card.tsx';
import type { Plan } from './plans.ts';

interface BetaTesterViewProps {
  plans: readonly Plan[];
  /** The price id that is being bought. */
  busy: string | undefined;
  onUpgrade: (priceId: string) => void;
}

/** What who pays nothing has, and can have. */
export function BetaTesterView({ plans, busy, onUpgrade }: BetaTesterViewProps) {
  return (
    <>
      <section className="mb-10">
        <h2 className="text-title">You're on the Beta Tester Plan $0/month</h2>
        <p className="mt-1 text-muted">Limited access during beta testing period</p>
      </section>
      <section aria-labelledby="plans">
        <h2 id="plans" className="mb-4 text-title">
          Available Plans
        </h2>
        <ul className="grid gap-6 md:grid-cols-[2fr_3fr]">
          {plans.map((plan) => (
            <PlanCard
              key={plan.name}
              plan={plan}
              isCurrent={plan.status === 'free'}
              isBusy={busy !== undefined && busy === plan.priceId}
              onUpgrade={() => onUpgrade(plan.priceId)}
            />
          ))}
        </ul>
        <div className="mt-5">
          <FairUseNote />
        </div>
      </section>
    </>
  );
}
