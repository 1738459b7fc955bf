import { ButtonLink } from '../design/button.tsx';
import { pageTitle } from '../page-title.ts';

export function meta() {
  return [{ title: pageTitle('Checkout Cancelled') }];
}

export default function CheckoutCancelledPage() {
  return (
    <>
      <h1 className="text-heading">Checkout Cancelled</h1>
      <p className="mt-3">Your checkout process was cancelled.</p>
      <p className="mt-1 text-muted">No charges have been made to your account.</p>
      <ButtonLink to="/app" className="mt-6">
        Return to Dashboard
      </ButtonLink>
    </>
  );
}
