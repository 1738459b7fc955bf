import { LogOutButton } from './log-out-button.tsx';
import { NavigationLinks } from './navigation-links.tsx';
import { UserBadge } from './user-badge.tsx';

/** The sidebar's contents on narrow screens, within the thumb's reach. */
export function TabBar() {
  return (
    <aside
      data-tab-bar
      className="fixed inset-x-0 bottom-0 z-10 border-line border-t bg-paper px-3 pb-[max(0.375rem,env(safe-area-inset-bottom))] md:hidden"
    >
      <div className="flex items-center justify-between gap-4 pl-1">
        <UserBadge />
        <LogOutButton className="min-h-8 gap-1.5 px-2" />
      </div>
      <NavigationLinks
        listClass="grid grid-cols-4 gap-1"
        linkClass="flex flex-col items-center rounded-field text-note leading-tight"
      />
    </aside>
  );
}
