import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { refreshUser } from '../account/auth-actions.ts';
import { displayPrice } from '../content/display-price.ts';
import { ButtonLink } from '../design/button.tsx';
import { pageTitle } from '../page-title.ts';
import { type CheckoutOutcome, checkPayment } from './check-payment.ts';

// The title depends on the outcome, so the page sets it itself.
export function meta() {
  return [];
}

export default function CheckoutSuccessPage() {
  const [search] = useSearchParams();
  const outcome = useCheckoutOutcome(search.get('session_id'));
  const title = titleOf(outcome);
  return (
    <>
      <title>{pageTitle(title)}</title>
      <h1 className="text-heading">{title}</h1>
      <div aria-live="polite" className="mt-3">
        {outcome === undefined && <p>Verifying your payment...</p>}
        {outcome?.state === 'paid' && (
          <>
            <p>Thank you for your purchase! Your subscription is now active.</p>
            {outcome.amount !== null && <p className="mt-1 text-muted">Paid: {displayPrice(outcome.amount)}</p>}
          </>
        )}
        {outcome?.state === 'failed' && <p className="text-danger">{outcome.message}</p>}
      </div>
      {outcome?.state === 'paid' && (
        <ButtonLink to="/app" className="mt-6">
          Go to Dashboard
        </ButtonLink>
      )}
      {outcome?.state === 'failed' && (
        <ButtonLink to="/billing" className="mt-6">
          Return to Billing
        </ButtonLink>
      )}
      {outcome?.state === 'failed' && outcome.mayBeUnclaimed && <UnclaimedLicense />}
    </>
  );
}

/** Next steps for visitors who bought a license without an account. */
function UnclaimedLicense() {
  return (
    <section className="mt-10 border-line border-t pt-6">
      <h2 className="text-title">Bought a license without an account?</h2>
      <p className="mt-2 text-muted">
        Then your payment is safe. The license belongs to the email address you paid with: sign up or sign in with that
        address, and once it is verified you are on Standard.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to="/register" look="quiet">
          Sign Up
        </ButtonLink>
        <ButtonLink to="/login" look="quiet">
          Sign in
        </ButtonLink>
      </div>
    </section>
  );
}

/** Returns the outcome of a checkout; undefined while pending. */
function useCheckoutOutcome(sessionId: string | null): CheckoutOutcome | undefined {
  const [outcome, setOutcome] = useState<CheckoutOutcome>();
  useEffect(() => {
    let isCurrent = true;
    setOutcome(undefined);
    void checkPayment(sessionId).then((found) => {
      if (!isCurrent) return;
      setOutcome(found);
      if (found.state === 'paid') void refreshUser();
    });
    return () => {
      isCurrent = false;
    };
  }, [sessionId]);
  return outcome;
}

function titleOf(outcome: CheckoutOutcome | undefined): string {
  switch (outcome?.state) {
    case 'paid':
      return 'Checkout Successful';
    case 'failed':
      return 'Checkout Failed';
    case undefined:
      return 'Checkout Processing';
  }
}
