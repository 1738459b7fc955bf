import { type FocusEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { SECTIONS } from './sections.ts';

const ENTRY = 'flex min-h-14 items-center border-line border-b font-display font-bold text-title last:border-b-0';

/** The header's links on narrow screens. Opens without JavaScript, too. */
export function MobileMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  // When the focus leaves the open menu, which would cover the focused element.
  const closeBehind = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
  };
  return (
    <details ref={menu} onBlur={closeBehind} className="group md:hidden">
      <summary className="flex min-h-11 cursor-pointer list-none items-center rounded-full px-4 font-semibold shadow-[inset_0_0_0_1.5px_var(--color-edge)] [&::-webkit-details-marker]:hidden">
        <span className="group-open:hidden">Menu</span>
        <span className="hidden group-open:inline">Close</span>
      </summary>
      <nav
        aria-label="Menu"
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-line border-b bg-paper px-5 py-2 shadow-lifted"
      >
        {SECTIONS.map(({ id, title }) => (
          <Link key={id} to={{ pathname: '/', hash: id }} onClick={close} className={ENTRY}>
            {title}
          </Link>
        ))}
        <Link to="/login" onClick={close} className={ENTRY}>
          Log in
        </Link>
      </nav>
    </details>
  );
}
