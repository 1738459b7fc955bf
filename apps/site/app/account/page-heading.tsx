import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** A page's heading. Takes the focus after in-app navigation, so that screen readers announce it. */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirstPage = useLocation().key === 'default';

  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
  }, [isFirstPage]);

  return (
    <h1 ref={heading} tabIndex={-1} className="mb-6 text-heading outline-none sm:mb-8">
      {children}
    </h1>
  );
}
