import { Link } from 'react-router';
import { buttonClass } from '../design/button.tsx';
import { HomeLink } from '../design/logo.tsx';
import { ThemeToggle } from '../design/theme-toggle.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { SECTIONS } from './sections.ts';

/** The header of every public page, with links to the landing page's sections. */
export function SiteHeader() {
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-paper">
      <div className="column flex h-16 items-center gap-2">
        <HomeLink className="mr-auto flex items-center rounded-field" />
        <nav aria-label="Main" className="hidden items-center md:flex">
          {SECTIONS.map(({ id, title }) => (
            <Link
              key={id}
              to={{ pathname: '/', hash: id }}
              className="rounded-full px-3.5 py-2 font-semibold text-muted transition-colors hover:bg-sunken hover:text-ink"
            >
              {title}
            </Link>
          ))}
        </nav>
        <Link to="/login" className={buttonClass('quiet', 'ml-3 max-md:hidden')}>
          Log in
        </Link>
        <ThemeToggle />
        <MobileMenu />
      </div>
    </header>
  );
}
