import { useEffect } from 'react';
import { TEXT_LINK } from '../design/text-link.ts';
import { pageTitle } from '../page-title.ts';
import { siteConfig } from '../site-config.ts';

export function meta() {
  return [{ title: pageTitle('Checkout') }];
}

/** Redirects to the payment link and replaces the history entry, so that Back skips this page. */
export default function PurchasePage() {
  useEffect(() => window.location.replace(siteConfig.paymentLink), []);
  return (
    <>
      <h1 role="status" className="text-heading">
        Redirecting to checkout...
      </h1>
      <p className="mt-3 text-muted">
        <a href={siteConfig.paymentLink} className={TEXT_LINK}>
          Continue to checkout
        </a>
      </p>
    </>
  );
}
