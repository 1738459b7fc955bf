import './without-eval.ts';
import './design/fonts.css';
import './design/tokens.css';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useNavigate, useRouteError } from 'react-router';
import { onUnauthorized } from './api/unauthorized-event.ts';
import { THEME_SCRIPT } from './design/theme-script.ts';
import { whenIdle } from './design/when-idle.ts';
import { OfflineBanner } from './errors/offline-banner.tsx';
import { UnexpectedError } from './errors/unexpected-error.tsx';
import { setNavigate } from './navigation.ts';
import { PageViews } from './tracking/page-views.tsx';

// Lazy: neither is needed in the first load of public pages, nor toasts in that of the signed-in area.
const Toasts = lazy(() => import('./design/toasts.tsx'));
const loadEndLostSession = () => import('./account/end-lost-session.ts');

/** Route IDs (file paths) of pages without toasts: the public pages and the first page after signing in. */
const WITHOUT_TOASTS = new Set(['landing/public-layout', 'account/overview-page']);

/** Color of the browser's UI; `--color-paper` of the contract's colors.css. */
const PAPER = { light: '#f7f4ed', dark: '#14130f' };

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The script sets the theme before hydration.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={PAPER.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={PAPER.dark} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of our own */}
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export function meta() {
  return [{ title: PRODUCT_NAME }];
}

export default function App() {
  const navigate = useNavigate();
  useEffect(() => {
    setNavigate((path) => void navigate(path));
    return () => setNavigate(undefined);
  }, [navigate]);
  useEffect(() => onUnauthorized(() => void loadEndLostSession().then(({ endLostSession }) => endLostSession())), []);
  const needsToasts = useNeedsToasts();
  return (
    <>
      <OfflineBanner />
      <PageViews />
      <Outlet />
      {needsToasts && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </>
  );
}

export function ErrorBoundary() {
  return <UnexpectedError error={useRouteError()} />;
}

/** Whether to mount the toaster: from the first page with toasts on, once idle. sonner replays toasts from before. */
function useNeedsToasts(): boolean {
  const hasToasts = !useMatches().some(({ id }) => WITHOUT_TOASTS.has(id));
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    // Not canceled when the page is left: it may already have shown a toast.
    if (hasToasts) whenIdle(() => setIsNeeded(true));
  }, [hasToasts]);
  return isNeeded;
}
