import { useEffect } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router';

/**
 * After in-app navigation, moves the focus to the section of the hash, or else to the element with the id `content`,
 * so that keyboards and screen readers continue there and not at a link that is gone or out of sight. Initial page
 * loads and back/forward navigation (POP) are left alone.
 */
export function useFocusOnArrival(): void {
  const target = useArrival();
  useEffect(() => {
    if (target === undefined) return;
    focus(sectionOf(target) ?? document.getElementById('content'));
  }, [target]);
}

/** The same for lazy-loaded sections, when the focus was lost with the placeholder they replaced. */
export function useFocusOnLateArrival(): void {
  const target = useArrival();
  useEffect(() => {
    if (target !== undefined && document.activeElement === document.body) focus(sectionOf(target));
  }, [target]);
}

/** Returns the location after in-app navigation; undefined after an initial load or back/forward. */
function useArrival(): Location | undefined {
  const location = useLocation();
  return useNavigationType() === 'POP' ? undefined : location;
}

function sectionOf({ hash }: Location): HTMLElement | null {
  return document.getElementById(hash.slice(1));
}

function focus(target: HTMLElement | null): void {
  if (target === null) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
