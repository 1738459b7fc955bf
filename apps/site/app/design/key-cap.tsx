import type { ReactNode } from 'react';

interface KeyCapProps {
  children: ReactNode;
  isPressed?: boolean;
  className?: string;
}

/** A keyboard key, inline or standalone. */
export function KeyCap({ children, isPressed = false, className = '' }: KeyCapProps) {
  return (
    <kbd
      data-pressed={isPressed || undefined}
      className={`inline-flex min-w-[1.9em] items-center justify-center rounded-[0.4em] bg-raised px-[0.5em] py-[0.1em] font-sans font-semibold text-[0.92em] shadow-[inset_0_0_0_1px_var(--color-edge),inset_0_-0.16em_0_var(--color-line)] data-pressed:bg-signal-soft data-pressed:shadow-[inset_0_0_0_1px_var(--color-signal)] ${className}`}
    >
      {children}
    </kbd>
  );
}
