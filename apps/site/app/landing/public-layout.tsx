import { Outlet } from 'react-router';
import { useFocusOnArrival } from '../focus-on-arrival.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** What stands around every page that is for anyone. */
export default function PublicLayout() {
  useFocusOnArrival('content');
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only rounded-full bg-solid px-5 py-3 font-semibold text-on-solid focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-30"
      >
        Skip to content
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}
