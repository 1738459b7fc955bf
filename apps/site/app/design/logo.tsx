import { PRODUCT_NAME } from '@workspace/contract/brand';
import { Link } from 'react-router';

/** The logo's icon: a key with a voice level on it. Same drawing as `public/favicon.svg`. */
function LogoSign() {
  return (
    <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true">
      <rect x="1" y="6" width="30" height="25" rx="8" className="fill-signal-side" />
      <rect x="1" y="1" width="30" height="25" rx="8" className="fill-signal" />
      <path
        d="M9.5 11.5v4M16 7.5v12M22.5 10.5v6"
        className="stroke-on-signal"
        strokeWidth="3.25"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Link to the home page: icon and name, or just the icon when folded. */
export function HomeLink({ className, isFolded = false }: { className?: string; isFolded?: boolean }) {
  return (
    <Link to="/" aria-label={`${PRODUCT_NAME}, home page`} className={className}>
      {isFolded ? <LogoSign /> : <Logo />}
    </Link>
  );
}

/** Icon and name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 font-bold font-display text-title tracking-tight">
      <LogoSign />
      {PRODUCT_NAME}
    </span>
  );
}
