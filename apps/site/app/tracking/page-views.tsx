import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { track } from './track.ts';

/** Tracks page views by path only: queries may contain tokens. */
export function PageViews() {
  const { pathname } = useLocation();
  useEffect(() => track('page_view', { path: pathname }), [pathname]);
  return null;
}
