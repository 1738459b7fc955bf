import { useAuthStore } from './auth-store.ts';

/** The signed-in user: initial and email address. */
export function UserBadge({ isFolded = false }: { isFolded?: boolean }) {
  const email = useAuthStore(({ user }) => user?.email ?? '');
  return (
    <span className="flex min-w-0 items-center gap-2 md:gap-3" title={email}>
      <span
        aria-hidden="true"
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-solid font-display font-semibold text-note text-on-solid uppercase md:size-10 md:text-body"
      >
        {email.slice(0, 1)}
      </span>
      <span className={isFolded ? 'sr-only' : 'truncate text-note'}>{email}</span>
    </span>
  );
}
