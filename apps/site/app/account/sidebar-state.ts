import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface SidebarState {
  isFolded: boolean;
  toggle(): void;
}

/** Whether the sidebar is folded, persisted across visits. */
export const useSidebar = create<SidebarState>()(
  persist((set) => ({ isFolded: false, toggle: () => set(({ isFolded }) => ({ isFolded: !isFolded })) }), {
    name: 'sidebar',
  }),
);
