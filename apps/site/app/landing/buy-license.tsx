import { type ButtonLook, buttonClass } from '../design/button.tsx';
import { siteConfig } from '../site-config.ts';

interface BuyLicenseProps {
  look?: ButtonLook;
  className?: string;
}

/** Opens the payment link in a new tab. */
export function BuyLicense({ look = 'quiet', className }: BuyLicenseProps) {
  return (
    <a href={siteConfig.paymentLink} target="_blank" rel="noopener" className={buttonClass(look, className)}>
      Buy License<span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
