import { Outlet } from 'react-router';
import { SkipLink } from '../design/skip-link.tsx';
import { useFocusOnArrival } from '../focus-on-arrival.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** The layout of every public page. */
export default function PublicLayout() {
  useFocusOnArrival();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
