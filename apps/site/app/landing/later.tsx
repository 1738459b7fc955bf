import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';

/** Events that show that the visitor is about to read on or navigate. */
const SIGNS = ['scroll', 'pointerdown', 'keydown', 'focusin', 'click'];

/**
 * Renders sections below the fold, whose code and texts load on the visitor's first interaction. Until then their
 * prerendered HTML stays. Create the element only once: React keeps that HTML only while the element is the same, and
 * would otherwise show the empty fallback.
 *
 * @param ids of the sections; the fallback has them too, so that links to them work before the content has loaded
 */
export function later(ids: readonly string[], load: () => Promise<{ default: ComponentType }>): ReactElement {
  const Sections = lazy(() => (import.meta.env.SSR ? load() : visitorActs().then(load)));
  const room = ids.map((id) => <div key={id} id={id} className="min-h-dvh" />);
  return (
    <Suspense fallback={room}>
      <Sections />
    </Suspense>
  );
}

let acting: Promise<void> | undefined;

function visitorActs(): Promise<void> {
  acting ??= new Promise((resolve) => {
    const done = new AbortController();
    for (const sign of SIGNS) {
      addEventListener(
        sign,
        () => {
          done.abort();
          resolve();
        },
        { capture: true, passive: true, signal: done.signal },
      );
    }
  });
  return acting;
}
