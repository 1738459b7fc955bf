import { type CSSProperties, useEffect } from 'react';
import { Toaster } from 'sonner';
import { useTheme } from './theme.ts';

const COLORS: Record<`--${string}`, string> = {
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
const STYLE: CSSProperties = { ...COLORS, fontFamily: 'var(--font-sans)' };

/**
 * Shows toasts for 4 seconds, at most three at once; their timers pause while the list is hovered or focused, or the
 * tab is hidden. Width (356 px) and swipe distance (45 px) are sonner's defaults.
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
      // On phones, above the tab bar, if there is one.
      className="[html:has([data-tab-bar])_&]:[--toast-bottom:6rem]"
      mobileOffset={{ bottom: 'var(--toast-bottom, 1rem)' }}
    />
  );
}

/** sonner pauses its timers only on hover, so focus is translated to mouse events. Returns a cleanup function. */
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
