import { TEXT_LINK } from '../design/text-link.ts';
import { siteConfig } from '../site-config.ts';
import { FairUseNote } from './feature-list.tsx';
import { PlanCard } from './plan-card.tsx';
import type { Plan } from './plans.ts';

interface BetaTesterViewProps {
  plans: readonly [betaTester: Plan, standard: Plan];
  /** ID of the price that is being bought. */
  busy: string | undefined;
  onUpgrade: (priceId: string) => void;
}

/** The free plan, with the option to upgrade. */
export function BetaTesterView({ plans, busy, onUpgrade }: BetaTesterViewProps) {
  const [, standard] = plans;
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
        <div className="mt-5 grid gap-2">
          <FairUseNote />
          <p>
            Rather pay once? A license is {standard.displayPrice}, one time, with no subscription, and puts you on
            Standard too.{' '}
            <a href={siteConfig.paymentLink} target="_blank" rel="noopener" className={TEXT_LINK}>
              Buy License<span className="sr-only"> (opens in a new tab)</span>
            </a>
          </p>
        </div>
      </section>
    </>
  );
}
