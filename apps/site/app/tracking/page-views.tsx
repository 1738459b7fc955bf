import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { track } from './track.ts';

/** Counts every page that is shown, by its path alone: queries hold tokens. */
export function PageViews() {
  const { pathname } = useLocation();
  useEffect(() => track('page_view', { path: pathname }), [pathname]);
  return null;
}
