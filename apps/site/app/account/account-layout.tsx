import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { HomeLink } from '../design/logo.tsx';
import { SkipLink } from '../design/skip-link.tsx';
import { ThemeToggle } from '../design/theme-toggle.tsx';
import { queryClient } from '../query-client.ts';
import { refreshUser } from './auth-actions.ts';
import { RequireUser } from './require-user.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';

/** The layout of every page of the signed-in area. */
export default function AccountLayout() {
  return (
    <RequireUser>
      <QueryClientProvider client={queryClient}>
        <Shell />
      </QueryClientProvider>
    </RequireUser>
  );
}

function Shell() {
  useEffect(() => {
    void refreshUser();
  }, []);

  return (
    <div className="min-h-dvh md:flex">
      <SkipLink />
      <Sidebar />
      <div className="relative min-w-0 flex-1">
        <header className="flex h-14 items-center justify-between px-5 md:absolute md:top-6 md:right-8 md:h-12 md:px-0">
          <HomeLink className="flex items-center md:hidden" />
          <ThemeToggle />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-5xl px-5 pt-2 pb-32 outline-none md:px-10 md:pt-8 md:pb-16"
        >
          <Outlet />
        </main>
      </div>
      <TabBar />
    </div>
  );
}
