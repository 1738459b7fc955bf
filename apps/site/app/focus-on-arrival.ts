import { useEffect } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router';

/**
 * Moves the focus to where a link of the site led: the section that its hash names, or else what has the id `content`. So
 * keys and screen readers go on there, and not at a link that is gone or out of sight. Pages that the browser opens itself,
 * and those that one goes back to, are left as they are.
 */
export function useFocusOnArrival(): void {
  const target = useArrival();
  useEffect(() => {
    if (target === undefined) return;
    focus(sectionOf(target) ?? document.getElementById('content'));
  }, [target]);
}

/** The same for sections that come later, to which a link may have led before: with the room that they replace the focus is gone. */
export function useFocusOnLateArrival(): void {
  const target = useArrival();
  useEffect(() => {
    if (target !== undefined && document.activeElement === document.body) focus(sectionOf(target));
  }, [target]);
}

/** Where a link of the site has led; undefined if none has. */
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
