import { LogOutButton } from './log-out-button.tsx';
import { NavigationLinks } from './navigation-links.tsx';
import { UserBadge } from './user-badge.tsx';

/** On narrow screens: the sidebar's contents, within reach of the thumb. */
export function TabBar() {
  return (
    <aside
      data-tab-bar
      className="fixed inset-x-0 bottom-0 z-10 border-line border-t bg-paper px-3 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden"
    >
      <div className="flex items-center justify-between gap-4 py-1 pl-1">
        <UserBadge />
        <LogOutButton className="min-h-11 gap-2 px-2" />
      </div>
      <NavigationLinks
        listClass="grid grid-cols-4 gap-1"
        linkClass="flex flex-col items-center gap-0.5 rounded-field pt-0.5 text-note"
      />
    </aside>
  );
}
