import { displayPrice } from '../content/display-price.ts';
import { TRIAL_ALLOWANCE } from '../content/free-trial.ts';
import { buttonClass } from '../design/button.tsx';
import { siteConfig } from '../site-config.ts';
import { BuyLicense } from './buy-license.tsx';

const TERMS = [
  {
    title: 'Try it first',
    text: `The free trial has every feature, for ${TRIAL_ALLOWANCE}. No card, no account needed. If you make an account, it's called the Beta Tester plan there.`,
  },
  { title: '30-day money-back guarantee', text: 'No questions asked. Write to us, and we refund you.' },
  {
    title: 'About $0.006 per minute of audio',
    text: 'That’s what a speech provider charges, paid directly with your own API key. An hour of talking costs about 36 cents. English on your Mac costs nothing.',
  },
] as const;

export function PricingSection() {
  return (
    <section
      id="pricing"
      aria-labelledby="pricing-title"
      className="border-line border-t bg-sunken py-16 outline-none sm:py-28"
    >
      <div className="column grid items-center gap-x-16 gap-y-14 lg:grid-cols-2">
        <div>
          <p className="mb-4 font-semibold text-muted">Pricing</p>
          <h2 id="pricing-title" className="font-extrabold text-heading">
            Pay once. Keep talking.
          </h2>
          <div className="key-body [--travel:0.8rem] mt-10 max-w-[30rem] rounded-[1.75rem] p-7 sm:p-9">
            <p className="font-semibold">Standard license</p>
            <p className="mt-5 flex flex-wrap items-baseline gap-x-4">
              <span className="font-display font-extrabold text-display tabular-nums tracking-tight">
                {displayPrice(siteConfig.standardUnitAmount)}
              </span>
              <span className="text-lead text-muted">pay once</span>
            </p>
            <p className="mt-3 text-muted">A one-time purchase. No subscription, nothing to cancel.</p>
            <div className="mt-8 flex flex-wrap gap-3">
              <BuyLicense look="solid" />
              <a href="#download" className={buttonClass('quiet')}>
                Download Free Trial
              </a>
            </div>
          </div>
        </div>
        <ul>
          {TERMS.map(({ title, text }) => (
            <li key={title} className="border-edge/40 border-b py-7 last:border-b-0">
              <h3 className="text-title">{title}</h3>
              <p className="mt-2 max-w-[34rem] text-balance text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
