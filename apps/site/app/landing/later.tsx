import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';

/** The first sign that a visitor reads on, or goes to another page. */
const SIGNS = ['scroll', 'pointerdown', 'keydown', 'focusin', 'click'];

/**
 * Sections below the first screen, whose code and texts are fetched once the visitor does anything. Until then their
 * prerendered HTML stays as it is. To be created once only: React keeps that HTML only as long as the element is the
 * same, and would show the empty room instead.
 *
 * @param ids of the sections, which their empty room has too, so that one can be gone to before its content is there
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
