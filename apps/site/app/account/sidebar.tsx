import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { HomeLink } from '../design/logo.tsx';
import { LogOutButton } from './log-out-button.tsx';
import { NavigationLinks } from './navigation-links.tsx';
import { useSidebar } from './sidebar-state.ts';
import { UserBadge } from './user-badge.tsx';

/** Navigation and user badge, on wide screens. */
export function Sidebar() {
  const { isFolded, toggle } = useSidebar();
  const Fold = isFolded ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      className={`sticky top-0 hidden h-dvh flex-col gap-8 overflow-y-auto overflow-x-hidden border-line border-r p-4 transition-[width] duration-200 md:flex ${isFolded ? 'w-19' : 'w-64'}`}
    >
      <HomeLink isFolded={isFolded} className="mt-1 flex h-10 items-center px-1" />
      <NavigationLinks
        isFolded={isFolded}
        listClass="grid gap-1.5"
        linkClass="flex items-center gap-3 rounded-field py-0.5 pr-2"
      />
      <div className="mt-auto grid gap-3">
        <button
          type="button"
          onClick={toggle}
          aria-expanded={!isFolded}
          title={isFolded ? 'Expand sidebar' : undefined}
          className="inline-flex min-h-11 cursor-pointer items-center gap-3 text-muted text-note hover:text-ink"
        >
          <span className="grid w-10 shrink-0 place-items-center">
            <Fold aria-hidden="true" className="size-4.5" strokeWidth={1.9} />
          </span>
          <span className={isFolded ? 'sr-only' : 'whitespace-nowrap'}>
            {isFolded ? 'Expand sidebar' : 'Collapse sidebar'}
          </span>
        </button>
        <div className="grid gap-1 border-line border-t pt-4">
          <UserBadge isFolded={isFolded} />
          <LogOutButton isFolded={isFolded} className="min-h-11 gap-3" signClass="w-10" />
        </div>
      </div>
    </aside>
  );
}
