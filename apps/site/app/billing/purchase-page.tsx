import { PRODUCT_NAME } from '@workspace/contract/brand';
import { useEffect } from 'react';
import { siteConfig } from '../site-config.ts';

export function meta() {
  return [{ title: `Checkout · ${PRODUCT_NAME}` }];
}

/** Leads on to the payment provider; the way back doesn't lead here again. */
export default function PurchasePage() {
  useEffect(() => window.location.replace(siteConfig.paymentLink), []);
  return (
    <>
      <h1 role="status" className="text-heading">
        Redirecting to checkout...
      </h1>
      <p className="mt-3 text-muted">
        <a href={siteConfig.paymentLink} className="underline underline-offset-2 hover:text-ink">
          Continue to checkout
        </a>
      </p>
    </>
  );
}
