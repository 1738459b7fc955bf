import { useEffect } from 'react';
import { refreshUser } from '../account/auth-actions.ts';

/** The payment provider tells the server of a change, and only then is it known here: often after the way back from there. */
const LOOKS_MS = [0, 2_000, 5_000, 10_000, 20_000];

/** Asks for the user's plan when the page is opened or looked at again, and some times in the seconds after that. */
export function useCurrentPlan(): void {
  useEffect(() => {
    let timers: ReturnType<typeof setTimeout>[] = [];
    const stop = () => timers.forEach(clearTimeout);
    function look(): void {
      stop();
      timers = LOOKS_MS.map((ms) => setTimeout(() => void refreshUser(), ms));
    }
    const lookIfVisible = () => document.visibilityState === 'visible' && look();
    look();
    document.addEventListener('visibilitychange', lookIfVisible);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', lookIfVisible);
    };
  }, []);
}
