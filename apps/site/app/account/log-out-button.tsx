import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { signOut } from './auth-actions.ts';

interface LogOutButtonProps {
  /** When folded, the label is only a tooltip and screen-reader text. */
  isFolded?: boolean;
  className: string;
  signClass?: string;
}

/** Signs out and goes to the sign-in page. */
export function LogOutButton({ isFolded = false, className, signClass = '' }: LogOutButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function logOut(): Promise<void> {
    setBusy(true);
    await signOut();
  }

  return (
    <button
      type="button"
      onClick={logOut}
      disabled={isBusy}
      aria-busy={isBusy || undefined}
      title={isFolded ? 'Log out' : undefined}
      className={`inline-flex cursor-pointer items-center text-muted text-note hover:text-ink disabled:cursor-default ${className}`}
    >
      <span className={`grid shrink-0 place-items-center ${signClass}`}>
        <LogOut aria-hidden="true" className="size-4.5" strokeWidth={1.9} />
      </span>
      <span className={isFolded ? 'sr-only' : 'whitespace-nowrap'}>{isBusy ? 'Logging out...' : 'Log out'}</span>
    </button>
  );
}
