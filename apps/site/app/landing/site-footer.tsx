import { Link } from 'react-router';
import { Logo } from '../design/logo.tsx';

const LINKS = [
  { to: '/terms', title: 'Terms' },
  { to: '/privacy', title: 'Privacy' },
  { to: '/contact', title: 'Contact' },
] as const;

export function SiteFooter() {
  return (
    <footer className="border-line border-t">
      <div className="column flex flex-wrap items-center justify-between gap-x-10 gap-y-5 py-9">
        <Logo />
        <p className="font-display text-muted">Hold. Speak. Let go.</p>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-2">
          {LINKS.map(({ to, title }) => (
            <Link key={to} to={to} className="rounded-full px-3 py-2.5 font-semibold hover:bg-sunken">
              {title}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
