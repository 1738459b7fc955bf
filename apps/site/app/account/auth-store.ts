import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { SiteUser } from '../api/response-parsers.ts';

const KEY = 'auth-storage';

interface AuthState {
  /** The signed-in user; null if signed out. */
  user: SiteUser | null;
  setUser(user: SiteUser | null): void;
}

/** The signed-in user, kept across visits. `auth-actions.ts` changes it. */
export const useAuthStore = create<AuthState>()(
  persist((set) => ({ user: null, setUser: (user) => set({ user }) }), {
    name: KEY,
    partialize: ({ user }) => ({ user }),
    merge: (persisted, current) => ({ ...current, user: readStoredUser(persisted) }),
  }),
);

// Signing out in one tab signs out in all of them.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    // null: the storage was cleared.
    if (key === KEY || key === null) void useAuthStore.persist.rehydrate();
  });
}

function readStoredUser(persisted: unknown): SiteUser | null {
  const { user } = (persisted ?? {}) as { user?: SiteUser | null };
  return typeof user?.email === 'string' ? user : null;
}
