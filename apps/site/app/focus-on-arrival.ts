import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Moves the focus to where a link of the site led: the section that its hash names, or else what has the id `content`. So
 * keys and screen readers go on there, and not at a link that is gone or out of sight. Pages that the browser opens itself,
 * and those that one goes back to, are left as they are.
 */
export function useFocusOnArrival(): void {
  const location = useLocation();
  const isOwnLink = useNavigationType() !== 'POP';
  useEffect(() => {
    if (!isOwnLink) return;
    const section = document.getElementById(location.hash.slice(1));
    const target = section ?? document.getElementById('content');
    if (target === null) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [location, isOwnLink]);
}
