import { type CSSProperties, useEffect } from 'react';
import { Toaster } from 'sonner';
import { useTheme } from './theme.ts';

const COLOURS: Record<`--${string}`, string> = {
  '--normal-bg': 'var(--color-raised)',
  '--normal-border': 'var(--color-line)',
  '--normal-text': 'var(--color-ink)',
  '--success-bg': 'var(--color-good-soft)',
  '--success-border': 'var(--color-good-soft)',
  '--success-text': 'var(--color-good)',
  '--error-bg': 'var(--color-danger-soft)',
  '--error-border': 'var(--color-danger-soft)',
  '--error-text': 'var(--color-danger)',
  '--border-radius': 'var(--radius-field)',
};
const STYLE: CSSProperties = { ...COLOURS, fontFamily: 'var(--font-sans)' };

/**
 * Where notices show: for 4 seconds, three at once, each until it was read if the pointer or the focus is on it or the tab is
 * hidden. They are 356 pixels wide and swiped away by 45, as sonner has it.
 */
export default function Toasts() {
  const { theme } = useTheme();
  useEffect(holdWhileFocused, []);
  return (
    <Toaster
      theme={theme}
      duration={4_000}
      visibleToasts={3}
      gap={14}
      position="bottom-right"
      richColors
      style={STYLE}
      // On phones above the tab bar, if there is one.
      className="[html:has([data-tab-bar])_&]:[--toast-bottom:6rem]"
      mobileOffset={{ bottom: 'var(--toast-bottom, 1rem)' }}
    />
  );
}

/** sonner waits while the mouse is over its list, and has no way to wait for the focus. Returns how to stop. */
function holdWhileFocused(): () => void {
  const onFocusIn = (event: FocusEvent) => moveMouse(event, 'mousemove');
  const onFocusOut = (event: FocusEvent) => moveMouse(event, 'mouseout');
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  return () => {
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
  };
}

function moveMouse({ target, relatedTarget }: FocusEvent, type: 'mousemove' | 'mouseout'): void {
  const list = target instanceof Element ? target.closest('[data-sonner-toaster]') : null;
  if (list === null || (relatedTarget instanceof Node && list.contains(relatedTarget))) return;
  list.dispatchEvent(new MouseEvent(type, { bubbles: true, relatedTarget: document.body }));
}
