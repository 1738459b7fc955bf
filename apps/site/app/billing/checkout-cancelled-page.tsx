import { PRODUCT_NAME } from '@workspace/contract/brand';
import { ButtonLink } from '../design/button.tsx';

export function meta() {
  return [{ title: `Checkout Cancelled · ${PRODUCT_NAME}` }];
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
